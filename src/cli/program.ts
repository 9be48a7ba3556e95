import { Command, CommanderError } from 'commander'
import { addAuditExport } from './audit-export.ts'
import { addAuditList } from './audit-list.ts'
import { addAuditVerify } from './audit-verify.ts'
import type { ExitStatus, Io } from './io.ts'
import { tellFault } from './tell-fault.ts'

/** Runs what was typed and says how it went. Never throws. */
export async function runProgram(
  args: readonly string[],
  io: Io,
  version: string,
): Promise<ExitStatus> {
  const ended: { status: ExitStatus } = { status: 0 }
  const program = createProgram(io, version, (status) => {
    ended.status = status
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return ended.status
  } catch (error) {
    if (io.signal.aborted) return 130
    // Commander has told already what is wrong with what was typed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return tellFault(io, error)
  }
}

function createProgram(io: Io, version: string, end: (status: ExitStatus) => void): Command {
  const program = new Command('toolnotary')
  // Subcommands take over what their parents are set to when they are made, so this comes first.
  program
    .description('Governed tool calls: who asked, who decided, what ran.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for what can be typed)')
    .configureOutput({
      // Not awaited: help is short.
      writeOut: (text) => void io.out(text),
      writeErr: io.err,
      getOutHasColors: () => io.color,
      getErrHasColors: () => io.color,
    })
  const audit = program.command('audit').description('Reads the audit log of a store.')
  addAuditList(audit, io, end)
  addAuditVerify(audit, io, end)
  addAuditExport(audit, io, end)
  return program
}

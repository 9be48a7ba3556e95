import type { Command } from 'commander'
import { exportLog } from '../audit/export.ts'
import type { ExitStatus, Io } from './io.ts'
import { printItems } from './print-items.ts'
import { readLog, withStore } from './read-store.ts'

/** What `audit export` takes. */
export interface AuditExportArgs {
  readonly store: string
  readonly json?: boolean
}

/** Writes the whole log, so that it can be verified elsewhere. */
async function auditExport(args: AuditExportArgs, io: Io): Promise<ExitStatus> {
  const as = args.json === true ? 'document' : 'lines'
  await withStore(args.store, (store) => printItems(io, exportLog(readLog(store, io)), as))
  return 0
}

/** Adds `audit export`. */
export function addAuditExport(audit: Command, io: Io, end: (status: ExitStatus) => void): void {
  audit
    .command('export')
    .description('Prints every record with its hashes, as JSON Lines.')
    .requiredOption('--store <file>', 'the store to read')
    .option('--json', 'print one JSON document, a list, in place of JSON Lines')
    .addHelpText(
      'after',
      `
Each line is {"entry":…,"hash":…,"prev":…}. The hash is "sha-256:" and the base64url SHA-256 of
"toolnotary/entry/v1\\0", prev, "\\n" and the canonical JSON (RFC 8785) of the entry.

Example:
  $ toolnotary audit export --store toolnotary.db > log.jsonl

Exit status: 0 done, 2 usage, 3 the log could not be read.`,
    )
    .action(async (args: AuditExportArgs) => end(await auditExport(args, io)))
}

import { type Command, Option } from 'commander'
import { type AuditFilter, FILTER_MEMBERS, filterLog } from '../audit/filter.ts'
import type { NumberedEntry } from '../audit/read-entry.ts'
import type { Ledger } from '../core/ledger.ts'
import { escapeText } from '../text/escape.ts'
import { readInstant } from './instant.ts'
import type { ExitStatus, Io } from './io.ts'
import { paint } from './paint.ts'
import { printItems } from './print-items.ts'
import { readLog, withStore } from './read-store.ts'

/** What `audit list` takes. */
export type AuditListArgs = {
  readonly store: string
  readonly since?: number
  readonly until?: number
  readonly json?: boolean
} & { readonly [member in (typeof FILTER_MEMBERS)[number]]?: string }

/** Prints the entries that were asked for. */
async function auditList(args: AuditListArgs, io: Io): Promise<ExitStatus> {
  const as = args.json === true ? 'document' : 'lines'
  await withStore(args.store, (store) => printItems(io, linesOf(store, args, io), as))
  return 0
}

async function* linesOf(store: Ledger, args: AuditListArgs, io: Io): AsyncGenerator<string> {
  for await (const entry of filterLog(readLog(store, io), filterOf(args))) {
    yield args.json === true ? JSON.stringify(entry) : lineOf(entry, io)
  }
}

function filterOf(args: AuditListArgs): AuditFilter {
  const members = new Map<(typeof FILTER_MEMBERS)[number], string>()
  for (const member of FILTER_MEMBERS) {
    const value = args[member]
    if (value !== undefined) members.set(member, value)
  }
  return { members, fromAt: args.since ?? null, untilAt: args.until ?? null }
}

function lineOf(entry: NumberedEntry, io: Io): string {
  const { ending, executed, reason, approver } = entry
  const parts = [
    String(entry.seq).padStart(6),
    paint(io, 'dim', instantOf(entry.at)),
    entry.event.padEnd(11),
    // Names come from models and clients: they must not steer the terminal.
    escapeText(entry.tool),
    `for ${escapeText(entry.user)}`,
    ...(ending === null ? [] : [ending, `executed ${executed}`]),
    ...(reason === null ? [] : [reason]),
    ...(approver === null ? [] : [`by ${escapeText(approver)}`]),
    ...(entry.count === 1 ? [] : [`${entry.count} times`]),
  ]
  return parts.join('  ')
}

function instantOf(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}

/** Adds `audit list`. */
export function addAuditList(audit: Command, io: Io, end: (status: ExitStatus) => void): void {
  const command = audit
    .command('list')
    .description('Prints the records of the log, oldest first.')
    .requiredOption('--store <file>', 'the store to read')
    .option('--since <time>', 'only from then on: 7d, 12h, 2026-12-01, 2026-12-01T08:00Z', (text) =>
      readInstant(text, io.now()),
    )
    .option('--until <time>', 'only before then', (text) => readInstant(text, io.now()))
    .option('--json', 'print one JSON document')
  for (const member of FILTER_MEMBERS) {
    command.addOption(new Option(`--${member} <${member}>`, `only with this ${member}`))
  }
  command
    .addHelpText(
      'after',
      `
It does not verify what it prints; audit verify does.

Example:
  $ toolnotary audit list --store toolnotary.db --tool refund_order --since 7d

Exit status: 0 done, 2 usage, 3 the log could not be read.`,
    )
    .action(async (args: AuditListArgs) => end(await auditList(args, io)))
}

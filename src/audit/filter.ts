import type { AuditEntry, ChainedEntry } from '../core/audit-entry.ts'
import { type NumberedEntry, readEntry } from './read-entry.ts'

/** The members by which entries can be chosen. */
export const FILTER_MEMBERS = [
  'event',
  'tenant',
  'user',
  'agent',
  'tool',
  'operation',
  'ending',
  'executed',
  'reason',
  'rule',
  'approval',
  'approver',
] as const satisfies readonly (keyof AuditEntry)[]

/** Which entries to choose: those that have all of these members, from one instant to before another (epoch ms). */
export interface AuditFilter {
  readonly members: ReadonlyMap<(typeof FILTER_MEMBERS)[number], string>
  readonly fromAt: number | null
  readonly untilAt: number | null
}

/** Chooses entries of a log, in order. Throws `ledger_corrupt` at an entry that cannot be read. */
export async function* filterLog(
  entries: AsyncIterable<ChainedEntry>,
  filter: AuditFilter,
): AsyncGenerator<NumberedEntry> {
  for await (const chained of entries) {
    const entry = readEntry(chained)
    if (isChosen(entry, filter)) yield entry
  }
}

function isChosen(entry: AuditEntry, { members, fromAt, untilAt }: AuditFilter): boolean {
  if (fromAt !== null && entry.at < fromAt) return false
  if (untilAt !== null && entry.at >= untilAt) return false
  return [...members].every(([member, value]) => entry[member] === value)
}

import type { AuditEntry, ChainedEntry } from '../core/audit-entry.ts'
import { ToolnotaryError } from '../errors.ts'

/** An entry of the log with its number, as its text tells. */
export interface NumberedEntry extends AuditEntry {
  readonly seq: number
  readonly v: 1
}

const TEXTS = ['event', 'tenant', 'user', 'agent', 'tool', 'stage'] as const
const NUMBERS = ['seq', 'at', 'count'] as const

/** Reads the text of an entry, or null when it is not the text of one. */
export function parseEntry(text: string): NumberedEntry | null {
  try {
    const value = JSON.parse(text) as Partial<Readonly<Record<keyof NumberedEntry, unknown>>> | null
    const { v } = value ?? {}
    const fits =
      v === 1 &&
      TEXTS.every((member) => typeof value?.[member] === 'string') &&
      NUMBERS.every((member) => Number.isSafeInteger(value?.[member]))
    // The members that may be null are not looked at: the hash says whether they are what we wrote.
    return fits ? (value as NumberedEntry) : null
  } catch {
    return null
  }
}

/** Reads an entry whose text must be one. Throws `ledger_corrupt` with its place. */
export function readEntry({ seq, text }: ChainedEntry): NumberedEntry {
  const entry = parseEntry(text)
  if (entry === null) throw new ToolnotaryError('ledger_corrupt', { seq })
  return entry
}

import type { AuditEntry, ChainedEntry } from '../core/audit-entry.ts'
import { ToolnotaryError } from '../errors.ts'

/** An entry of the log with its number, as its text tells. */
export interface NumberedEntry extends AuditEntry {
  readonly seq: number
  readonly v: 1
}

/** Reads the text of an entry, or null when it is not the text of one. */
export function parseEntry(text: string): NumberedEntry | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    if (!('seq' in value && Number.isSafeInteger(value.seq) && 'v' in value && value.v === 1)) {
      return null
    }
    // The hash over the text says whether the rest is what we wrote; see verifyLog.
    return value as NumberedEntry
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

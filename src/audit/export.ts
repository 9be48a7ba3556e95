import type { ChainedEntry } from '../core/audit-entry.ts'
import { readEntry } from './read-entry.ts'

/**
 * Writes a log as JSON Lines, one `{"entry":…,"hash":…,"prev":…}` an entry, without line breaks. The hashed text stands in
 * it as it is: it is the canonical JSON (RFC 8785) of `entry`. Throws `ledger_corrupt` at an entry that cannot be read, so
 * that no damaged text can pose as a line.
 */
export async function* exportLog(entries: AsyncIterable<ChainedEntry>): AsyncGenerator<string> {
  for await (const chained of entries) {
    readEntry(chained)
    const { text, hash, prev } = chained
    yield `{"entry":${singleLine(text)},"hash":${JSON.stringify(hash)},"prev":${JSON.stringify(prev)}}`
  }
}

/** Canonical JSON has no line breaks; what somebody edited may, between two members. */
function singleLine(text: string): string {
  return text.replaceAll(/[\n\r]/g, ' ')
}

import { CHAIN_START, type ChainedEntry, type ChainHead, entryHash } from '../core/audit-entry.ts'
import type { Hasher } from '../core/ports.ts'
import { parseEntry } from './read-entry.ts'

/**
 * What is wrong with a record. `edited`: its bytes are not those that were hashed. `missing`: it is not there. `reordered`:
 * it stands further down. `duplicated`: its place is taken twice.
 */
export type ChainProblem = 'edited' | 'missing' | 'reordered' | 'duplicated'

/** What a walk through the log found. `seq` is the number of the first bad record. */
export type Verification =
  | { readonly kind: 'whole'; readonly head: ChainHead }
  | { readonly kind: 'broken'; readonly problem: ChainProblem; readonly seq: number }

/**
 * Walks a log from its first entry and names the first bad record. A log whose end was cut off, or that somebody rewrote
 * from a place to its end, is whole in itself: only a `checkpoint`, a head that was noted elsewhere earlier, shows it.
 */
export async function verifyLog(
  entries: AsyncIterable<ChainedEntry>,
  hasher: Hasher,
  checkpoint: ChainHead | null = null,
): Promise<Verification> {
  let head: ChainHead = { seq: 0, hash: CHAIN_START }
  const walk = entries[Symbol.asyncIterator]()
  for (let step = await walk.next(); step.done !== true; step = await walk.next()) {
    const entry = step.value
    const place = judgePlace(hasher, head, entry)
    if (place === 'elsewhere') return judgeRest(walk, entry, head.seq + 1)
    if (place !== null) return place
    head = { seq: entry.seq, hash: entry.hash }
    if (entry.seq === checkpoint?.seq && entry.hash !== checkpoint.hash) {
      return broken('edited', entry.seq)
    }
  }
  if (checkpoint !== null && head.seq < checkpoint.seq) return broken('missing', head.seq + 1)
  return { kind: 'whole', head }
}

function broken(problem: ChainProblem, seq: number): Verification {
  return { kind: 'broken', problem, seq }
}

/** Null for the entry that belongs here; `elsewhere` for an intact one that belongs further down or is not alone. */
function judgePlace(
  hasher: Hasher,
  head: ChainHead,
  { seq, text, prev, hash }: ChainedEntry,
): Verification | 'elsewhere' | null {
  const expected = head.seq + 1
  if (entryHash(hasher, prev, text) !== hash) return broken('edited', expected)
  // The number in the hashed text counts: the one beside it is only where the store keeps the row.
  const own = parseEntry(text)?.seq ?? null
  if (own === null) return broken('edited', expected)
  if (own < expected) return broken('duplicated', own)
  if (own > expected) return 'elsewhere'
  if (seq !== own) return broken('edited', own)
  // An intact entry vouches for the one before it: if the two disagree, that one was changed and hashed anew.
  return prev === head.hash ? null : broken('edited', Math.max(head.seq, 1))
}

/** Looks through the rest of the log for the entry that was expected, and for a second copy of the one that came. */
async function judgeRest(
  walk: AsyncIterator<ChainedEntry>,
  { text }: ChainedEntry,
  expected: number,
): Promise<Verification> {
  let found = false
  for (let step = await walk.next(); step.done !== true; step = await walk.next()) {
    if (step.value.text === text) return broken('duplicated', parseEntry(text)?.seq ?? expected)
    found ||= parseEntry(step.value.text)?.seq === expected
  }
  return broken(found ? 'reordered' : 'missing', expected)
}

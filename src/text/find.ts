import type { HiddenKind } from './classes.ts'
import { findMixedScript } from './mixed-script.ts'
import { isPrintableAscii, suspectLines } from './probe.ts'
import { HIDDEN, readMatch } from './sequences.ts'

/** What a text hides of one kind. */
export interface HiddenFinding {
  readonly kind: HiddenKind
  readonly count: number
  /** Where the first {@link OFFSETS_LISTED} of them begin, in UTF-16 code units. */
  readonly offsets: readonly number[]
}

/** How many offsets a finding lists at most, so that a report about a hostile text stays small. */
export const OFFSETS_LISTED = 16

/**
 * Finds what a reader of the text cannot see or would misread: at most one finding a kind, ordered by first occurrence
 * but for `mixed_script` and `not_nfc`, which come last. Emoji sequences that Unicode registers and joiners in scripts
 * that need them are ordinary text.
 */
export function findHidden(text: string): readonly HiddenFinding[] {
  if (isPrintableAscii(text)) return []
  const findings = new Map<HiddenKind, { count: number; offsets: number[] }>()
  const add = (kind: HiddenKind, count: number, offset: number): void => {
    const finding = findings.get(kind) ?? { count: 0, offsets: [] }
    finding.count += count
    if (finding.offsets.length < OFFSETS_LISTED) finding.offsets.push(offset)
    findings.set(kind, finding)
  }
  for (const { start, end } of suspectLines(text)) {
    for (const found of text.slice(start, end).matchAll(HIDDEN)) {
      const match = readMatch(found[0])
      if (match !== undefined) add(match.kind, match.count, start + found.index)
    }
  }
  for (const offset of findMixedScript(text)) add('mixed_script', 1, offset)
  const composed = text.normalize('NFC')
  if (composed !== text) add('not_nfc', 1, firstDifference(text, composed))
  return Array.from(findings, ([kind, finding]) => ({ kind, ...finding }))
}

/** Whether {@link findHidden} finds anything. */
export function hasHidden(text: string): boolean {
  return findHidden(text).length > 0
}

function firstDifference(one: string, other: string): number {
  let offset = 0
  while (offset < one.length && one[offset] === other[offset]) offset += 1
  return offset
}

import { type HiddenCounts, type HiddenKind, takesRoom } from './classes.ts'
import { suspectLines } from './probe.ts'
import { HIDDEN, readMatch } from './sequences.ts'

/** A text without what it hid. */
export interface StrippedText {
  readonly text: string
  readonly removed: HiddenCounts
}

const NOTHING: HiddenCounts = Object.freeze({})

/**
 * Takes hidden characters and terminal escapes out of a text that goes to a model. Line feeds, tabs and `\r\n` stay, as do
 * emoji that Unicode registers, joiners in scripts that need them, and blanks that take room. What an escape made
 * invisible on a terminal becomes visible. Look-alike letters and the normal form are not its business.
 */
export function stripText(text: string): StrippedText {
  const removed = new Map<HiddenKind, number>()
  const strip = (hidden: string): string => {
    const match = readMatch(hidden)
    if (match === undefined || takesRoom(hidden)) return hidden
    removed.set(match.kind, (removed.get(match.kind) ?? 0) + match.count)
    return match.visible
  }
  let stripped = ''
  let done = 0
  for (const { start, end } of suspectLines(text)) {
    stripped += text.slice(done, start) + text.slice(start, end).replace(HIDDEN, strip)
    done = end
  }
  if (removed.size === 0) return { text, removed: NOTHING }
  return { text: stripped + text.slice(done), removed: Object.fromEntries(removed) }
}

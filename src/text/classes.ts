/**
 * What makes a piece of text hidden or deceptive.
 *
 * `blank` looks like a space and is a letter or symbol; `invisible` is every default-ignorable or format character that
 * has no class of its own; `mixed_script` is a word that mixes look-alike alphabets; `not_nfc` is a text that has another
 * spelling with the same look.
 */
export type HiddenKind =
  | 'control'
  | 'terminal_escape'
  | 'separator'
  | 'bidi'
  | 'tag'
  | 'variation_selector'
  | 'blank'
  | 'invisible'
  | 'lone_surrogate'
  | 'mixed_script'
  | 'not_nfc'

/** How often each kind was seen; a kind that was not seen is absent. */
export type HiddenCounts = Readonly<Partial<Record<HiddenKind, number>>>

/** Characters that show nothing and take room, so that removing one would join words or break Braille. */
const ROOMY = String.raw`\p{Zl}\p{Zp}\u2800\u{13441}\u{13442}\u{1D159}`
/** Format characters that are drawn: the Arabic, Syriac and Kaithi signs before a number. */
const DRAWN = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`

/** A class for `v` patterns: every character that no reader can see, but for controls. */
export const UNSEEN: string = String.raw`[[\p{DI}\p{Cf}\p{Cs}${ROOMY}]--[${DRAWN}]]`

const TERMINAL_START = String.raw`^(?:\x1B[ -~]|[\x90\x98\x9B\x9D-\x9F])`

const KINDS: readonly (readonly [HiddenKind, RegExp])[] = [
  ['terminal_escape', new RegExp(TERMINAL_START, 'v')],
  ['control', /^\p{Cc}/v],
  ['separator', /^[\p{Zl}\p{Zp}]/v],
  ['bidi', /^\p{Bidi_C}/v],
  ['tag', /^[\u{E0000}-\u{E007F}]/v],
  ['variation_selector', /^\p{VS}/v],
  ['blank', /^[\u115F\u1160\u2800\u3164\uFFA0\u{13441}\u{13442}\u{1D159}]/v],
  ['lone_surrogate', /^\p{Cs}/v],
]

const TAKES_ROOM = new RegExp(`^[${ROOMY}]$`, 'v')

/** Names the kind of one hidden character or terminal escape. */
export function kindOf(hidden: string): HiddenKind {
  for (const [kind, pattern] of KINDS) if (pattern.test(hidden)) return kind
  return 'invisible'
}

/** Whether a hidden character takes room on the line, such as U+2800 or U+2028. */
export function takesRoom(hidden: string): boolean {
  return TAKES_ROOM.test(hidden)
}

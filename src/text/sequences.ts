import { type HiddenKind, kindOf, UNSEEN } from './classes.ts'

/** What a match of {@link HIDDEN} hides. */
export interface HiddenMatch {
  readonly kind: HiddenKind
  /** Hidden characters or terminal escapes in the match. */
  readonly count: number
  /** What is left when they are taken out. */
  readonly visible: string
}

/** A string for the terminal ends on its own line or hides nothing but its start: two stray bytes swallow no text. */
const TERMINAL_STRING = String.raw`(?:\x1B[PX\]\^_]|[\x90\x98\x9D-\x9F])(?:\P{Cc}*(?:\x07|\x1B\\|\x9C))?`
const TERMINAL_CSI = String.raw`(?:\x1B\[|\x9B)[0-?]*[ -\/]*[@-~]?`
const TERMINAL_OTHER = String.raw`\x1B(?:[ -\/]+[0-~]?|[0-~])`

const EMOJI = String.raw`[\p{Emoji}--[0-9#*]]`
const EMOJI_CHAIN = String.raw`${EMOJI}(?:\p{EMod}|[\uFE0E\uFE0F])?(?:\u200D${EMOJI}(?:\p{EMod}|\uFE0F)?)+`
/** England, Scotland and Wales: the only tag sequences that Unicode registers. */
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`

const JOINING_SCRIPTS = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr'],
  ...['Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr'],
]
const JOINING_SCRIPT = JOINING_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')
/** Letters and marks whose shape may depend on a joiner after them. */
const JOINING = String.raw`[[[\p{L}\p{M}]&&[${JOINING_SCRIPT}]]--\p{DI}]`
const JOINER = String.raw`(?<!${JOINING})[\u200C\u200D]`

/** A presentation selector belongs to the emoji before it, or to a keycap. */
const PRESENTATION = String.raw`(?<!${EMOJI})(?:\uFE0E|\uFE0F(?!(?<=[0-9#*]\uFE0F)\u20E3))`

/**
 * Matches what is hidden, and emoji sequences that are hidden only if Unicode does not register them: {@link readMatch}
 * tells them apart. What it leaves alone is judged by neighbours that stay, so removing matches makes no new ones.
 * No repetition can match in two ways or run past its end, so that it is linear on any input.
 */
export const HIDDEN: RegExp = new RegExp(
  [
    FLAG,
    EMOJI_CHAIN,
    TERMINAL_STRING,
    TERMINAL_CSI,
    TERMINAL_OTHER,
    String.raw`\r(?!\n)`,
    String.raw`[\p{Cc}--[\t\n\r]]`,
    JOINER,
    PRESENTATION,
    String.raw`[${UNSEEN}--[\u200C\u200D\uFE0E\uFE0F]]`,
  ].join('|'),
  'gv',
)

const EMOJI_START = new RegExp(`^${EMOJI}`, 'v')
const REGISTERED = /^\p{RGI_Emoji}$/v
const NEEDS_SELECTOR = /[\p{Emoji}--[\p{EPres}\p{EComp}]](?!\p{EMod})/gv

/** Says what a match of {@link HIDDEN} hides, or `undefined` when it is an emoji that Unicode registers. */
export function readMatch(match: string): HiddenMatch | undefined {
  if (!EMOJI_START.test(match)) return { kind: kindOf(match), count: 1, visible: '' }
  if (isRegisteredEmoji(match)) return undefined
  const visible = match.replaceAll('\u200D', '')
  return { kind: 'invisible', count: match.length - visible.length, visible }
}

/** Keyboards leave out U+FE0F inside sequences, so the fully qualified spelling is looked up (UTS #51). */
function isRegisteredEmoji(sequence: string): boolean {
  return REGISTERED.test(sequence.replaceAll('\uFE0F', '').replace(NEEDS_SELECTOR, '$&\uFE0F'))
}

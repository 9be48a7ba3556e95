import { unsupported } from './unsupported.ts'

const SPACE = String.raw`\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
const NOT_SPACE = String.raw`\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`
const LINE_END = String.raw`\n\r\x{2028}\x{2029}`
const ANY = String.raw`\x{0}-\x{10FFFF}`

/** Long names of Unicode's general categories (UAX #44); RE2 knows only the short ones. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['Letter', 'L'],
  ['Lowercase_Letter', 'Ll'],
  ['Uppercase_Letter', 'Lu'],
  ['Titlecase_Letter', 'Lt'],
  ['Modifier_Letter', 'Lm'],
  ['Other_Letter', 'Lo'],
  ['Mark', 'M'],
  ['Number', 'N'],
  ['Decimal_Number', 'Nd'],
  ['digit', 'Nd'],
  ['Punctuation', 'P'],
  ['Symbol', 'S'],
  ['Separator', 'Z'],
  ['Space_Separator', 'Zs'],
  ['Other', 'C'],
  ['Control', 'Cc'],
  ['Format', 'Cf'],
])

const ESCAPE = String.raw`\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\[^]`
const IN_CLASS = new RegExp(`${ESCAPE}|[^]`, 'uy')
const OUTSIDE = new RegExp(
  String.raw`${ESCAPE}|\(\?<?[=!]|\(\?[<:]?|\[\^?\]|\[\^?|\{\d+(?:,\d*)?\}|[^]`,
  'uy',
)

/** RE2 refuses more repetitions than this. */
const MAX_REPEAT = 1_000

/**
 * Writes a pattern of JSON Schema (ECMA-262 with the flag `u`) in the syntax of RE2, with the meaning that ECMA-262
 * gives to `.`, `\s` and escapes. Throws `schema_unsupported` for lookaround, backreferences and what is no pattern.
 */
export function translatePattern(pattern: string, at: string): string {
  try {
    // Compiling is linear; only matching is not. What follows relies on a pattern without syntax errors.
    new RegExp(pattern, 'u')
  } catch (cause) {
    throw unsupported('pattern', { at }, cause)
  }
  let inClass = false
  let translated = ''
  for (let from = 0; from < pattern.length; ) {
    const token = readToken(inClass ? IN_CLASS : OUTSIDE, pattern, from)
    translated += inClass ? translateInClass(token, at) : translateOutside(token, at)
    inClass = inClass ? token !== ']' : token === '[' || token === '[^'
    from += token.length
  }
  return translated
}

function readToken(kinds: RegExp, pattern: string, from: number): string {
  kinds.lastIndex = from
  return kinds.exec(pattern)?.[0] ?? ''
}

function translateOutside(token: string, at: string): string {
  switch (token) {
    case '.':
      return `[^${LINE_END}]`
    case '[]':
      return `[^${ANY}]`
    case '[^]':
      return `[${ANY}]`
    case '\\s':
      return `[${SPACE}]`
    case '\\S':
      return `[^${SPACE}]`
    case '(?=':
    case '(?!':
    case '(?<=':
    case '(?<!':
      throw unsupported('pattern_lookaround', { at })
    case '(?':
      throw unsupported('pattern', { at })
    default:
      if (token.length > 1 && token.startsWith('{')) return repeat(token, at)
      return translateEscape(token, at)
  }
}

function translateInClass(token: string, at: string): string {
  switch (token) {
    // RE2 would read `[:` as the start of a POSIX class.
    case '[':
      return '\\['
    case '\\s':
      return SPACE
    case '\\S':
      return NOT_SPACE
    case '\\b':
      return '\\x{8}'
    default:
      return translateEscape(token, at)
  }
}

function repeat(token: string, at: string): string {
  const counts = token.slice(1, -1).split(',')
  if (counts.some((count) => Number(count) > MAX_REPEAT)) throw unsupported('pattern', { at })
  return token
}

function translateEscape(token: string, at: string): string {
  if (!token.startsWith('\\')) return token
  const kind = token.charAt(1)
  if (/[1-9k]/.test(kind)) throw unsupported('pattern_backreference', { at })
  if (kind === '0') return '\\x{0}'
  if (kind === 'c') return codePoint(token.charCodeAt(2) % 32, at)
  if (kind === 'x') return codePoint(Number.parseInt(token.slice(2), 16), at)
  if (kind === 'u') return codePoint(readUnicode(token), at)
  if (kind === 'p' || kind === 'P') return property(kind, token.slice(3, -1), at)
  return token
}

function readUnicode(token: string): number {
  if (token.startsWith('\\u{')) return Number.parseInt(token.slice(3, -1), 16)
  const units = token.split('\\u').slice(1)
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))).codePointAt(0) ?? 0
}

function codePoint(value: number, at: string): string {
  // A lone surrogate is no character of well-formed text.
  if (value >= 0xd800 && value <= 0xdfff) throw unsupported('pattern', { at })
  return `\\x{${value.toString(16)}}`
}

function property(kind: string, name: string, at: string): string {
  const value = name.replace(/^(?:General_Category|gc|Script|sc)=/, '')
  const short = CATEGORIES.get(value) ?? value
  const known = /^[A-Z][a-z]?$/.test(short) || /^(?:Script|sc)=[A-Z][A-Za-z_]+$/.test(name)
  if (!known) throw unsupported('pattern', { at })
  return `\\${kind}{${short}}`
}

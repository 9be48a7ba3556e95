import { UNSEEN } from './classes.ts'
import { isPrintableAscii } from './probe.ts'

/** Also the backslash of a literal `\u{`, so that no text can pass for the escaped form of another. */
const ESCAPED = new RegExp(String.raw`${UNSEEN}|\p{Cc}|\\(?=u\{)`, 'gv')
const ESCAPED_ASCII = /[\t\n]|\\(?=u\{)/g

/**
 * Writes a text so that nothing in it is hidden, for approval views and terminals: every control, format and invisible
 * character becomes `\u{…}`, even where it is ordinary, as in emoji sequences or Persian. Different texts stay different.
 * With `multiline`, line feeds stay. Look-alike letters and normal forms are left to `findHidden`.
 */
export function escapeText(text: string, options: { readonly multiline?: boolean } = {}): string {
  const pattern = isPrintableAscii(text) ? ESCAPED_ASCII : ESCAPED
  return text.replace(pattern, (found) =>
    found === '\n' && options.multiline === true ? found : escapeCharacter(found),
  )
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
}

const LATIN = String.raw`A-Za-z\u00AA\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u1E00-\u1EFF\uFF21-\uFF3A\uFF41-\uFF5A`
/** Cyrillic, Armenian and Cherokee. */
const LOOKALIKE = String.raw`\u0400-\u0481\u048A-\u052F\u0531-\u0556\u0561-\u0587\u13A0-\u13FD\u1C80-\u1C8A\uA640-\uA69F\uAB70-\uABBF`
/** Only the Greek letters that pass for Latin ones, so that `μm` and `Δt` stay ordinary. */
const GREEK_LOOKALIKE = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧικνορυχϲϳ'
const MARKS = String.raw`[\u0300-\u036F\u0483-\u0489]*`

const BORDER = new RegExp(
  [
    `[${LATIN}]${MARKS}[${LOOKALIKE}${GREEK_LOOKALIKE}]`,
    `[${LOOKALIKE}]${MARKS}[${LATIN}${GREEK_LOOKALIKE}]`,
    `[${GREEK_LOOKALIKE}]${MARKS}[${LATIN}${LOOKALIKE}]`,
  ].join('|'),
)
/** Most texts have no letter of these alphabets, and a short class is scanned fast. */
const ANY_LOOKALIKE = /[\u0370-\u058F\u13A0-\u13FD\u1C80-\u1C8A\uA640-\uA69F\uAB70-\uABBF]/
const WORD = /[\p{L}\p{M}]+/gv

/** Offsets of the words in which letters of look-alike alphabets stand side by side. */
export function findMixedScript(text: string): readonly number[] {
  if (!ANY_LOOKALIKE.test(text) || !BORDER.test(text)) return []
  return [...text.matchAll(WORD)].filter(([word]) => BORDER.test(word)).map(({ index }) => index)
}

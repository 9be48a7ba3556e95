import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, takesRoom, UNSEEN } from './classes.ts'
import { escapeText } from './escape.ts'
import { findHidden, hasHidden } from './find.ts'
import { suspectLines } from './probe.ts'
import { stripText } from './strip.ts'

/** Pieces that mean something together, so that random joins build and break sequences. */
const PIECES = [
  ...['a', 'Z', '1', '#', ' ', '\n', '\r', '\t', '\\', 'u', '{', '}', '\\u{', '[', ']', '0;', 'm'],
  ...['\x1B', '\x1B[', '\x1B]', '\x9B', '\x9D', '\x9C', '\x07', '\b', '\x7F', '\x85'],
  ...['\u200B', '\u200C', '\u200D', '\uFE0E', '\uFE0F', '\u20E3', '\u202E', '\u3164', '\u2800'],
  ...['\u2028', '\u{1F3F4}', '\u{E0067}', '\u{E0062}', '\u{E0065}', '\u{E006E}', '\u{E007F}'],
  ...['👩', '🚀', '❤', '♂', '🏽', '\u0301', 'é', 'م', 'क', '्', 'а', 'о', 'Α', '\uD83D', '\uDE00'],
]
const soup = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 2 })), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(''))

const readEscaped = (shown: string): string =>
  shown.replace(/\\u\{([0-9A-F]+)\}/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  )
const kinds = (text: string): readonly string[] => findHidden(text).map(({ kind }) => kind)

describe('every text', () => {
  it('is left alone by a second strip', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const once = stripText(text).text
        expect(stripText(once)).toEqual({ text: once, removed: {} })
      }),
      { numRuns: 3000 },
    )
  })

  it('hides nothing after a strip but blanks that take room, look-alikes and its normal form', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const left = stripText(text).text
        const hidden = findHidden(left).filter(
          ({ kind, offsets }) =>
            kind !== 'mixed_script' &&
            kind !== 'not_nfc' &&
            !offsets.every((at) => takesRoom(String.fromCodePoint(left.codePointAt(at) ?? 0))),
        )
        expect(hidden).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it('loses in a strip exactly what the finder counts', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const found = Object.fromEntries(findHidden(text).map(({ kind, count }) => [kind, count]))
        for (const [kind, count] of Object.entries(stripText(text).removed)) {
          if (kind === 'blank') expect(count).toBeLessThanOrEqual(found[kind] ?? 0)
          else expect(count).toBe(found[kind])
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('has one escaped form, from which it can be read back', () => {
    fc.assert(
      fc.property(soup, fc.boolean(), (text, multiline) => {
        expect(readEscaped(escapeText(text, { multiline }))).toBe(text)
      }),
      { numRuns: 3000 },
    )
  })

  it('hides nothing once escaped', () => {
    fc.assert(
      fc.property(soup, fc.boolean(), (text, multiline) => {
        const shown = escapeText(text, { multiline })
        const hidden = kinds(shown).filter((kind) => kind !== 'mixed_script' && kind !== 'not_nfc')
        expect(hidden).toEqual([])
        if (!multiline) expect(shown).not.toContain('\n')
      }),
      { numRuns: 3000 },
    )
  })

  it('is judged alike by the probe and the finder', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(hasHidden(text)).toBe(findHidden(text).length > 0)
      }),
      { numRuns: 1000 },
    )
  })
})

it('suspects no line for ending in \\r\\n', () => {
  expect([...suspectLines('one\r\ntwo\x07\r\nthree\r\n')]).toEqual([{ start: 5, end: 11 }])
})

describe('every code point', () => {
  const unseen = new RegExp(UNSEEN, 'v')

  it('is suspect when it is a control or cannot be seen', () => {
    const missed: string[] = []
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point)
      const hidden = unseen.test(character) || /[\p{Cc}--[\t\n]]/v.test(character)
      if (hidden && suspectLines(character).next().done === true) missed.push(point.toString(16))
    }
    expect(missed).toEqual([])
  })

  it('is removed, escaped and named alike when it cannot be seen', () => {
    for (let point = 0x80; point <= 0xfffff; point += 1) {
      const character = String.fromCodePoint(point)
      if (!unseen.test(character)) continue
      expect(stripText(`a${character}`).text).toBe(takesRoom(character) ? `a${character}` : 'a')
      expect(kinds(`a${character}`)).toContain(kindOf(character))
      expect(escapeText(character)).toBe(`\\u{${point.toString(16).toUpperCase()}}`)
    }
  })
})

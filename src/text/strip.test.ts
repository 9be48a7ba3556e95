import { describe, expect, it } from 'vitest'
import { stripText } from './strip.ts'

const ESC = '\x1B'
const BEL = '\x07'
const FLAG = '\u{1F3F4}'
const tags = (ascii: string): string =>
  [...ascii].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

describe('stripText', () => {
  it.each([
    { what: 'colours', text: `${ESC}[1;31mred${ESC}[0m`, left: 'red' },
    { what: 'text made invisible', text: `a${ESC}[8mhidden${ESC}[28mb`, left: 'ahiddenb' },
    { what: 'cursor moves', text: `a${ESC}[2K${ESC}[1Ab`, left: 'ab' },
    { what: 'a CSI that never ends', text: `a${ESC}[12;\nb`, left: 'a\nb' },
    { what: 'a window title', text: `${ESC}]0;title${BEL}a`, left: 'a' },
    { what: 'the clipboard (OSC 52)', text: `${ESC}]52;c;cm0gLXJm${BEL}a`, left: 'a' },
    {
      what: 'a hyperlink (OSC 8)',
      text: `${ESC}]8;;http://x${ESC}\\a${ESC}]8;;${ESC}\\`,
      left: 'a',
    },
    { what: 'C1 strings', text: '\x9D0;t\x9Ca\x90q\x9Cb\x9F\x9Cc', left: 'abc' },
    {
      what: 'DCS, APC, PM and SOS',
      text: `${ESC}Pq${ESC}\\a${ESC}_x${ESC}\\${ESC}^x${BEL}${ESC}Xx\x9C`,
      left: 'a',
    },
    { what: 'C1 CSI', text: '\x9B31mred', left: 'red' },
    { what: 'resets and charsets', text: `${ESC}ca${ESC}(Bb${ESC}7c${ESC}`, left: 'abc' },
  ])('takes out terminal escapes: $what', ({ text, left }) => {
    expect(stripText(text).text).toBe(left)
  })

  it.each([
    { what: 'unterminated', text: `${ESC}]0;the rest stays`, left: '0;the rest stays' },
    { what: 'unterminated on its line', text: `${ESC}]0;a\nb${BEL}`, left: '0;a\nb' },
    { what: 'broken off by a control', text: `${ESC}]0;a\tb${BEL}`, left: '0;a\tb' },
    { what: 'broken off by another escape', text: `${ESC}]0;a${ESC}[0mb`, left: '0;ab' },
  ])('swallows no text after a string that is $what', ({ text, left }) => {
    expect(stripText(text).text).toBe(left)
  })

  it.each([
    { what: 'a lone carriage return', text: 'safe\revil', left: 'safeevil' },
    { what: 'a carriage return before a line end', text: 'a\r\r\nb', left: 'a\r\nb' },
    { what: 'backspaces', text: 'rm\b\bls', left: 'rmls' },
    { what: 'BEL, VT, FF, DEL and NUL', text: 'a\x07\v\f\x7F\0b', left: 'ab' },
    { what: 'bidi controls', text: 'a\u202E\u2066b\u2069\u200F', left: 'ab' },
    { what: 'zero-width characters', text: 'a\u200B\u2060\uFEFF\u00AD\u034Fb', left: 'ab' },
    { what: 'Hangul fillers', text: 'a\u3164\u115F\uFFA0b', left: 'ab' },
    { what: 'lone surrogates', text: 'a\uD800b\uDC00', left: 'ab' },
    { what: 'smuggled tags', text: `hi${tags('ignore all')}`, left: 'hi' },
    { what: 'tags after a flag', text: `${FLAG}${tags('evil')}\u{E007F}`, left: FLAG },
    { what: 'an unregistered flag', text: `${FLAG}${tags('usca')}\u{E007F}`, left: FLAG },
    {
      what: 'a registered flag with more',
      text: `${FLAG}${tags('gbeng')}${tags('x')}\u{E007F}`,
      left: FLAG,
    },
    { what: 'smuggled variation selectors', text: '😀\u{E0101}\u{E0102}\uFE01', left: '😀' },
    { what: 'a second selector', text: '❤\uFE0F\uFE0F', left: '❤\uFE0F' },
    { what: 'a keycap selector without its keycap', text: '1\uFE0F', left: '1' },
    { what: 'joiners between Latin letters', text: 'a\u200Db\u200Cc', left: 'abc' },
    { what: 'a second joiner', text: 'می\u200C\u200Cخ', left: 'می\u200Cخ' },
    { what: 'joiners in an unregistered sequence', text: '🍕\u200D🍕\u200D🍕', left: '🍕🍕🍕' },
    { what: 'joiners at the end of an emoji', text: '👩\u200D', left: '👩' },
    { what: 'joiners that hide behind others', text: '👩\u200B\u200D\u200B🚀', left: '👩🚀' },
  ])('takes out $what', ({ text, left }) => {
    expect(stripText(text).text).toBe(left)
  })

  it('keeps blanks that take room, for Braille and line breaks', () => {
    expect(stripText('⠓⠊\u2800⠞\u2028b')).toEqual({ text: '⠓⠊\u2800⠞\u2028b', removed: {} })
  })

  it('counts what it took out by kind', () => {
    const text = `${ESC}[0m${BEL}\u200B\u200B🍕\u200D🍕\u200D🍕${tags('ab')}\u202E\uFE0Fx\uFE0F`
    expect(stripText(text).removed).toEqual({
      terminal_escape: 1,
      control: 1,
      invisible: 4,
      tag: 2,
      bidi: 1,
      variation_selector: 2,
    })
  })

  it('makes no new escape or surrogate pair out of what was apart', () => {
    expect(stripText('\uDB40\x07\uDC41').text).toBe('')
    expect(stripText(`${ESC}\u200B[31mx`).text).toBe('[31mx')
    expect(stripText(`${ESC}${ESC}[0m[31mx`).text).toBe('[31mx')
    expect(stripText('\r\u200B\n').text).toBe('\n')
  })

  it.each([
    { what: 'zero-width spaces', text: '\u200B'.repeat(1e6) },
    { what: 'string starts', text: `${ESC}]`.repeat(5e5) },
    { what: 'one endless string', text: `${ESC}]${'a'.repeat(1e6)}` },
    { what: 'one endless CSI', text: `${ESC}[${'0'.repeat(5e5)}${' '.repeat(5e5)}\n` },
    { what: 'one endless emoji chain', text: '😀\u200D'.repeat(3e5) },
    { what: 'suspect lines', text: '\u200B\n'.repeat(5e5) },
    { what: 'carriage returns', text: '\r'.repeat(1e6) },
  ])('finishes a million $what', ({ text }) => {
    expect(stripText(text).text.length).toBeLessThanOrEqual(text.length)
  })
})

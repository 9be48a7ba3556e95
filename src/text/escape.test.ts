import { describe, expect, it } from 'vitest'
import { escapeText } from './escape.ts'

describe('escapeText', () => {
  it.each([
    { text: 'plain C:\\temp \\n \\u0041', shown: 'plain C:\\temp \\n \\u0041' },
    { text: 'a\x1B[31m\x07\b\r', shown: 'a\\u{1B}[31m\\u{7}\\u{8}\\u{D}' },
    { text: 'a\tb\nc', shown: 'a\\u{9}b\\u{A}c' },
    {
      text: 'a\u202Eb\u200B\u00AD\u3164\u2800',
      shown: 'a\\u{202E}b\\u{200B}\\u{AD}\\u{3164}\\u{2800}',
    },
    { text: 'x\u{E0041}\u2028', shown: 'x\\u{E0041}\\u{2028}' },
    { text: '\uD800', shown: '\\u{D800}' },
    { text: '❤\uFE0F', shown: '❤\\u{FE0F}' },
    { text: 'می\u200Cخ', shown: 'می\\u{200C}خ' },
    { text: 'naïve “日本”\u00A0€', shown: 'naïve “日本”\u00A0€' },
    { text: '\\u{1B}', shown: '\\u{5C}u{1B}' },
    { text: '\\\\u{1B}é', shown: '\\\\u{5C}u{1B}é' },
  ])('shows $shown', ({ text, shown }) => {
    expect(escapeText(text)).toBe(shown)
  })

  it('keeps line feeds, and nothing else, in multiline mode', () => {
    expect(escapeText('a\r\nb\tc\n', { multiline: true })).toBe('a\\u{D}\nb\\u{9}c\n')
    expect(escapeText('é\r\n', { multiline: true })).toBe('é\\u{D}\n')
  })
})

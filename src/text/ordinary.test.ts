import { describe, expect, it } from 'vitest'
import { findHidden, hasHidden } from './find.ts'
import { stripText } from './strip.ts'

const ORDINARY: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'prose', text: 'The order was refunded; see "notes" (p. 3).\nThanks!\n' },
  { what: 'Windows line ends and tabs', text: 'one\ttwo\r\nthree\r\n\r\n' },
  { what: 'code', text: 'const re = /\\u{1b}\\[[0-9;]*m/g // C:\\users\\x\n\tif (a && b) {}\n' },
  { what: 'Markdown', text: '# Title\n\n* **bold** `code` [link](https://example.com)\n\n> q\n' },
  { what: 'typography', text: '“Quotes” — dashes – ellipsis… §4 ©2026 ™ 50 µm, Δt = 3 μs, 5 kΩ' },
  {
    what: 'French with no-break spaces',
    text: 'Le café coûte 10\u202F000\u00A0€\u00A0: voilà\u00A0!',
  },
  { what: 'emoji', text: '🎉 done ❤️ ⚡️ ☑️ ✔︎ ↩︎ 👍🏽 🇫🇷' },
  { what: 'emoji sequences', text: '👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 👁️‍🗨️ 🐻‍❄️ ❤️‍🔥' },
  { what: 'emoji as keyboards shorten them', text: '🤷‍♂ 🏳‍🌈 👩‍❤‍💋‍👩' },
  { what: 'keycaps', text: '1️⃣ 2️⃣ #️⃣ *️⃣' },
  {
    what: 'the three registered tag flags',
    text: [
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
    ].join(' '),
  },
  { what: 'Hindi with joiners', text: 'नमस्ते दुनिया, क्\u200Dष और क्\u200Cष' },
  { what: 'Bengali and Sinhala with joiners', text: 'র\u200D্যাম ශ්\u200Dරී ලංකා' },
  { what: 'Persian with non-joiners', text: 'می\u200Cخواهم کتاب\u200Cها را بخوانم' },
  { what: 'Arabic with vowel signs and a number sign', text: 'السَّلَامُ عَلَيْكُمْ \u0600١٢' },
  { what: 'Hebrew with points', text: 'שָׁלוֹם עולם'.normalize('NFC') },
  {
    what: 'Chinese, Japanese and Korean',
    text: '你好，世界。こんにちは「世界」ｶﾀｶﾅ　안녕하세요 Tシャツ',
  },
  { what: 'Russian beside English', text: 'Файл PDF-формата, iPhone и UTF-8: всё в порядке.' },
  { what: 'Greek', text: 'Καλημέρα κόσμε'.normalize('NFC') },
  { what: 'Vietnamese and Thai', text: 'Tiếng Việt, ภาษาไทย' },
]

describe('ordinary text', () => {
  it.each(ORDINARY)('passes unchanged: $what', ({ text }) => {
    expect(stripText(text)).toEqual({ text, removed: {} })
  })

  it.each(ORDINARY)('hides nothing: $what', ({ text }) => {
    expect(findHidden(text)).toEqual([])
    expect(hasHidden(text)).toBe(false)
  })
})

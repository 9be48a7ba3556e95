import { describe, expect, it } from 'vitest'
import { findHidden, hasHidden, OFFSETS_LISTED } from './find.ts'

describe('findHidden', () => {
  it.each([
    { text: 'a\bb', kind: 'control', offsets: [1] },
    { text: 'a\rb', kind: 'control', offsets: [1] },
    { text: 'a\x1B', kind: 'control', offsets: [1] },
    { text: 'a\x85b', kind: 'control', offsets: [1] },
    { text: '\x1B[31mred\x1B[0m', kind: 'terminal_escape', offsets: [0, 8] },
    { text: 'a\u2028b', kind: 'separator', offsets: [1] },
    { text: 'user\u202Etxt.exe', kind: 'bidi', offsets: [4] },
    { text: 'a\u200Eb', kind: 'bidi', offsets: [1] },
    { text: 'hi\u{E0041}\u{E0042}', kind: 'tag', offsets: [2, 4] },
    { text: 'a\uFE0F', kind: 'variation_selector', offsets: [1] },
    { text: '葛\u{E0100}', kind: 'variation_selector', offsets: [1] },
    { text: 'a\u2800b\u3164', kind: 'blank', offsets: [1, 3] },
    { text: 'pay\u200Bpal', kind: 'invisible', offsets: [3] },
    { text: 'a\u200Db', kind: 'invisible', offsets: [1] },
    { text: '\uFEFFa', kind: 'invisible', offsets: [0] },
    { text: 'a\uFFF9b', kind: 'invisible', offsets: [1] },
    { text: 'a\uD800b', kind: 'lone_surrogate', offsets: [1] },
    { text: 'see p\u0430ypal now', kind: 'mixed_script', offsets: [4] },
    { text: 'q\u0301\u0430', kind: 'mixed_script', offsets: [0] },
    { text: '\u0391dmin', kind: 'mixed_script', offsets: [0] },
    { text: 'рrice', kind: 'mixed_script', offsets: [0] },
    { text: 'cafe\u0301', kind: 'not_nfc', offsets: [3] },
  ])('sees $kind in $text', ({ text, kind, offsets }) => {
    expect(findHidden(text)).toEqual([{ kind, count: offsets.length, offsets }])
    expect(hasHidden(text)).toBe(true)
  })

  it('reports each kind once and in order of appearance', () => {
    expect(findHidden('a\u200B\u0007\u200Bcafe\u0301')).toEqual([
      { kind: 'invisible', count: 2, offsets: [1, 3] },
      { kind: 'control', count: 1, offsets: [2] },
      { kind: 'not_nfc', count: 1, offsets: [7] },
    ])
  })

  it('counts everything and lists a bounded number of offsets', () => {
    const [finding] = findHidden('\u200B'.repeat(1000))
    expect(finding).toMatchObject({ kind: 'invisible', count: 1000 })
    expect(finding?.offsets).toHaveLength(OFFSETS_LISTED)
  })

  it('gives offsets into the whole text when only some lines hide something', () => {
    expect(findHidden('plain\nplain\nx\u200B\nplain')).toEqual([
      { kind: 'invisible', count: 1, offsets: [13] },
    ])
  })
})

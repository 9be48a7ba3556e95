import { describe, expect, it } from 'vitest'
import type { ToolResult } from '../core/result.ts'
import type { JsonValue } from '../json/value.ts'
import { readWithin } from './bounds.ts'

const BOUNDS = { bytes: 20, depth: 3, items: 2, elements: 5 }
const value = (of: JsonValue): ToolResult => ({ kind: 'value', value: of })
const texts = (...list: readonly string[]): ToolResult => ({
  kind: 'content',
  content: list.map((text) => ({ kind: 'text', text })),
  structured: null,
})

describe('readWithin', () => {
  it.each([
    { what: 'bytes of ASCII', fits: value('x'.repeat(20)), exceeds: value('x'.repeat(21)) },
    { what: 'bytes of other text', fits: value('é'.repeat(10)), exceeds: value('é'.repeat(11)) },
    {
      what: 'bytes of keys',
      fits: value({ ['k'.repeat(20)]: 1 }),
      exceeds: value({ ['k'.repeat(21)]: 1 }),
    },
    {
      what: 'bytes together',
      fits: value(['x'.repeat(10), 'y'.repeat(10)]),
      exceeds: value(['x'.repeat(10), 'y'.repeat(11)]),
    },
    {
      what: 'bytes of blocks',
      fits: texts('é'.repeat(5), 'y'.repeat(10)),
      exceeds: texts('é'.repeat(5), 'y'.repeat(11)),
    },
    { what: 'depth', fits: value([[[1]]]), exceeds: value([[[[]]]]) },
    { what: 'blocks', fits: texts('a', 'b'), exceeds: texts('a', 'b', 'c') },
    { what: 'elements', fits: value([1, 2, [3, 4]]), exceeds: value([1, 2, [3, 4, 5]]) },
    {
      what: 'members',
      fits: value({ a: 1, b: { c: 2, d: 3, e: 4 } }),
      exceeds: value({ a: 1, b: { c: 2, d: 3, e: 4, f: 5 } }),
    },
  ])('holds the bound on $what', ({ fits, exceeds }) => {
    expect(readWithin(fits, BOUNDS)).toBeTypeOf('string')
    expect(readWithin(exceeds, BOUNDS)).toBeUndefined()
  })

  it('counts image data, blocks and structured value together', () => {
    const image = { kind: 'image', data: 'x'.repeat(8), mimeType: 'image/png' } as const
    const result = { kind: 'content', content: [image], structured: { a: 'bc' } } as const
    expect(readWithin(result, BOUNDS)).toBe('a \nbc')
    expect(readWithin({ ...result, structured: { a: 'bcd' } }, BOUNDS)).toBeUndefined()
  })

  it('refuses a list of millions without walking it', () => {
    const list = new Array(5_000_000)
    expect(readWithin(value(list), BOUNDS)).toBeUndefined()
  })

  it('returns keys and strings apart from each other', () => {
    expect(readWithin(value({ a: ['b', 1, null], c: 'd' }), { ...BOUNDS, elements: 9 })).toBe(
      'a \nc \nb \nd',
    )
  })
})

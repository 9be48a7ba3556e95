import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolnotaryError } from '../errors.ts'
import { canonicalJson } from './canonical.ts'
import { parseJson } from './parse.ts'
import { MAX_DEPTH, RESULT_PROFILE } from './profile.ts'
import type { JsonValue } from './value.ts'

const notCanonical = expect.objectContaining<Partial<ToolnotaryError>>({
  code: 'json_not_canonical',
})

const nested = (depth: number): JsonValue => {
  let value: JsonValue = []
  for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describe('canonicalJson', () => {
  it.each([
    { value: null, text: 'null' },
    { value: true, text: 'true' },
    { value: false, text: 'false' },
    { value: -0, text: '0' },
    { value: 1e21, text: '1e+21' },
    { value: 333333333.3333333, text: '333333333.3333333' },
    { value: 5e-324, text: '5e-324' },
    { value: '', text: '""' },
    { value: 'plain text, 100 %', text: '"plain text, 100 %"' },
    { value: 'a"b', text: String.raw`"a\"b"` },
    { value: 'a\\b', text: String.raw`"a\\b"` },
    { value: '\b\t\n\f\r\u0000\u001f', text: String.raw`"\b\t\n\f\r\u0000\u001f"` },
    { value: '/\u007f\u2028é€😀', text: '"/\u007f\u2028é€😀"' },
    { value: [], text: '[]' },
    { value: {}, text: '{}' },
    { value: [1, [2], 'a'], text: '[1,[2],"a"]' },
    { value: { b: 1, a: { d: [], c: {} } }, text: '{"a":{"c":{},"d":[]},"b":1}' },
    {
      value: { 10: 0, 9: 0, '': 0, A: 0, a: 0, _: 0 },
      text: '{"":0,"10":0,"9":0,"A":0,"_":0,"a":0}',
    },
    // UTF-16 code units, not code points: a surrogate pair sorts before U+FB33.
    { value: { '\ufb33': 0, '😀': 0, '"': 0 }, text: '{"\\"":0,"😀":0,"\ufb33":0}' },
  ])('writes $text', ({ value, text }) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it.each([
    { name: 'half a surrogate pair', value: ['\ud800'] },
    { name: 'the other half', value: 'a\udfff' },
    { name: 'a name with half a surrogate pair', value: { '\udc00': 1 } },
    { name: 'a number that is not a number', value: [Number.NaN] },
    { name: 'a number that is not finite', value: { a: Number.NEGATIVE_INFINITY } },
    { name: 'undefined', value: undefined },
    { name: 'a member that is undefined', value: { a: undefined } },
    { name: 'a hole', value: new Array(1) },
    { name: 'a big integer', value: 1n },
    { name: 'a symbol', value: Symbol('a') },
    { name: 'a function', value: () => 1 },
  ])('refuses $name', ({ value }) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(notCanonical)
  })

  it('goes as deep as recursion is safe for, and no deeper', () => {
    expect(canonicalJson(nested(MAX_DEPTH))).toHaveLength(2 * MAX_DEPTH + 4 * (MAX_DEPTH / 2))
    expect(() => canonicalJson(nested(MAX_DEPTH + 1))).toThrow(notCanonical)
    expect(() => canonicalJson(nested(500_000))).toThrow(notCanonical)
  })

  it('never calls toJSON', () => {
    const toJSON = () => 'other'
    const inherited = Object.create({ toJSON }, { a: { value: 1, enumerable: true } })
    expect(canonicalJson(inherited)).toBe('{"a":1}')
    expect(() => canonicalJson({ toJSON } as unknown as JsonValue)).toThrow(notCanonical)
  })

  it('leaves the value as it was', () => {
    const value = { b: 1, a: 2 }
    canonicalJson(value)
    expect(Object.keys(value)).toEqual(['b', 'a'])
  })

  it('agrees with an independent implementation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (value) => {
        fc.pre(JSON.stringify(value).isWellFormed())
        expect(canonicalJson(value as JsonValue)).toBe(canonicalize(value))
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives a text that is parsed to the same value and the same text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (generated) => {
        const text = canonicalJson(generated as JsonValue)
        const parsed = parseJson(text, RESULT_PROFILE)
        fc.pre(parsed.ok || parsed.problem !== 'forbidden_key')
        expect(parsed).toMatchObject({ ok: true })
        if (parsed.ok) expect(canonicalJson(parsed.value)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives one text for one value whatever the order of its members', () => {
    const entries = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer()), {
      maxLength: 8,
    })
    const shuffled = entries.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        fc.pre(new Set(list.map(([name]) => name)).size === list.length)
        expect(canonicalJson(Object.fromEntries(other))).toBe(
          canonicalJson(Object.fromEntries(list)),
        )
      }),
    )
  })
})

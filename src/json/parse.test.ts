import { describe, expect, it } from 'vitest'
import { parseJson } from './parse.ts'
import { CALL_PROFILE, type JsonProfile, MAX_DEPTH, RESULT_PROFILE } from './profile.ts'
import type { JsonValue } from './value.ts'

function accepted(text: string | Uint8Array, profile?: JsonProfile): JsonValue {
  const result = parseJson(text, profile)
  if (!result.ok) throw new Error(`${result.problem} at ${result.at}`)
  return result.value
}

interface Reading {
  readonly text: string
  readonly value: unknown
}

describe('parseJson', () => {
  it.each<Reading>([
    { text: '""', value: '' },
    { text: '"a"', value: 'a' },
    { text: String.raw`"\"\\\/\b\f\n\r\t\u00e9"`, value: '"\\/\b\f\n\r\té' },
    { text: String.raw`"\\"`, value: '\\' },
    { text: String.raw`"\\\""`, value: '\\"' },
    { text: String.raw`"\\\\"`, value: '\\\\' },
    { text: String.raw`"\ud83d\ude00"`, value: '😀' },
    { text: '"😀"', value: '😀' },
    { text: '"\u007f\u2028\ufeff"', value: '\u007f\u2028\ufeff' },
    { text: 'true', value: true },
    { text: 'false', value: false },
    { text: 'null', value: null },
    { text: '0', value: 0 },
    { text: '-1.5E+2', value: -150 },
    { text: '15e-1', value: 1.5 },
    { text: '1e2', value: 100 },
    { text: '109', value: 109 },
    { text: '[]', value: [] },
    { text: '[ ]', value: [] },
    { text: '{ }', value: {} },
    { text: ' \t\r\n[ 1 , "a" , { "b" : null } ] \n', value: [1, 'a', { b: null }] },
    {
      text: '{"":1,"constructor":{"a":1},"prototype":2}',
      value: { '': 1, constructor: { a: 1 }, prototype: 2 },
    },
    { text: '{"hasOwnProperty":1,"toString":2}', value: { hasOwnProperty: 1, toString: 2 } },
    { text: '{"2":0,"1":0}', value: { 1: 0, 2: 0 } },
    // Not normalized: two spellings of one letter are two names.
    { text: '{"\u00e9":1,"e\u0301":2}', value: { é: 1, 'e\u0301': 2 } },
  ])('reads $text', ({ text, value }) => {
    expect(accepted(text)).toEqual(value)
    expect(accepted(new TextEncoder().encode(text))).toEqual(value)
  })

  it.each([
    { text: '', problem: 'syntax', at: 0 },
    { text: ' ', problem: 'syntax', at: 1 },
    { text: '[', problem: 'syntax', at: 1 },
    { text: '[1', problem: 'syntax', at: 2 },
    { text: '[1 2]', problem: 'syntax', at: 3 },
    { text: '[1,]', problem: 'syntax', at: 3 },
    { text: '[1}', problem: 'syntax', at: 2 },
    { text: '{', problem: 'syntax', at: 1 },
    { text: '{a":1}', problem: 'syntax', at: 1 },
    { text: '{"a"}', problem: 'syntax', at: 4 },
    { text: '{"a":}', problem: 'syntax', at: 5 },
    { text: '{"a":1,}', problem: 'syntax', at: 7 },
    { text: '{"a":1]', problem: 'syntax', at: 6 },
    { text: '{1:1}', problem: 'syntax', at: 1 },
    { text: '1 2', problem: 'syntax', at: 2 },
    { text: 'true,', problem: 'syntax', at: 4 },
    { text: 'tru', problem: 'syntax', at: 0 },
    { text: ' falsy', problem: 'syntax', at: 1 },
    { text: 'nil', problem: 'syntax', at: 0 },
    { text: 'NaN', problem: 'syntax', at: 0 },
    { text: '-Infinity', problem: 'syntax', at: 1 },
    { text: '+1', problem: 'syntax', at: 0 },
    { text: '01', problem: 'syntax', at: 1 },
    { text: '1.', problem: 'syntax', at: 2 },
    { text: '.5', problem: 'syntax', at: 0 },
    { text: '1e', problem: 'syntax', at: 2 },
    { text: '1e+-1', problem: 'syntax', at: 3 },
    { text: '0x1', problem: 'syntax', at: 1 },
    { text: '1:', problem: 'syntax', at: 1 },
    { text: '1/', problem: 'syntax', at: 1 },
    { text: "'a'", problem: 'syntax', at: 0 },
    { text: '"a', problem: 'syntax', at: 0 },
    { text: '["a', problem: 'syntax', at: 1 },
    { text: String.raw`["\"]`, problem: 'syntax', at: 1 },
    { text: String.raw`["\x"]`, problem: 'syntax', at: 1 },
    { text: String.raw`["\u00g0"]`, problem: 'syntax', at: 1 },
    { text: '["\n"]', problem: 'syntax', at: 1 },
    { text: '["\u0000"]', problem: 'syntax', at: 1 },
    { text: '["\u001f"]', problem: 'syntax', at: 1 },
    { text: '[1\u00a0]', problem: 'syntax', at: 2 },
    { text: '[1\u000b]', problem: 'syntax', at: 2 },
    { text: '[1]\ufeff', problem: 'syntax', at: 3 },
    { text: '/**/1', problem: 'syntax', at: 0 },
    { text: '\ufeff1', problem: 'byte_order_mark', at: 0 },
    { text: '{"a":1,"a":1}', problem: 'duplicate_key', at: 7 },
    { text: String.raw`{"a":1, "\u0061":2}`, problem: 'duplicate_key', at: 8 },
    { text: '{"a":{"b":1,"b":2}}', problem: 'duplicate_key', at: 12 },
    { text: '{"__proto__":1}', problem: 'forbidden_key', at: 1 },
    { text: String.raw`{ "\u005f_proto__":1}`, problem: 'forbidden_key', at: 2 },
    { text: '{"constructor":{"prototype":1}}', problem: 'forbidden_key', at: 16 },
    { text: '[1e400]', problem: 'number_not_finite', at: 1 },
    { text: String.raw`["\ud800"]`, problem: 'lone_surrogate', at: 1 },
    { text: String.raw`["\ude00\ud83d"]`, problem: 'lone_surrogate', at: 1 },
    { text: '["\ud83d"]', problem: 'lone_surrogate', at: 1 },
    { text: '["\udfff"]', problem: 'lone_surrogate', at: 1 },
    { text: '{"\ud800":1}', problem: 'lone_surrogate', at: 1 },
  ] as const)('refuses $text with $problem', ({ text, problem, at }) => {
    expect(parseJson(text)).toEqual({ ok: false, problem, at })
    expect(parseJson(text, RESULT_PROFILE)).toEqual({ ok: false, problem, at })
  })

  it.each([
    { text: '[-0]', problem: 'negative_zero', at: 1, value: [-0] },
    { text: '[9007199254740993]', problem: 'number_not_exact', at: 1, value: [9007199254740992] },
    { text: '[1e-400]', problem: 'number_not_exact', at: 1, value: [0] },
    { text: String.raw`[1,"\u0000"]`, problem: 'nul_character', at: 3, value: [1, '\0'] },
    { text: String.raw`{"\u0000":1}`, problem: 'nul_character', at: 1, value: { '\0': 1 } },
  ] as const)(
    'refuses $text in a call and takes it in a result',
    ({ text, problem, at, value }) => {
      expect(parseJson(text)).toEqual({ ok: false, problem, at })
      expect(accepted(text, RESULT_PROFILE)).toEqual(value)
    },
  )

  it.each([
    { bytes: [0x22, 0xff, 0x22], problem: 'bad_utf8' },
    { bytes: [0x22, 0xc0, 0x80, 0x22], problem: 'bad_utf8' },
    { bytes: [0x22, 0xed, 0xa0, 0x80, 0x22], problem: 'bad_utf8' },
    { bytes: [0x22, 0xc3], problem: 'bad_utf8' },
    { bytes: [0xef, 0xbb, 0xbf, 0x31], problem: 'byte_order_mark' },
  ] as const)(
    'refuses the bytes $bytes with $problem, and is not disturbed by them',
    ({ bytes, problem }) => {
      expect(parseJson(Uint8Array.from(bytes))).toEqual({ ok: false, problem, at: 0 })
      expect(accepted(Uint8Array.of(0x31))).toBe(1)
    },
  )

  it('gives frozen containers without a prototype, all the way down', () => {
    const value = accepted('{"a":{"b":[[],{}]}}')
    const walk = (part: JsonValue): void => {
      if (typeof part !== 'object' || part === null) return
      expect(Object.isFrozen(part)).toBe(true)
      if (!Array.isArray(part)) expect(Object.getPrototypeOf(part)).toBeNull()
      for (const inner of Object.values(part)) walk(inner)
    }
    walk(value)
    expect(JSON.stringify(value)).toBe('{"a":{"b":[[],{}]}}')
  })

  it('reads escaped names right where JSON.parse of Node 24 and 26 does not (nodejs/node#63785)', () => {
    const names = (text: string) => Object.keys(Object(accepted(text)))
    expect(names(String.raw`{"h":[],"\\":0}`)).toEqual(['h', '\\'])
    expect(names(String.raw`{"h":1,"\"":2}`)).toEqual(['h', '"'])
    expect(names(String.raw`{"h":1,"\/":2}`)).toEqual(['h', '/'])
  })

  it('shows an inherited name neither as a duplicate nor as a member', () => {
    const value = accepted('{"a":1}')
    expect(Reflect.get(Object(value), 'toString')).toBeUndefined()
  })
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('the limits of a profile', () => {
  it.each([{ nest: nested }, { nest: nestedObjects }])(
    'allow depth 64 and not 65: $nest',
    ({ nest }) => {
      expect(parseJson(nest(64)).ok).toBe(true)
      expect(parseJson(nest(65))).toMatchObject({ problem: 'too_deep' })
    },
  )

  it('name the container that is too deep', () => {
    expect(parseJson('[[1,[]]]', { ...CALL_PROFILE, maxDepth: 2 })).toMatchObject({ at: 4 })
    expect(parseJson('[[],[]]', { ...CALL_PROFILE, maxDepth: 2 }).ok).toBe(true)
    expect(parseJson('{"a":{},"b":{}}', { ...CALL_PROFILE, maxDepth: 2 }).ok).toBe(true)
  })

  it('never allow more depth than recursion is safe for', () => {
    const boundless = { ...CALL_PROFILE, maxDepth: Number.POSITIVE_INFINITY }
    expect(parseJson(nested(MAX_DEPTH), boundless).ok).toBe(true)
    expect(parseJson(nested(MAX_DEPTH + 1), boundless)).toMatchObject({ problem: 'too_deep' })
    expect(parseJson('['.repeat(500_000), boundless)).toMatchObject({ problem: 'too_deep' })
  })

  it.each([
    { text: '[1,2,3]', elements: 3 },
    { text: '{"a":1,"b":[2]}', elements: 3 },
    { text: '[[],[]]', elements: 2 },
    { text: '1', elements: 0 },
  ])('count members and items of $text together', ({ text, elements }) => {
    expect(parseJson(text, { ...CALL_PROFILE, maxElements: elements }).ok).toBe(true)
    expect(parseJson(text, { ...CALL_PROFILE, maxElements: elements - 1 }).ok).toBe(elements === 0)
  })

  it('name the element that is too many', () => {
    const result = parseJson('[1,2]', { ...CALL_PROFILE, maxElements: 1 })
    expect(result).toEqual({ ok: false, problem: 'too_many_elements', at: 3 })
  })

  it.each([
    { text: '"abc"', bytes: 5 },
    { text: '"\u007f\u0080\u07ff"', bytes: 7 },
    { text: '"\u0800\ud7ff\ue000\uffff"', bytes: 14 },
    { text: '"😀\ud800\udc00\udbff\udfff"', bytes: 14 },
  ])('count the UTF-8 bytes of $text, also when it comes as a string', ({ text, bytes }) => {
    const exactly = { ...CALL_PROFILE, maxBytes: bytes }
    const tooLarge = { ok: false, problem: 'too_large', at: 0 }
    expect(parseJson(text, exactly).ok).toBe(true)
    expect(parseJson(new TextEncoder().encode(text), exactly).ok).toBe(true)
    expect(parseJson(text, { ...exactly, maxBytes: bytes - 1 })).toEqual(tooLarge)
    expect(parseJson(new TextEncoder().encode(text), { ...exactly, maxBytes: bytes - 1 })).toEqual(
      tooLarge,
    )
  })

  it('are those of calls when none are named', () => {
    const text = (length: number) => `"${'a'.repeat(length - 2)}"`
    expect(parseJson(text(1_048_576)).ok).toBe(true)
    expect(parseJson(text(1_048_577))).toMatchObject({ problem: 'too_large' })
    expect(parseJson(text(1_048_577), RESULT_PROFILE).ok).toBe(true)
  })

  it('are recorded here, because callers see a change', () => {
    const shared = { maxDepth: 64, maxElements: 100_000 }
    const call = { ...shared, maxBytes: 1_048_576, numbers: 'exact', nul: 'refuse' }
    expect(CALL_PROFILE).toEqual(call)
    const result = { ...shared, maxBytes: 8_388_608, numbers: 'finite', nul: 'accept' }
    expect(RESULT_PROFILE).toEqual(result)
  })

  it('cannot be changed', () => {
    expect(Object.isFrozen(CALL_PROFILE) && Object.isFrozen(RESULT_PROFILE)).toBe(true)
  })
})

describe('a text that is made to be slow', () => {
  const wide = { ...CALL_PROFILE, maxBytes: 256 * 1024 * 1024 }

  it.each([
    { name: 'escapes', text: `"${'\\n'.repeat(10_000_000)}"` },
    { name: 'backslashes', text: `"${'\\\\'.repeat(500_000)}"` },
    { name: 'characters', text: `"${'a'.repeat(30_000_000)}"` },
    { name: 'escaped quotes', text: `"${'\\"'.repeat(1_000_000)}"` },
  ])('is read to its end: $name', ({ text }) => {
    expect(parseJson(text, wide).ok).toBe(true)
  })

  it.each([
    { name: 'escaped quotes without an end', text: `"${'\\"'.repeat(500_000)}` },
    { name: 'strings without an end', text: '["'.repeat(500_000) },
    { name: 'zeros between two digits', text: `1.${'0'.repeat(1_000_000)}1` },
    { name: 'a long exponent', text: `1e-${'9'.repeat(1_000_000)}` },
  ])('is refused: $name', ({ text }) => {
    expect(parseJson(text).ok).toBe(false)
  })
})

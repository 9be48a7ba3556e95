import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { parseJson } from './parse.ts'
import { plainJson } from './plain.ts'
import type { JsonProblem } from './problem.ts'
import { CALL_PROFILE, MAX_DEPTH, RESULT_PROFILE } from './profile.ts'
import type { JsonValue } from './value.ts'

const bare = (members: object): object => Object.assign(Object.create(null), members)
const withHole = (items: number[]) => {
  delete items[1]
  return items
}

const withGetter = (read: () => unknown) =>
  Object.defineProperty({}, 'a', { get: read, enumerable: true })

class Money {
  readonly cents = 1
}

class List extends Array<number> {}

const cycle: { self?: unknown } = {}
cycle.self = cycle
const ring: unknown[] = []
ring.push(ring)

interface Refused {
  readonly name: string
  readonly value: unknown
  readonly problem: JsonProblem
}

describe('plainJson', () => {
  it.each<{ readonly value: unknown }>([
    { value: null },
    { value: true },
    { value: false },
    { value: 1.5 },
    { value: 'é' },
    { value: [] },
    { value: {} },
    { value: [1, [2, { a: [] }]] },
    { value: bare({ a: bare({ b: 1 }) }) },
    { value: { constructor: { a: 1 }, prototype: 1, toString: 'a' } },
    { value: { toJSON: 'data', length: 1, get: 1, value: 2 } },
  ])('takes $value', ({ value }) => {
    const result = plainJson(value)
    expect(result).toEqual({ ok: true, value })
    expect(plainJson(value, RESULT_PROFILE)).toEqual(result)
  })

  it.each<Refused>([
    { name: 'undefined', value: undefined, problem: 'undefined_value' },
    { name: 'an undefined member', value: { a: undefined }, problem: 'undefined_value' },
    { name: 'an undefined item', value: [undefined], problem: 'undefined_value' },
    { name: 'a function', value: { toJSON: () => 1 }, problem: 'not_plain' },
    { name: 'a symbol', value: [Symbol('a')], problem: 'not_plain' },
    { name: 'a big integer', value: 1n, problem: 'not_plain' },
    { name: 'a symbol as name', value: { [Symbol('a')]: 1 }, problem: 'not_plain' },
    { name: 'a date', value: new Date(0), problem: 'not_plain' },
    { name: 'a map', value: { a: new Map() }, problem: 'not_plain' },
    { name: 'a regular expression', value: /a/, problem: 'not_plain' },
    { name: 'bytes', value: new Uint8Array(1), problem: 'not_plain' },
    { name: 'an instance of a class', value: new Money(), problem: 'not_plain' },
    { name: 'a boxed string', value: Object('a'), problem: 'not_plain' },
    { name: 'an inherited member', value: Object.create({ a: 1 }), problem: 'not_plain' },
    { name: 'a subclass of Array', value: List.of(1), problem: 'not_plain' },
    {
      name: 'an array without a prototype',
      value: Object.setPrototypeOf([], null),
      problem: 'not_plain',
    },
    { name: 'a hole', value: withHole([1, 0, 2]), problem: 'not_plain' },
    { name: 'a hole at the end', value: new Array(3), problem: 'not_plain' },
    { name: 'an array with a member', value: Object.assign([1], { a: 1 }), problem: 'not_plain' },
    {
      name: 'a hole and a member',
      value: Object.assign(withHole([1, 0]), { a: 1 }),
      problem: 'not_plain',
    },
    {
      name: 'a hidden member',
      value: Object.defineProperty({}, 'a', { value: 1 }),
      problem: 'not_plain',
    },
    { name: 'a getter', value: withGetter(() => 1), problem: 'accessor' },
    {
      name: 'a getter in an array',
      value: Object.defineProperty([0], 0, { get: () => 1 }),
      problem: 'accessor',
    },
    {
      name: 'a setter',
      value: Object.defineProperty({}, 'a', { set: () => undefined }),
      problem: 'accessor',
    },
    { name: 'not a number', value: Number.NaN, problem: 'number_not_finite' },
    { name: 'infinity', value: [Number.POSITIVE_INFINITY], problem: 'number_not_finite' },
    { name: 'half a surrogate pair', value: '\ud800', problem: 'lone_surrogate' },
    {
      name: 'a name with half a surrogate pair',
      value: { '\udc00': 1 },
      problem: 'lone_surrogate',
    },
    { name: 'an own __proto__', value: JSON.parse('{"__proto__":1}'), problem: 'forbidden_key' },
    {
      name: 'constructor.prototype',
      value: { constructor: { prototype: 1 } },
      problem: 'forbidden_key',
    },
    { name: 'a cycle of objects', value: cycle, problem: 'too_deep' },
    { name: 'a cycle of arrays', value: ring, problem: 'too_deep' },
  ])('refuses $name with $problem', ({ value, problem }) => {
    expect(plainJson(value)).toEqual({ ok: false, problem, at: 0 })
    expect(plainJson(value, RESULT_PROFILE)).toEqual({ ok: false, problem, at: 0 })
  })

  it.each([
    { value: [-0], problem: 'negative_zero' },
    { value: ['\0'], problem: 'nul_character' },
    { value: { '\0': 1 }, problem: 'nul_character' },
  ] as const)('refuses $value in a call and takes it in a result', ({ value, problem }) => {
    expect(plainJson(value)).toEqual({ ok: false, problem, at: 0 })
    expect(plainJson(value, RESULT_PROFILE)).toEqual({ ok: true, value })
  })

  it('gives a frozen copy without prototypes, which later changes do not reach', () => {
    const source = { list: [{ a: 1 }] }
    const result = plainJson(source)
    if (!result.ok) throw new Error(result.problem)
    source.list.push({ a: 2 })
    expect(result.value).toEqual({ list: [{ a: 1 }] })
    const [list] = Object.values(Object(result.value)) as JsonValue[][]
    for (const part of [result.value, list, list?.[0]]) expect(Object.isFrozen(part)).toBe(true)
    expect(Object.getPrototypeOf(result.value)).toBeNull()
    expect(Object.getPrototypeOf(list?.[0])).toBeNull()
  })

  it('runs no getter', () => {
    let runs = 0
    plainJson(withGetter(() => (runs += 1)))
    expect(runs).toBe(0)
  })

  it('reads each member of a Proxy once, and never through get', () => {
    const reads: string[] = []
    const watched = new Proxy(
      { a: 1, b: 2 },
      {
        getOwnPropertyDescriptor: (target, name) => {
          reads.push(String(name))
          return Reflect.getOwnPropertyDescriptor(target, name)
        },
        get: () => {
          throw new Error('read')
        },
      },
    )
    expect(plainJson(watched)).toEqual({ ok: true, value: { a: 1, b: 2 } })
    expect(reads).toEqual(['a', 'b'])
  })

  it('refuses a Proxy that throws or is revoked', () => {
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap')
        },
      },
    )
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    for (const value of [throwing, proxy]) {
      expect(plainJson([value])).toEqual({ ok: false, problem: 'not_plain', at: 0 })
    }
  })

  it('refuses an accessor even when Object.prototype was given a value', () => {
    const value = withGetter(() => 1)
    Object.defineProperty(Object.prototype, 'value', { value: 'polluted', configurable: true })
    try {
      expect(plainJson(value)).toMatchObject({ problem: 'accessor' })
    } finally {
      Reflect.deleteProperty(Object.prototype, 'value')
    }
  })
})

const nested = (depth: number): unknown => {
  let value: unknown = depth % 2 === 0 ? {} : []
  for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describe('the limits of a profile for values', () => {
  it('allow depth 64 and not 65, and never more than recursion is safe for', () => {
    expect(plainJson(nested(64)).ok).toBe(true)
    expect(plainJson(nested(65))).toMatchObject({ problem: 'too_deep' })
    const boundless = { ...CALL_PROFILE, maxDepth: Number.POSITIVE_INFINITY }
    expect(plainJson(nested(MAX_DEPTH), boundless).ok).toBe(true)
    expect(plainJson(nested(MAX_DEPTH + 1), boundless)).toMatchObject({ problem: 'too_deep' })
    expect(plainJson(cycle, boundless)).toMatchObject({ problem: 'too_deep' })
  })

  it.each([
    { value: [1, 2, 3], elements: 3 },
    { value: { a: 1, b: [2] }, elements: 3 },
    { value: [[1], [2]], elements: 4 },
  ])('count members and items of $value together', ({ value, elements }) => {
    expect(plainJson(value, { ...CALL_PROFILE, maxElements: elements }).ok).toBe(true)
    expect(plainJson(value, { ...CALL_PROFILE, maxElements: elements - 1 })).toEqual({
      ok: false,
      problem: 'too_many_elements',
      at: 0,
    })
  })

  it('refuse a long array before looking at its items', () => {
    expect(plainJson(new Array(2 ** 32 - 1))).toMatchObject({ problem: 'too_many_elements' })
  })

  it('refuse what many references to one object would unfold to', () => {
    let value: unknown = ['a']
    for (let level = 0; level < 40; level += 1) value = [value, value]
    expect(plainJson(value)).toMatchObject({ problem: 'too_many_elements' })
  })

  it.each([
    { value: 'ab', bytes: 4 },
    { value: '"\u0001é😀', bytes: 16 },
    { value: { é: -1.5, b: [true, null, {}] }, bytes: 30 },
    { value: 12345678, bytes: 8 },
  ])('count the UTF-8 bytes of the canonical text of $value', ({ value, bytes }) => {
    expect(plainJson(value, { ...CALL_PROFILE, maxBytes: bytes }).ok).toBe(true)
    expect(plainJson(value, { ...CALL_PROFILE, maxBytes: bytes - 1 })).toEqual({
      ok: false,
      problem: 'too_large',
      at: 0,
    })
  })

  it('count bytes as an encoder does, however close the value is to the limit', () => {
    const values = fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 })
    fc.assert(
      fc.property(values, fc.integer({ min: -3, max: 3 }), (value, slack) => {
        fc.pre(plainJson(value, RESULT_PROFILE).ok)
        const bytes = Buffer.byteLength(canonicalJson(value as JsonValue))
        const profile = { ...RESULT_PROFILE, maxBytes: bytes + slack }
        expect(plainJson(value, profile).ok).toBe(slack >= 0)
      }),
    )
  })

  it('refuse long strings as soon as they are too long', () => {
    const long = 'a'.repeat(1_048_576)
    expect(plainJson({ a: long, b: () => 1 })).toMatchObject({ problem: 'too_large' })
  })
})

it('gives the value that its canonical text is parsed to', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (value) => {
      const plain = plainJson(value)
      fc.pre(plain.ok || !['negative_zero'].includes(plain.problem))
      expect(parseJson(canonicalJson(value as JsonValue)).ok).toBe(plain.ok)
      if (plain.ok) expect(parseJson(canonicalJson(plain.value))).toEqual(plain)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { APPROVAL, receiptOf, useOf } from '../../testing/record-samples.ts'
import { isApproval } from './approval.ts'
import { isReceipt } from './receipt.ts'
import { isUse } from './use.ts'

const RECEIPT = receiptOf('an approval')
const USE = useOf('an approval')
interface Shape {
  readonly name: string
  readonly sample: object
  readonly is: (value: unknown) => boolean
  readonly optional: readonly string[]
}

const SHAPES: readonly Shape[] = [
  {
    name: 'an approval',
    sample: APPROVAL,
    is: isApproval,
    optional: ['/apr/auth_time', '/shown/loc'],
  },
  { name: 'a use', sample: USE, is: isUse, optional: [] },
  { name: 'a receipt', sample: RECEIPT, is: isReceipt, optional: [] },
]

/** Every object in a value, with its path. */
function objectsOf(value: object, path = ''): readonly { path: string; object: object }[] {
  const inner = Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? objectsOf(member, `${path}/${name}`)
      : [],
  )
  return [{ path, object: value }, ...inner]
}

/** A copy in which the object at a path is another one. */
function replaceAt(value: object, path: string, object: object): object {
  const [, first, ...rest] = path.split('/')
  if (first === undefined) return object
  const member = Object.getOwnPropertyDescriptor(value, first)?.value
  return {
    ...value,
    [first]: replaceAt(member, rest.length === 0 ? '' : `/${rest.join('/')}`, object),
  }
}

function without(object: object, name: string): object {
  return Object.fromEntries(Object.entries(object).filter(([own]) => own !== name))
}

describe.each(SHAPES)('$name', ({ sample, is, optional }) => {
  const objects = objectsOf(sample)
  const members = objects.flatMap(({ path, object }) =>
    Object.keys(object).map((name) => ({ path, object, name })),
  )

  it('is itself', () => {
    expect(is(sample)).toBe(true)
  })

  it.each(objects)('has no further member in $path', ({ path, object }) => {
    expect(is(replaceAt(sample, path, { ...object, more: 1 }))).toBe(false)
    expect(is(replaceAt(sample, path, Object.assign(Object.create({ more: 1 }), object)))).toBe(
      true,
    )
  })

  it.each(members)('needs $path/$name, or says that it does not', ({ path, object, name }) => {
    expect(is(replaceAt(sample, path, without(object, name)))).toBe(
      optional.includes(`${path}/${name}`),
    )
  })

  it.each(members)('does not inherit $path/$name', ({ path, object, name }) => {
    const heir = Object.assign(Object.create(object), without(object, name))
    expect(is(replaceAt(sample, path, heir))).toBe(optional.includes(`${path}/${name}`))
  })

  it.each(members)('refuses other kinds of value for $path/$name', ({ path, object, name }) => {
    const others = [
      null,
      true,
      1.5,
      -1,
      '',
      [],
      {},
      Number.MAX_SAFE_INTEGER,
      'a\u0000b'.repeat(200),
    ]
    const given = Object.getOwnPropertyDescriptor(object, name)?.value
    const accepted = others.filter((other) =>
      is(replaceAt(sample, path, { ...object, [name]: other })),
    )
    const nullable = ['/approval', '/use', '/result', '/began']
    const mayBe = (other: unknown): boolean =>
      (other === null && nullable.includes(`${path}/${name}`)) ||
      (Array.isArray(other) && Array.isArray(given)) ||
      (other === Number.MAX_SAFE_INTEGER && path === '/ep') ||
      (other === true && given === true)
    expect(accepted.filter((other) => !mayBe(other))).toEqual([])
  })

  it('is nothing that chance makes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !is(value)))
  })
})

describe('an approval that contradicts itself', () => {
  const { iat, shown, apr } = APPROVAL
  const ev = { type: 'webauthn', cred: 'AA', cdj: 'AA', ad: 'AA', sig: 'AA' } as const
  it.each([
    { says: 'valid before it was made', change: { nbf: iat - 1 } },
    { says: 'never valid', change: { exp: iat } },
    { says: 'all shown, and something kept back', change: { shown: { ...shown, masked: ['/a'] } } },
    { says: 'not all shown, and nothing kept back', change: { shown: { ...shown, full: false } } },
    { says: 'evidence below level 3', change: { apr: { ...apr, ev } } },
    { says: 'evidence of a word', change: { apr: { ...apr, lvl: 'asserted', ev } } },
    { says: 'made by a model', change: { apr: { ...apr, lvl: 0 } } },
    { says: 'two uses', change: { use: { max: 2 } } },
    { says: 'a later version', change: { v: 2 } },
    { says: 'a standing grant', change: { action: { ...APPROVAL.action, kind: 'standing' } } },
  ])('is none: $says', ({ change }) => {
    expect(isApproval({ ...APPROVAL, ...change })).toBe(false)
  })

  it.each([3, 4] as const)('is one with evidence at level %s', (lvl) => {
    expect(isApproval({ ...APPROVAL, apr: { ...apr, lvl, ev } })).toBe(true)
  })

  it.each([64, 65])('may keep back 64 arguments: %s', (count) => {
    const masked = Array.from({ length: count }, (_, index) => `/a/${index}`)
    expect(isApproval({ ...APPROVAL, shown: { ...shown, full: false, masked } })).toBe(count <= 64)
  })
})

describe('a receipt that contradicts itself', () => {
  const NOT = [
    'limited',
    'invalid',
    'unknown_tool',
    'quarantined',
    'denied',
    'declined',
    'expired',
    'revoked',
    'unavailable',
  ]
  const allowed = new Map<string, readonly string[]>([
    ...NOT.map((ending) => [ending, ['no']] as const),
    ...['completed', 'tool_error', 'bad_output'].map((ending) => [ending, ['yes']] as const),
    ...['cancelled', 'timed_out'].map((ending) => [ending, ['no', 'unknown']] as const),
    ['unknown', ['unknown']],
  ])
  it.each([...allowed])('%s: executed %s and nothing else', (ending, executed) => {
    const accepted = ['no', 'yes', 'unknown'].filter((word) =>
      isReceipt({ ...RECEIPT, ending, executed: word }),
    )
    expect(accepted).toEqual(executed)
  })

  it.each(['pending', 'waiting_input', 'running', 'constructor'])('%s is not the end', (ending) => {
    expect(
      ['no', 'yes', 'unknown'].some((executed) => isReceipt({ ...RECEIPT, ending, executed })),
    ).toBe(false)
  })

  it.each([
    { says: 'it ran and was never begun', change: { began: null }, ok: false },
    { says: 'it ended before it began', change: { began: RECEIPT.ended + 1 }, ok: false },
    {
      says: 'it ended in the second in which it began',
      change: { began: RECEIPT.ended },
      ok: true,
    },
    {
      says: 'it was declined and never begun',
      change: { ending: 'declined', executed: 'no', began: null },
      ok: true,
    },
    { says: 'a use of no approval', change: { approval: null, use: RECEIPT.approval }, ok: false },
    { says: 'no approval', change: { approval: null }, ok: true },
    { says: 'a use of an approval', change: { use: RECEIPT.approval }, ok: true },
  ])('$says: $ok', ({ change, ok }) => {
    expect(isReceipt({ ...RECEIPT, ...change })).toBe(ok)
  })
})

it.each([
  { exp: USE.iat, ok: false },
  { exp: USE.iat + 1, ok: true },
])('a use that ends at $exp: $ok', ({ exp, ok }) => {
  expect(isUse({ ...USE, exp })).toBe(ok)
})

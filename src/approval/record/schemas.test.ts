import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../json/parse.ts'
import { APPROVAL, receiptOf, useOf } from '../../testing/record-samples.ts'
import { isApproval } from './approval.ts'
import { isReceipt } from './receipt.ts'
import { isUse } from './use.ts'

function compile(name: string): ValidateFunction {
  const file = new URL(`../../../docs/records/${name}.schema.json`, import.meta.url)
  return new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    ownProperties: true,
  }).compile(JSON.parse(readFileSync(file, 'utf8')))
}

const KINDS = [
  { name: 'approval', sample: APPROVAL as object, is: isApproval as (value: unknown) => boolean },
  { name: 'use', sample: useOf('an approval') as object, is: isUse as (value: unknown) => boolean },
  {
    name: 'receipt',
    sample: receiptOf('an approval') as object,
    is: isReceipt as (value: unknown) => boolean,
  },
]

/** What only a reader says: relations between times. The schemas name them in their descriptions. */
const ORDERED = /"(?:iat|nbf|exp|began|ended)"/

/** Every path in a value, with what is there. */
function pathsOf(value: object, path: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const inner =
      typeof member === 'object' && member !== null ? pathsOf(member, [...path, name]) : []
    return [[...path, name], ...inner]
  })
}

function change(value: object, [first = '', ...rest]: readonly string[], to: unknown): object {
  const member = Object.getOwnPropertyDescriptor(value, first)?.value
  return { ...value, [first]: rest.length === 0 ? to : change(member, rest, to) }
}

/** Values that stand close to what a record may say. */
const near = fc.oneof(
  fc.constantFrom(
    'asserted',
    0,
    1,
    2,
    3,
    4,
    5,
    'exact',
    'read',
    'write',
    'irreversible',
    'no',
    'yes',
    'unknown',
    'denied',
  ),
  fc.constantFrom(
    null,
    true,
    false,
    '',
    'a'.repeat(512),
    'a'.repeat(513),
    'x y',
    1.5,
    -1,
    8_640_000_000_000,
    8_640_000_000_001,
  ),
  fc.constantFrom(
    `sha-256:${'A'.repeat(43)}`,
    `sha-256:${'A'.repeat(42)}B`,
    ['/a'],
    [],
    Array(65).fill('/a'),
    [1],
  ),
  fc.constant({ type: 'webauthn', cred: 'AA', cdj: 'AA', ad: 'AA', sig: 'AA' }),
  fc.jsonValue(),
)

describe.each(KINDS)('the schema of the $name', ({ name, sample, is }) => {
  const validate = compile(name)

  it('accepts the sample', () => {
    expect([validate(sample), is(sample)]).toEqual([true, true])
  })

  it('says the same as the reader after any change of one member', () => {
    const paths = [...pathsOf(sample), ['more'], ['action', 'more'], ['apr', 'ev'], ['constructor']]
    const known = paths.filter((path) => path.length === 1 || Object.hasOwn(sample, path[0] ?? ''))
    fc.assert(
      fc.property(fc.constantFrom(...known), near, (path, to) => {
        const parsed = parseJson(JSON.stringify(change(sample, path, to)))
        if (!parsed.ok) return true
        const [schema, reader] = [validate(parsed.value), is(parsed.value)]
        const onlyOrder = ORDERED.test(JSON.stringify(path)) && schema && !reader
        return schema === reader || onlyOrder
      }),
      { numRuns: 3000 },
    )
  })

  it('says the same as the reader without any one member', () => {
    const differing = pathsOf(sample).filter((path) => {
      const parsed = parseJson(JSON.stringify(change(sample, path, undefined)))
      return !parsed.ok || validate(parsed.value) !== is(parsed.value)
    })
    expect(differing).toEqual([])
  })
})

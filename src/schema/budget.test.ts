import { describe, expect, it } from 'vitest'
import type { Checked } from '../core/schema.ts'
import type { JsonValue } from '../json/value.ts'
import { MAX_SUBSCHEMAS } from './budget.ts'
import { createSchemaCompiler } from './compiler.ts'

const theirs = createSchemaCompiler({ untrusted: true })

async function check(schema: Record<string, unknown>, value: JsonValue): Promise<Checked> {
  return theirs.compile(schema, 'output').check(value)
}

function chain(keyword: string, end: unknown): Record<string, unknown> {
  const $defs: Record<string, unknown> = { a40: end }
  for (let index = 0; index < 40; index += 1) {
    const next = { $ref: `#/$defs/a${index + 1}` }
    $defs[`a${index}`] = { [keyword]: [next, next] }
  }
  return { $ref: '#/$defs/a0', $defs }
}

const twice = { properties: { x: { $ref: '#/$defs/t' } } }
const deep = JSON.parse(`${'{"x":'.repeat(60)}{}${'}'.repeat(60)}`)
const many = (length: number): JsonValue[] => Array.from({ length }, (_, index) => ({ a: index }))

describe('a check against a schema that is not ours', () => {
  it.each([
    { name: 'references that double', schema: chain('allOf', { type: 'integer' }), value: 5 },
    {
      name: 'failing references that double',
      schema: chain('anyOf', { type: 'integer' }),
      value: 'x',
    },
    { name: 'exclusive references that double', schema: chain('oneOf', {}), value: 5 },
    {
      name: 'a tree that doubles',
      schema: { $ref: '#/$defs/t', $defs: { t: { allOf: [twice, twice] } } },
      value: deep,
    },
    {
      name: 'constants',
      schema: { anyOf: many(150).map((value) => ({ const: [value] })) },
      value: [many(9_000)],
    },
    {
      name: 'long texts',
      schema: { anyOf: Array.from({ length: 100 }, () => ({ maxLength: 1 })) },
      value: 'a'.repeat(1_000_000),
    },
    {
      name: 'a large pattern',
      schema: { pattern: '((a{0,30}){0,30}b)*c' },
      value: 'a'.repeat(100_000),
    },
    {
      name: 'many items',
      schema: {
        allOf: Array.from({ length: 100 }, () => ({
          contains: { type: 'string' },
          minContains: 0,
        })),
      },
      value: Array.from({ length: 90_000 }, () => 1),
    },
  ])('ends where it costs too much: $name', async ({ schema, value }) => {
    await expect(check(schema, value)).rejects.toMatchObject({
      code: 'schema_unsupported',
      details: { why: 'too_costly' },
    })
  })

  it('starts each time with a whole budget', async () => {
    const { check } = theirs.compile({ items: { pattern: '^a+$' } }, 'output')
    const value = Array.from({ length: 10 }, () => 'a'.repeat(30_000))
    for (let round = 0; round < 5; round += 1)
      expect(await check(value)).toMatchObject({ ok: true })
  })

  it('has room for a large value and an ordinary schema', async () => {
    const item = {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 0 } },
      required: ['a'],
      additionalProperties: false,
    }
    expect(await check({ type: 'array', items: item }, many(40_000))).toMatchObject({ ok: true })
  })

  it('is linear in the text where a pattern is exponential elsewhere', async () => {
    expect(await check({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}b`)).toMatchObject({
      ok: false,
    })
  })

  it('keeps the verdict where listing every issue would cost too much', async () => {
    const schema = { anyOf: Array.from({ length: 100 }, () => ({ pattern: '^b' })), type: 'string' }
    expect(await check(schema, 'a'.repeat(9_000))).toMatchObject({ ok: false })
  })
})

describe('a schema that is not ours', () => {
  it.each([
    {
      name: 'too many subschemas',
      schema: { prefixItems: Array.from({ length: MAX_SUBSCHEMAS }, () => true) },
    },
    { name: 'too long', schema: { description: 'x'.repeat(300_000) } },
    {
      name: 'too many members',
      schema: { enum: Array.from({ length: 20_000 }, (_, index) => index) },
    },
    { name: 'too deep', schema: JSON.parse(`${'{"not":'.repeat(70)}{}${'}'.repeat(70)}`) },
  ])('is refused when it is $name', ({ schema }) => {
    expect(() => theirs.compile(schema, 'output')).toThrow(
      expect.objectContaining({
        code: 'schema_unsupported',
        details: expect.objectContaining({ why: 'too_large' }),
      }),
    )
  })

  it('is data, even if it claims to be a library', () => {
    const schema = { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: {} }) } }
    expect(() => theirs.compile(schema, 'output')).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ why: 'not_plain_json' }) }),
    )
  })

  it.each([
    { name: 'nullable', schema: { type: 'string', nullable: true }, value: null, ok: false },
    { name: '$async', schema: { $async: true, type: 'string' }, value: 1, ok: false },
    { name: 'id', schema: { id: '#a', type: 'string' }, value: 'x', ok: true },
    {
      name: 'the name of our own keyword',
      schema: { 'toolnotary-cost': 'x', type: 'string' },
      value: 'x',
      ok: true,
    },
  ])('cannot switch on what ajv alone knows: $name', async ({ schema, value, ok }) => {
    expect((await check(schema, value)).ok).toBe(ok)
  })

  it('that refers only to itself never permits', async () => {
    await expect(check({ $ref: '#' }, 5)).rejects.toThrow()
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { findAnthropicStrictProblems } from '../../testing/strict-checker-anthropic.ts'
import { planAnthropicStrict, toAnthropicStrict } from './anthropic.ts'

const text = { type: 'string' }
const either = { type: ['string', 'integer'] }
const tool = (count: number, schema: JsonValue, names: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, schema]),
  ),
  required: names,
})
const needed = (count: number, schema: JsonValue): JsonObject =>
  tool(
    count,
    schema,
    Array.from({ length: count }, (_, index) => `p${index}`),
  )

describe('a strict schema for Anthropic', () => {
  it('keeps optional properties optional, and gives arguments back untouched', () => {
    const result = toAnthropicStrict({
      type: 'object',
      properties: {
        a: { type: 'string', format: 'uri' },
        b: { type: ['string', 'null'], default: null },
      },
      required: ['a'],
    })
    expect(result).toMatchObject({
      strict: true,
      schema: {
        type: 'object',
        properties: {
          a: { type: 'string', format: 'uri' },
          b: { default: null, anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['a'],
        additionalProperties: false,
      },
      notEnforced: [],
    })
    const args = { a: 'https://example.com/', b: null }
    expect(result.strict && result.restore(args)).toBe(args)
  })

  it.each([
    { keyword: 'minimum', schema: { type: 'integer', minimum: 1 } },
    { keyword: 'multipleOf', schema: { type: 'number', multipleOf: 2 } },
    { keyword: 'minItems', schema: { type: 'array', items: text, minItems: 2 } },
    { keyword: 'maxItems', schema: { type: 'array', items: text, maxItems: 1 } },
    { keyword: 'pattern', schema: { type: 'string', pattern: '\\bword' } },
  ])('leaves $keyword away and names it', ({ keyword, schema }) => {
    expect(toAnthropicStrict(needed(1, schema))).toMatchObject({
      strict: true,
      notEnforced: [{ path: '/properties/p0', keyword }],
    })
  })

  it.each([
    { schema: { type: 'array', items: text, minItems: 1 } },
    { schema: { type: 'string', pattern: '^\\d+$' } },
  ])('keeps what the grammar can hold: $schema', ({ schema }) => {
    expect(toAnthropicStrict(needed(1, schema))).toMatchObject({
      schema: { properties: { p0: schema } },
      notEnforced: [],
    })
  })
})

describe('the budgets of one request', () => {
  it.each([
    {
      name: '20 tools',
      schemas: Array.from({ length: 21 }, () => needed(1, text)),
      strict: 20,
      why: 'too_many_tools',
    },
    {
      name: '24 optional parameters',
      schemas: [tool(20, text), tool(5, text), tool(4, text)],
      strict: 2,
      why: 'too_many_optional',
    },
    {
      name: '16 unions',
      schemas: [needed(10, either), needed(7, either), needed(6, either)],
      strict: 2,
      why: 'too_many_unions',
    },
  ])('$name go to the first that fit', ({ schemas, strict, why }) => {
    const plan = planAnthropicStrict(schemas)
    const chosen = plan.flatMap((result) => (result.strict ? [result.schema] : []))
    expect(chosen).toHaveLength(strict)
    expect(findAnthropicStrictProblems(chosen)).toEqual([])
    expect(plan.filter((result) => !result.strict)).toMatchObject([
      { reasons: [{ path: '', why }] },
    ])
    expect(planAnthropicStrict(schemas).map((result) => result.strict)).toEqual(
      plan.map((result) => result.strict),
    )
  })

  it.each([
    { schema: tool(25, text), why: 'too_many_optional' },
    { schema: needed(17, either), why: 'too_many_unions' },
  ])('one schema alone may be over them: $why', ({ schema, why }) => {
    expect(toAnthropicStrict(schema)).toMatchObject({ strict: false, reasons: [{ path: '', why }] })
  })

  it('count a reference with a description, which is written as a union', () => {
    const described = { $ref: '#/$defs/a', description: 'd' }
    expect(toAnthropicStrict({ ...needed(16, described), $defs: { a: text } })).toMatchObject({
      strict: true,
    })
    expect(toAnthropicStrict({ ...needed(17, described), $defs: { a: text } })).toMatchObject({
      reasons: [{ why: 'too_many_unions' }],
    })
  })

  it('count a definition once for each use', () => {
    const schema = { ...needed(3, { $ref: '#/$defs/a' }), $defs: { a: tool(9, text) } }
    expect(toAnthropicStrict(schema)).toMatchObject({
      strict: false,
      reasons: [{ why: 'too_many_optional' }],
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { findOpenAiStrictProblems } from '../../testing/strict-checker-openai.ts'
import { toAnthropicStrict } from './anthropic.ts'
import { toOpenAiStrict } from './openai.ts'

const required = (schema: JsonValue): JsonObject => ({
  type: 'object',
  properties: { x: schema },
  required: ['x'],
})

function written(schema: JsonValue, definitions: JsonObject = {}): JsonValue | undefined {
  const result = toOpenAiStrict({ ...required(schema), $defs: definitions })
  if (!result.strict) throw new Error(`not strict: ${JSON.stringify(result.reasons)}`)
  expect(findOpenAiStrictProblems(result.schema)).toEqual([])
  return (result.schema['properties'] as JsonObject)['x']
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
})
const closed = (properties: JsonObject): JsonObject =>
  object(properties, { additionalProperties: false })
const text = { type: 'string' }
// Not written as a literal, because an object with a `then` looks like a promise to a linter.
const then = (name: string): JsonObject => Object.fromEntries([['then', { required: [name] }]])

describe.each([
  { provider: 'OpenAI', convert: toOpenAiStrict },
  { provider: 'Anthropic', convert: toAnthropicStrict },
])('for $provider', ({ convert }) => {
  it.each([
    { schema: true, keyword: 'type', why: 'untyped' },
    { schema: {}, keyword: 'type', why: 'untyped' },
    { schema: { properties: { a: text } }, keyword: 'type', why: 'untyped' },
    { schema: { type: 'text' }, keyword: 'type', why: 'malformed' },
    { schema: { type: [] }, keyword: 'type', why: 'malformed' },
    { schema: { type: 'string', pattern: '(' }, keyword: 'pattern', why: 'malformed' },
    { schema: { type: 'number', minimum: '1' }, keyword: 'minimum', why: 'malformed' },
    {
      schema: { type: 'number', exclusiveMinimum: true },
      keyword: 'exclusiveMinimum',
      why: 'malformed',
    },
    { schema: { enum: [] }, keyword: 'enum', why: 'malformed' },
    { schema: { anyOf: [] }, keyword: 'anyOf', why: 'malformed' },
    { schema: { allOf: text }, keyword: 'allOf', why: 'malformed' },
    { schema: { type: 'object', properties: [] }, keyword: 'properties', why: 'malformed' },
    { schema: { ...object({ a: text }), required: true }, keyword: 'required', why: 'malformed' },
    { schema: { ...object({}), required: ['a'] }, keyword: 'required', why: 'required_undeclared' },
    { schema: { type: 'array' }, keyword: 'items', why: 'untyped' },
    {
      schema: { type: 'array', prefixItems: [text], items: text },
      keyword: 'prefixItems',
      why: 'tuple',
    },
    { schema: { type: 'array', items: [text] }, keyword: 'items', why: 'tuple' },
    { schema: { enum: ['a', { b: 1 }] }, keyword: 'enum', why: 'structured_literal' },
    { schema: { const: [1] }, keyword: 'const', why: 'structured_literal' },
    {
      schema: object({}, { patternProperties: { a: text } }),
      keyword: 'patternProperties',
      why: 'pattern_properties',
    },
    {
      schema: object({}, { unevaluatedProperties: true }),
      keyword: 'unevaluatedProperties',
      why: 'open_object',
    },
    {
      schema: object({ a: text }, { ...then('b') }),
      keyword: 'then',
      why: 'hidden_property',
    },
    {
      schema: object({ a: text }, { else: { allOf: [{ $ref: '#' }] } }),
      keyword: 'else',
      why: 'hidden_property',
    },
    {
      schema: object({ a: text }, { dependentSchemas: { a: { properties: { b: text } } } }),
      keyword: 'dependentSchemas',
      why: 'hidden_property',
    },
    {
      schema: object({ a: text }, { dependentRequired: { a: ['b'] } }),
      keyword: 'dependentRequired',
      why: 'hidden_property',
    },
    { schema: { ...text, $id: 'https://example.com/x' }, keyword: '$id', why: 'nested_id' },
    { schema: { $ref: 'https://example.com/x' }, keyword: '$ref', why: 'ref_external' },
    { schema: { $ref: '#anchor' }, keyword: '$ref', why: 'ref_unresolved' },
    { schema: { $ref: '#/$defs/none' }, keyword: '$ref', why: 'ref_unresolved' },
    { schema: { $ref: '#/properties/constructor' }, keyword: '$ref', why: 'ref_unresolved' },
    { schema: { $ref: '#/%' }, keyword: '$ref', why: 'malformed' },
    {
      schema: { $dynamicRef: '#/$defs/none', ...text },
      keyword: '$dynamicRef',
      why: 'ref_dynamic',
    },
    {
      schema: { anyOf: [text], allOf: [{ oneOf: [text] }] },
      keyword: 'oneOf',
      why: 'several_unions',
    },
  ])('$why at $keyword of $schema', ({ schema, keyword, why }) => {
    const result = convert(required(schema))
    const found = result.strict ? [] : result.reasons
    const path = expect.stringMatching('^/properties/x')
    expect(found).toEqual([{ path, keyword, why }])
  })

  it.each([
    { keyword: 'not', schema: { ...text, not: { const: 'a' } } },
    {
      keyword: 'if',
      schema: object({ a: text }, { if: { required: ['a'] }, ...then('a') }),
    },
    { keyword: 'minLength', schema: { ...text, minLength: 1 } },
    { keyword: 'maxLength', schema: { ...text, maxLength: 1 } },
    { keyword: 'pattern', schema: { ...text, pattern: '^(?=a)' } },
    { keyword: 'pattern', schema: { ...text, pattern: '(a)\\1' } },
    { keyword: 'uniqueItems', schema: { type: 'array', items: text, uniqueItems: true } },
    { keyword: 'contains', schema: { type: 'array', items: text, contains: { const: 'a' } } },
    { keyword: 'minProperties', schema: object({ a: text }, { minProperties: 1 }) },
    { keyword: 'propertyNames', schema: object({ a: text }, { propertyNames: { pattern: 'a' } }) },
    {
      keyword: 'dependentRequired',
      schema: object({ a: text }, { dependentRequired: { a: ['a'] } }),
    },
  ])('$keyword is left away and named', ({ keyword, schema }) => {
    const result = convert(required(schema))
    expect(result).toMatchObject({
      strict: true,
      notEnforced: [{ path: '/properties/x', keyword }],
    })
    expect(JSON.stringify(result)).not.toContain(`"${keyword}":`)
  })

  it('annotations and constraints that say nothing of the type are left away in silence', () => {
    const schema = {
      ...text,
      minimum: 3,
      minLength: 0,
      examples: ['a'],
      deprecated: true,
      'x-order': 1,
    }
    expect(
      convert({ ...required(schema), $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    ).toMatchObject({
      strict: true,
      schema: { properties: { x: text } },
      notEnforced: [],
    })
  })

  it('a schema of hostile size is refused and not walked to its end', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, level) => [
        `d${level}`,
        object({
          a: { allOf: [{ $ref: `#/$defs/d${level + 1}` }], minProperties: 1 },
          b: { allOf: [{ $ref: `#/$defs/d${level + 1}` }], minProperties: 1 },
        }),
      ]),
    )
    const result = convert({
      ...required({ $ref: '#/$defs/d0' }),
      $defs: { ...doubling, d60: text },
    })
    expect(result).toMatchObject({ strict: false })
    let deep: JsonObject = text
    for (let level = 0; level < 2_000; level += 1) deep = { allOf: [deep] }
    expect(convert(required(deep))).toMatchObject({ strict: false })
    let condition: JsonObject = text
    for (let level = 0; level < 5_000; level += 1) condition = { if: condition }
    const conditional = object({ a: text }, { if: condition, else: {} })
    expect(convert(required(conditional))).toMatchObject({ strict: false })
  })
})

describe('allOf', () => {
  it('becomes one object with the properties of all members', () => {
    expect(
      written(
        { ...object({ a: text }), allOf: [object({ b: text }), { $ref: '#/$defs/c' }] },
        { c: object({ c: text }) },
      ),
    ).toEqual(closed({ a: text, b: text, c: text }))
  })

  it('of one reference stays a reference, and keeps its description', () => {
    expect(
      written({ allOf: [{ $ref: '#/$defs/c' }], description: 'd' }, { c: object({}) }),
    ).toEqual({
      description: 'd',
      anyOf: [{ $ref: '#/$defs/c' }],
    })
  })

  it('intersects types and values', () => {
    expect(
      written({
        allOf: [
          { type: ['number', 'string'] },
          { type: 'integer' },
          { enum: [1, 2, 'a'] },
          { enum: [2, 3] },
        ],
      }),
    ).toEqual({
      type: 'integer',
      enum: [2],
    })
  })

  it('leaves out what a closed member forbids, and refuses where that is required', () => {
    const member = { type: 'object', properties: { b: text }, additionalProperties: false }
    const base = { type: 'object', properties: { a: text } }
    expect(written({ ...base, required: [], allOf: [member] })).toHaveProperty('required', ['b'])
    expect(toOpenAiStrict(required({ ...base, required: ['a'], allOf: [member] }))).toMatchObject({
      strict: false,
      reasons: [{ why: 'never' }],
    })
  })

  it('names unevaluatedProperties where the member that has it does not see every property', () => {
    const member = object({ b: text }, { unevaluatedProperties: false })
    expect(toOpenAiStrict(required({ ...object({ b: text }), allOf: [member] }))).toMatchObject({
      notEnforced: [],
    })
    expect(toOpenAiStrict(required({ ...object({ a: text }), allOf: [member] }))).toMatchObject({
      notEnforced: [{ path: '/properties/x/allOf/0', keyword: 'unevaluatedProperties' }],
    })
  })

  it('keeps one of two patterns and names the other', () => {
    const schema = { ...text, pattern: '^a', allOf: [{ pattern: 'b$' }] }
    expect(written(schema)).toEqual({ ...text, pattern: '^a' })
    expect(toOpenAiStrict(required(schema))).toMatchObject({
      notEnforced: [{ path: '/properties/x/allOf/0', keyword: 'pattern' }],
    })
  })
})

describe('references', () => {
  it('work from definitions, escaped names and any other place of the schema', () => {
    const result = toOpenAiStrict({
      type: 'object',
      properties: {
        a: { $ref: '#/definitions/a~1b' },
        b: { $ref: '#/%24defs/a~1b' },
        c: { $ref: '#/properties/a' },
        d: { $ref: '#/$defs/a~1b' },
      },
      required: ['a', 'b', 'c', 'd'],
      $defs: { 'a/b': { type: 'integer' } },
      definitions: { 'a/b': text },
    })
    expect(result).toMatchObject({
      schema: {
        properties: {
          a: { $ref: '#/$defs/a_1b' },
          b: { $ref: '#/$defs/a_1b_2' },
          c: { $ref: '#/$defs/a' },
          d: { $ref: '#/$defs/a_1b_2' },
        },
        $defs: { a_1b: text, a: { $ref: '#/$defs/a_1b' }, a_1b_2: { type: 'integer' } },
      },
    })
  })

  it('get names of their own where two definitions have the same', () => {
    const result = toOpenAiStrict({
      ...object({ a: { $ref: '#/definitions/x' }, b: { $ref: '#/$defs/x' } }),
      $defs: { x: { type: 'integer' }, unused: text },
      definitions: { x: text },
    })
    expect(result).toMatchObject({
      schema: {
        properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x_2' } },
        $defs: { x: text, x_2: { type: 'integer' } },
      },
    })
    expect(result).not.toHaveProperty('schema.$defs.unused')
  })

  it('to a reference only lead nowhere', () => {
    const schema = {
      ...required({ $ref: '#/$defs/a' }),
      $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, text] } },
    }
    expect(toOpenAiStrict(schema)).toMatchObject({
      strict: false,
      reasons: expect.arrayContaining([expect.objectContaining({ why: 'ref_cycle' })]),
    })
  })

  it('may recur for OpenAI, also to the root, and not for Anthropic', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' } } }
    expect(toOpenAiStrict(schema)).toMatchObject({
      strict: true,
      schema: { properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } } },
    })
    expect(toAnthropicStrict(schema)).toMatchObject({
      strict: false,
      reasons: [{ path: '/properties/next', keyword: '$ref', why: 'recursion' }],
    })
  })

  it('at the root are followed', () => {
    expect(toOpenAiStrict({ $ref: '#/$defs/a', $defs: { a: object({ a: text }) } })).toMatchObject({
      strict: true,
      schema: closed({ a: text }),
    })
  })

  it('that are merged into themselves are refused', () => {
    const a = object({ a: { allOf: [{ $ref: '#/$defs/a' }], minProperties: 1 } })
    expect(toOpenAiStrict({ ...required({ $ref: '#/$defs/a' }), $defs: { a } })).toMatchObject({
      strict: false,
      reasons: [{ keyword: '$ref', why: 'recursive_merge' }],
    })
  })
})

it('keys keep the order of the schema', () => {
  const result = toOpenAiStrict(object({ z: text, a: text, m: text }, { required: ['m', 'a'] }))
  expect(result.strict && Object.keys(result.schema['properties'] ?? {})).toEqual(['z', 'a', 'm'])
  expect(result.strict && result.schema['required']).toEqual(['z', 'a', 'm'])
})

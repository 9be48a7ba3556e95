import { describe, expect, it } from 'vitest'
import { plainJson } from '../json/plain.ts'
import type { JsonValue } from '../json/value.ts'
import { createSchemaCompiler } from './compiler.ts'

const ours = createSchemaCompiler()

/** As arguments reach a validator: frozen and without prototypes. */
function json(value: unknown): JsonValue {
  const plain = plainJson(value)
  if (!plain.ok) throw new Error(plain.problem)
  return plain.value
}

async function allows(schema: object, value: unknown): Promise<boolean> {
  return (await ours.compile({ ...schema }, 'output').check(json(value))).ok
}

describe('references', () => {
  it.each([
    { name: 'into $defs', schema: { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } } },
    {
      name: 'into definitions',
      schema: { $ref: '#/definitions/a', definitions: { a: { type: 'string' } } },
    },
    {
      name: 'with escapes',
      schema: { $ref: '#/$defs/a~1b%25', $defs: { 'a/b%': { type: 'string' } } },
    },
    {
      name: 'to an anchor',
      schema: { $ref: '#a', $defs: { x: { $anchor: 'a', type: 'string' } } },
    },
    {
      name: 'to a dynamic anchor',
      schema: { $dynamicRef: '#a', $defs: { x: { $dynamicAnchor: 'a', type: 'string' } } },
    },
    {
      name: 'to an $id',
      schema: {
        $ref: 'b.json',
        $id: 'https://example.com/a',
        $defs: { x: { $id: '/b.json', type: 'string' } },
      },
    },
    {
      name: 'to false',
      schema: { anyOf: [{ $ref: '#/$defs/no' }, { type: 'string' }], $defs: { no: false } },
    },
  ])('are followed $name', async ({ schema }) => {
    expect([await allows(schema, 'x'), await allows(schema, 1)]).toEqual([true, false])
  })

  it('may be recursive', async () => {
    const tree = {
      properties: { left: { $ref: '#' }, value: { type: 'number' } },
      additionalProperties: false,
    }
    expect(await allows(tree, { left: { left: { value: 1 } } })).toBe(true)
    expect(await allows(tree, { left: { left: { value: 'x' } } })).toBe(false)
  })
})

describe('draft-07', () => {
  const $schema = 'http://json-schema.org/draft-07/schema#'

  it.each([
    {
      name: 'a tuple',
      schema: { items: [{ type: 'string' }], additionalItems: false },
      good: ['a'],
      bad: ['a', 1],
    },
    { name: 'items of a tuple', schema: { items: [{ type: 'string' }] }, good: ['a', 1], bad: [1] },
    {
      name: 'additionalItems beside one schema',
      schema: { items: { type: 'string' }, additionalItems: false },
      good: ['a'],
      bad: [1],
    },
    {
      name: 'dependencies',
      schema: { dependencies: { a: ['b'], c: { required: ['d'] } } },
      good: { a: 1, b: 1 },
      bad: { c: 1 },
    },
    {
      name: 'a named place',
      schema: {
        properties: { a: { $ref: '#n' } },
        definitions: { x: { $id: '#n', type: 'string' } },
      },
      good: { a: '' },
      bad: { a: 1 },
    },
    {
      name: 'no siblings of $ref',
      schema: { $ref: '#/definitions/a', type: 'number', definitions: { a: { type: 'string' } } },
      good: 'x',
      bad: 1,
    },
  ])('is read: $name', async ({ schema, good, bad }) => {
    expect([
      await allows({ $schema, ...schema }, good),
      await allows({ $schema, ...schema }, bad),
    ]).toEqual([true, false])
  })
})

describe('a schema that cannot be used', () => {
  it.each([
    { why: 'root_not_object', schema: { type: 'string' }, details: { at: '' } },
    {
      why: 'root_not_object',
      schema: { type: undefined, anyOf: [{ type: 'object' }] },
      details: { at: '' },
    },
    { why: 'dialect', schema: { $schema: 'http://json-schema.org/draft-04/schema#' } },
    { why: 'dialect', schema: { $schema: 7 } },
    {
      why: 'ref_unresolved',
      schema: { properties: { a: { $ref: 'https://example.com/s' } } },
      details: { at: '/properties/a' },
    },
    { why: 'ref_unresolved', schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' } },
    { why: 'ref_unresolved', schema: { $ref: '#/$defs/a' } },
    { why: 'ref_unresolved', schema: { $ref: '#/const', const: {} } },
    { why: 'ref_unresolved', schema: { $ref: '#%' } },
    { why: 'ref_invalid', schema: { $ref: 'https://[' } },
    { why: 'anchor_duplicate', schema: { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } } },
    { why: 'anchor_duplicate', schema: { $defs: { a: { $id: 'x' }, b: { $id: 'x' } } } },
    {
      why: 'dynamic_ref',
      schema: {
        $dynamicRef: '#a',
        $dynamicAnchor: 'a',
        $defs: { b: { $id: 'b', $dynamicAnchor: 'a' } },
      },
    },
    { why: 'dynamic_ref', schema: { $ref: '#', $dynamicRef: '#' } },
    {
      why: 'keyword_value',
      schema: { properties: { a: { type: 'strng' } } },
      details: { at: '/properties/a/type' },
    },
    { why: 'keyword_value', schema: { required: 'a' } },
    { why: 'keyword_value', schema: { required: ['a', 'a'] } },
    { why: 'keyword_value', schema: { minProperties: -1 } },
    { why: 'keyword_value', schema: { properties: [] } },
    { why: 'keyword_value', schema: { additionalProperties: 'no' } },
    { why: 'keyword_value', schema: { anyOf: [] } },
    { why: 'keyword_value', schema: { items: [{}] } },
    { why: 'keyword_value', schema: { $ref: 7 } },
    { why: 'keyword_value', schema: { $anchor: '/x' } },
    {
      why: 'pattern',
      schema: { properties: { a: { pattern: '(' } } },
      details: { at: '/properties/a/pattern' },
    },
    { why: 'pattern', schema: { patternProperties: { '[': {} } } },
    { why: 'pattern_lookaround', schema: { properties: { a: { pattern: '^(?!x)' } } } },
    { why: 'pattern_lookaround', schema: { patternProperties: { '(?<=x)y': {} } } },
    { why: 'pattern_backreference', schema: { properties: { a: { pattern: '(a)\\1' } } } },
    { why: 'unevaluated_undecided', schema: { contains: {}, unevaluatedItems: false } },
    { why: 'unevaluated_undecided', schema: { if: {}, unevaluatedProperties: false } },
    {
      why: 'keyword_unknown',
      schema: { additionalProperites: false },
      details: { at: '/additionalProperites' },
    },
    { why: 'keyword_unknown', schema: { $async: true } },
    { why: 'not_plain_json', schema: { default: 1n } },
    { why: 'not_plain_json', schema: { default: '\0' } },
    { why: 'not_plain_json', schema: { properties: JSON.parse('{"__proto__":false}') } },
  ])('is refused when it is read: $why in $schema', ({ why, schema, details = {} }) => {
    expect(() => ours.compile({ type: 'object', ...schema }, 'input')).toThrow(
      expect.objectContaining({
        code: 'schema_unsupported',
        details: expect.objectContaining({ why, ...details }),
      }),
    )
  })
})

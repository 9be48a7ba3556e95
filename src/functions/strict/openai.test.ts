import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { findOpenAiStrictProblems } from '../../testing/strict-checker-openai.ts'
import { toOpenAiStrict } from './openai.ts'
import type { NotStrict, Strict } from './result.ts'

function strictOf(schema: JsonObject): Strict {
  const result = toOpenAiStrict(schema)
  if (!result.strict) throw new Error(`not strict: ${JSON.stringify(result.reasons)}`)
  expect(findOpenAiStrictProblems(result.schema)).toEqual([])
  return result
}

function reasonsOf(schema: JsonObject): NotStrict['reasons'] {
  const result = toOpenAiStrict(schema)
  return result.strict ? [] : result.reasons
}

/** A tool input with one optional property. */
const optional = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { x: schema } })
const required = (schema: JsonValue): JsonObject => ({ ...optional(schema), required: ['x'] })
const written = (schema: JsonObject): JsonValue | undefined =>
  (strictOf(schema).schema['properties'] as JsonObject)['x']

describe('the complaints about strict schemas that others have', () => {
  it('1, 3, 14: an optional parameter may be null instead of "", 0 or the text "null"', () => {
    const { schema, restore } = strictOf({
      type: 'object',
      properties: {
        to: { type: 'string' },
        notes: { type: 'string' },
        attendees: { type: 'integer' },
      },
      required: ['to'],
    })
    expect(schema).toEqual({
      type: 'object',
      properties: {
        to: { type: 'string' },
        notes: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        attendees: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['to', 'notes', 'attendees'],
      additionalProperties: false,
    })
    expect(restore({ to: 'a', notes: null, attendees: null })).toEqual({ to: 'a' })
    expect(restore({ to: 'a', notes: '', attendees: 0 })).toEqual({
      to: 'a',
      notes: '',
      attendees: 0,
    })
    expect(restore({ to: 'null', notes: 'null', attendees: 1 })).toHaveProperty('notes', 'null')
  })

  it('2: a property that is missing from required is required and may be null', () => {
    const { schema } = strictOf(optional({ type: 'string', default: '/tmp' }))
    expect(schema['required']).toEqual(['x'])
  })

  it('4: the format uri is left away, and said to be not enforced', () => {
    const result = strictOf(required({ type: 'string', format: 'uri' }))
    expect(result.schema['properties']).toEqual({ x: { type: 'string' } })
    expect(result.notEnforced).toEqual([{ path: '/properties/x', keyword: 'format' }])
  })

  it.each([
    {
      name: '5: an enum with null in it',
      schema: { type: ['string', 'null'], enum: ['js', null] },
    },
    {
      name: '6: an enum beside anyOf',
      schema: { enum: ['js', null], anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  ])('$name is split, so that no branch refuses what another permits', ({ schema }) => {
    expect(written(required(schema))).toEqual({
      anyOf: [{ type: 'string', enum: ['js'] }, { type: 'null' }],
    })
  })

  it('6: a const beside anyOf moves into the branches that it fits', () => {
    expect(
      written(required({ const: 'js', anyOf: [{ type: 'string' }, { type: 'null' }] })),
    ).toEqual({ anyOf: [{ type: 'string', const: 'js' }] })
  })

  it('7: an optional enum without a neutral member has null for absent', () => {
    const { schema, restore } = strictOf(optional({ type: 'string', enum: ['worktree'] }))
    expect(schema['properties']).toEqual({
      x: { anyOf: [{ type: 'string', enum: ['worktree'] }, { type: 'null' }] },
    })
    expect(restore({ x: null })).toEqual({})
  })

  it('8: oneOf becomes anyOf where a tag tells its branches apart', () => {
    const branch = (kind: string) => ({
      type: 'object',
      properties: { kind: { const: kind } },
      required: ['kind'],
    })
    const result = strictOf(required({ oneOf: [branch('a'), branch('b')] }))
    expect(result.notEnforced).toEqual([])
    expect(result.schema).not.toHaveProperty('properties.x.oneOf')
    expect(result.schema).toHaveProperty('properties.x.anyOf')
  })

  it('8: a union at the root is not converted', () => {
    expect(
      reasonsOf({ oneOf: [optional({ type: 'string' }), required({ type: 'string' })] }),
    ).toEqual([{ path: '', keyword: 'anyOf', why: 'root_not_object' }])
  })

  it('9: a map of arguments is not converted', () => {
    expect(
      reasonsOf(required({ type: 'object', additionalProperties: { type: 'string' } })),
    ).toContainEqual({
      path: '/properties/x',
      keyword: 'additionalProperties',
      why: 'map',
    })
  })

  it('10: properties that are named like keywords are properties', () => {
    const names = [
      'type',
      'properties',
      'required',
      'enum',
      '$ref',
      'anyOf',
      'constructor',
      '__proto__',
      'const',
    ]
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const { schema, restore } = strictOf({ type: 'object', properties, required: names })
    expect(JSON.stringify(schema['properties'])).toBe(JSON.stringify(properties))
    const args = JSON.parse(`{${names.map((name) => `"${name}":"v"`).join()}}`)
    expect(JSON.stringify(restore(args))).toBe(JSON.stringify(args))
  })

  it('10: what stands inside properties and is no schema is refused', () => {
    expect(reasonsOf({ type: 'object', properties: { description: 'metadata' } })).toEqual([
      { path: '/properties/description', keyword: '', why: 'malformed' },
    ])
  })

  it.each([
    { schema: { type: 'object' }, keyword: 'properties', why: 'free_form_object' },
    {
      schema: { type: 'object', properties: {}, additionalProperties: {} },
      keyword: 'additionalProperties',
      why: 'open_object',
    },
    {
      schema: { type: 'object', properties: {}, additionalProperties: true },
      keyword: 'additionalProperties',
      why: 'open_object',
    },
  ])('11: $why is not converted', ({ schema, keyword, why }) => {
    expect(reasonsOf(required(schema))).toEqual([{ path: '/properties/x', keyword, why }])
  })

  it('11: an object that is open only by omission is closed, and said to be', () => {
    const result = strictOf(required({ type: 'object', properties: {} }))
    expect(result.closed).toEqual(['', '/properties/x'])
    expect(result.schema).toHaveProperty('properties.x.additionalProperties', false)
  })

  it('13: null reaches no property that does not take it', () => {
    const { restore } = strictOf(optional({ type: 'string', pattern: '^a' }))
    expect(restore({ x: null })).toEqual({})
  })

  it('15: a root that is no object is refused and not mended', () => {
    expect(reasonsOf({ type: 'string' })).toEqual([
      { path: '', keyword: 'type', why: 'root_not_object' },
    ])
    expect(reasonsOf({})).toEqual([{ path: '', keyword: 'type', why: 'untyped' }])
  })
})

describe('absent and null', () => {
  it.each([
    { schema: { type: ['string', 'null'] } },
    { schema: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    { schema: { enum: ['a', null] } },
    { schema: { const: null } },
    { schema: { $ref: '#/$defs/n' } },
  ])('an optional property that may be null by itself is not converted: $schema', ({ schema }) => {
    expect(reasonsOf({ ...optional(schema), $defs: { n: { type: ['null', 'string'] } } })).toEqual([
      { path: '/properties/x', keyword: 'type', why: 'nullable_optional' },
    ])
  })

  it('a required property that may be null keeps its null', () => {
    expect(strictOf(required({ type: ['string', 'null'] })).restore({ x: null })).toEqual({
      x: null,
    })
  })

  it('a default stays with the original validation: absent is absent after restoring', () => {
    const result = strictOf(optional({ type: 'integer', default: 5 }))
    expect(JSON.stringify(result.schema)).not.toContain('default')
    expect(result.restore({ x: null })).toEqual({})
  })

  it('nulls are removed in lists, definitions and recursions', () => {
    const { restore } = strictOf({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/tree' } },
      required: ['tree'],
      $defs: {
        tree: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/tree' } },
          },
          required: ['name'],
        },
      },
    })
    expect(
      restore({
        tree: {
          name: 'a',
          children: [
            { name: 'b', children: null },
            { name: 'c', children: [] },
          ],
        },
      }),
    ).toEqual({ tree: { name: 'a', children: [{ name: 'b' }, { name: 'c', children: [] }] } })
  })

  it('restoring never edits what it was given', () => {
    const args = Object.freeze({ x: null })
    expect(strictOf(optional({ type: 'string' })).restore(args)).toEqual({})
    expect(args).toEqual({ x: null })
  })

  it.each([{ args: 'text' }, { args: null }, { args: [1] }, { args: { y: null } }])(
    'what fits nowhere stays as it is: $args',
    ({ args }) => {
      expect(strictOf(optional({ type: 'string' })).restore(args)).toEqual(args)
    },
  )
})

describe('unions', () => {
  const branch = (properties: JsonObject, names: readonly string[] = []): JsonObject => ({
    type: 'object',
    properties,
    required: names,
  })
  const text = { type: 'string' }

  it.each([
    {
      name: 'by their keys',
      branches: [
        branch({ a: text, b: text }, ['a']),
        branch({ a: text, c: { type: ['string', 'null'] } }, ['a', 'c']),
      ],
      args: { a: 'x', c: null },
      restored: { a: 'x', c: null },
    },
    {
      name: 'by how many keys they have',
      branches: [
        branch({ a: text, b: text }, ['a']),
        branch({ a: text, b: { type: ['string', 'null'] }, c: text }, ['a', 'b', 'c']),
      ],
      args: { a: 'x', b: null, c: 'y' },
      restored: { a: 'x', b: null, c: 'y' },
    },
    {
      name: 'by a tag',
      branches: [
        branch({ k: { const: 1 }, b: text }, ['k']),
        branch({ k: { const: 2 }, b: { type: ['string', 'null'] } }, ['k', 'b']),
      ],
      args: { k: 1, b: null },
      restored: { k: 1 },
    },
    {
      name: 'by their types',
      branches: [text, branch({ b: text })],
      args: { b: null },
      restored: {},
    },
    {
      name: 'by which properties are required',
      branches: [branch({ a: text, b: text }, ['a']), branch({ a: text, b: text }, ['b'])],
      args: { a: null, b: 'x' },
      restored: { b: 'x' },
    },
  ])('tell branches apart $name', ({ branches, args, restored }) => {
    const { restore } = strictOf(required({ anyOf: branches }))
    expect(restore({ x: args })).toEqual({ x: restored })
  })

  it.each([
    {
      name: 'a null that is ours in one and declared in the other',
      branches: [branch({ b: text }), branch({ b: { type: ['string', 'null'] } }, ['b'])],
    },
    {
      name: 'lists of such objects',
      branches: [
        { type: 'array', items: branch({ b: text }) },
        { type: 'array', items: branch({ b: { type: ['string', 'null'] } }, ['b']) },
      ],
    },
    {
      name: 'tags that may both be absent',
      branches: [
        branch({ k: { const: 1 }, b: text }),
        branch({ k: { const: 2 }, b: { type: ['string', 'null'] } }, ['b']),
      ],
    },
    {
      name: 'lists of two definitions',
      branches: [
        { type: 'array', items: { $ref: '#/$defs/ours' } },
        { type: 'array', items: { $ref: '#/$defs/declared' } },
      ],
    },
    {
      name: 'more branches than are compared',
      branches: Array.from({ length: 65 }, (_, index) => branch({ [`p${index}`]: text })),
    },
    {
      name: 'a difference further in',
      branches: [
        branch({ o: branch({ b: text }) }, ['o']),
        branch({ o: branch({ b: { type: ['string', 'null'] } }, ['b']) }, ['o']),
      ],
    },
  ])('are not converted where one value could mean two things: $name', ({ branches }) => {
    const $defs = {
      ours: branch({ b: text }),
      declared: branch({ b: { type: ['string', 'null'] } }, ['b']),
    }
    expect(reasonsOf({ ...required({ anyOf: branches }), $defs })).toEqual([
      { path: '/properties/x', keyword: 'anyOf', why: 'ambiguous_union' },
    ])
  })

  it.each([
    { name: 'one type', branches: [text, { type: 'string', pattern: '^a' }] },
    {
      name: 'no key of its own',
      branches: [branch({ a: text, x: text }, ['a', 'x']), branch({ a: text }, ['a'])],
    },
    {
      name: 'a tag that may be absent',
      branches: [branch({ k: { const: 1 } }), branch({ k: { const: 2 } })],
    },
  ])('say that oneOf is not enforced where two branches may hold: $name', ({ branches }) => {
    const result = strictOf(required({ oneOf: branches }))
    expect(result.notEnforced).toEqual([{ path: '/properties/x', keyword: 'oneOf' }])
  })

  it('take what stands beside them into each branch', () => {
    expect(
      written(
        required({
          description: 'd',
          ...branch({ a: text, b: text }),
          anyOf: [{ required: ['a'] }, { required: ['b'] }],
        }),
      ),
    ).toEqual({
      description: 'd',
      anyOf: [
        {
          type: 'object',
          properties: { a: text, b: { anyOf: [text, { type: 'null' }] } },
          required: ['a', 'b'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { a: { anyOf: [text, { type: 'null' }] }, b: text },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      ],
    })
  })
})

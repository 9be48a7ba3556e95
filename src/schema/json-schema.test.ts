import { describe, expect, it } from 'vitest'
import type { Checked } from '../core/schema.ts'
import { plainJson } from '../json/plain.ts'
import type { JsonValue } from '../json/value.ts'
import { createSchemaCompiler } from './compiler.ts'

const ours = createSchemaCompiler()
const theirs = createSchemaCompiler({ untrusted: true })

/** As arguments reach a validator: frozen and without prototypes. */
function json(value: unknown): JsonValue {
  const plain = plainJson(value)
  if (!plain.ok) throw new Error(plain.problem)
  return plain.value
}

async function check(schema: object, value: unknown): Promise<Checked> {
  return ours.compile({ ...schema }, 'output').check(json(value))
}

async function allows(schema: object, value: unknown): Promise<boolean> {
  return (await check(schema, value)).ok
}

describe('a check', () => {
  it('is asynchronous only the first time', async () => {
    const { check } = ours.compile({ type: 'object' }, 'input')
    const [first, second] = [check({}), check({})]
    expect(first).toBeInstanceOf(Promise)
    expect(await Promise.all([first, second])).toEqual([
      { ok: true, value: {} },
      { ok: true, value: {} },
    ])
    expect(check({})).toEqual({ ok: true, value: {} })
  })

  it('returns the very value when nothing changes', async () => {
    const { check } = ours.compile({ type: 'object', properties: { a: { default: 1 } } }, 'input')
    const value = json({ a: 2 })
    const checked = await check(value)
    expect(checked.ok && checked.value).toBe(value)
  })

  it('shows the schema as it was written, frozen', () => {
    const schema = {
      type: 'object',
      'x-note': 1,
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: {} },
    }
    const { jsonSchema } = ours.compile(schema, 'input')
    expect(jsonSchema).toEqual(schema)
    expect(Object.isFrozen(jsonSchema['properties'])).toBe(true)
  })

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'counts an inherited %s as missing',
    async (name) => {
      const schema = { type: 'object', required: [name] }
      expect(await allows(schema, {})).toBe(false)
      // Not only for values without prototype.
      expect(await ours.compile(schema, 'output').check({})).toMatchObject({ ok: false })
    },
  )

  it.each<{ name: string; schema: object; good: unknown; bad: unknown }>([
    { name: 'const', schema: { const: { a: 1 } }, good: { a: 1 }, bad: { a: 2 } },
    { name: 'enum', schema: { enum: [1, [{ a: 1 }]] }, good: [{ a: 1 }], bad: [{ a: 1 }, 1] },
    {
      name: 'uniqueItems',
      schema: { uniqueItems: true },
      good: [{ a: 1 }, { a: '1' }],
      bad: [{ a: 1 }, { a: 1 }],
    },
    {
      name: 'uniqueItems with a member valueOf',
      schema: { uniqueItems: true },
      good: [{ valueOf: 1 }, {}],
      bad: [{ valueOf: 1 }, { valueOf: 1 }],
    },
    {
      name: 'members in another order',
      schema: { const: { a: 1, b: 2 } },
      good: { b: 2, a: 1 },
      bad: { a: 2, b: 1 },
    },
    { name: 'cents', schema: { multipleOf: 0.01 }, good: 19.99, bad: 19.999 },
    { name: 'large cents', schema: { multipleOf: 0.01 }, good: 123456789.01, bad: 123456789.001 },
    { name: 'tiny steps', schema: { multipleOf: 1e-8 }, good: 12391239123, bad: 1e-9 },
    { name: 'whole steps', schema: { multipleOf: 3 }, good: 3e21, bad: 1e21 },
  ])('is exact: $name', async ({ schema, good, bad }) => {
    expect(await allows(schema, good)).toBe(true)
    expect(await allows(schema, bad)).toBe(false)
  })
})

describe('defaults', () => {
  const schema = {
    type: 'object',
    properties: {
      notify: { type: 'boolean', default: false },
      address: { type: 'object', properties: { country: { default: 'DE' } } },
      constructor: { default: 'c' },
    },
  }

  it('are filled into a copy, once', async () => {
    const { check } = ours.compile(schema, 'input')
    const value = json({ address: {} })
    const filled = { address: { country: 'DE' }, notify: false, constructor: 'c' }
    const checked = await check(value)
    expect(checked).toEqual({ ok: true, value: filled })
    expect(value).toEqual({ address: {} })
    const again = json(filled)
    expect(await check(again)).toStrictEqual({ ok: true, value: again })
  })

  it('must be valid too', async () => {
    const strict = { type: 'object', properties: { a: { type: 'string', default: 1 } } }
    expect(await ours.compile(strict, 'input').check(json({}))).toMatchObject({
      ok: false,
      issues: [{ path: '/a' }],
    })
  })

  it.each([
    { name: 'a result', compiler: ours, side: 'output' as const },
    { name: 'arguments of a server that is not ours', compiler: theirs, side: 'input' as const },
  ])('are not filled into $name', async ({ compiler, side }) => {
    const value = json({})
    const checked = await compiler.compile(schema, side).check(value)
    expect(checked.ok && checked.value).toBe(value)
  })
})

describe('issues', () => {
  const schema = {
    type: 'object',
    properties: {
      'a/b': { type: 'string' },
      list: { type: 'array', items: { enum: ['x', 'y'] } },
      cents: { type: 'integer', multipleOf: 5 },
    },
    required: ['cents'],
    dependentRequired: { list: ['a/b'] },
    additionalProperties: false,
  }

  it.each([
    { name: 'a missing member', value: {}, issues: [{ path: '/cents', message: 'is required' }] },
    {
      name: 'a member too much',
      value: { cents: 5, 'x~': 1 },
      issues: [{ path: '/x~0', message: 'is not allowed' }],
    },
    {
      name: 'a wrong type',
      value: { cents: 5, 'a/b': 1 },
      issues: [{ path: '/a~1b', message: 'must be string' }],
    },
    {
      name: 'a wrong item',
      value: { cents: 5, 'a/b': '', list: ['x', 'z'] },
      issues: [{ path: '/list/1', message: 'must be one of ["x","y"]' }],
    },
    {
      name: 'a wrong step',
      value: { cents: 4 },
      issues: [{ path: '/cents', message: 'must be a multiple of 5' }],
    },
    {
      name: 'a dependent member',
      value: { cents: 5, list: [] },
      issues: [{ path: '/a~1b', message: 'is required' }],
    },
    {
      name: 'two at once',
      value: { 'a/b': 1 },
      issues: [
        { path: '/cents', message: 'is required' },
        { path: '/a~1b', message: 'must be string' },
      ],
    },
  ])('name $name', async ({ value, issues }) => {
    expect(await check(schema, value)).toEqual({ ok: false, issues })
  })

  it.each([
    { name: 'a few', length: 30, issues: 20 },
    { name: 'very many', length: 90_000, issues: 1 },
  ])('are bounded where $name are wrong', async ({ length, issues }) => {
    const list = { type: 'array', items: { properties: { a: { type: 'string' } }, type: 'string' } }
    const checked = await check(
      list,
      Array.from({ length }, () => 1),
    )
    expect(checked.ok || checked.issues.length).toBe(issues)
  })

  it('have messages of at most 200 characters', async () => {
    const checked = await check(
      { enum: Array.from({ length: 100 }, (_, index) => `name-${index}`) },
      1,
    )
    expect(checked.ok || checked.issues[0]?.message.length).toBeLessThanOrEqual(200)
  })
})

describe('two schemas', () => {
  it('with one $id never meet', async () => {
    const $id = 'https://example.com/a'
    const first = ours.compile({ $id, type: 'string' }, 'output')
    const second = ours.compile({ $id, type: 'number' }, 'output')
    const third = ours.compile(
      { $id: 'https://example.com/b', $defs: { a: { $id, type: 'null' } }, $ref: $id },
      'output',
    )
    const verdicts = [first, second, third].map(async ({ check }) => [
      (await check('x')).ok,
      (await check(1)).ok,
      (await check(null)).ok,
    ])
    expect(await Promise.all(verdicts)).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ])
  })

  it('cannot refer to each other', () => {
    ours.compile({ $id: 'https://example.com/a' }, 'output')
    expect(() => ours.compile({ $ref: 'https://example.com/a' }, 'output')).toThrow(
      expect.objectContaining({ code: 'schema_unsupported' }),
    )
  })
})

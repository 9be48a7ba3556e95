import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { Checked } from '../core/schema.ts'
import type { StandardSchema, ToolSchema } from '../core/standard-schema.ts'
import { anyone, defineTool } from '../core/tool.ts'
import { plainJson } from '../json/plain.ts'
import type { JsonValue } from '../json/value.ts'
import { createSchemaCompiler } from './compiler.ts'

const compiler = createSchemaCompiler()

/** As arguments reach a validator: frozen and without prototypes. */
function json(value: unknown): JsonValue {
  const plain = plainJson(value)
  if (!plain.ok) throw new Error(plain.problem)
  return plain.value
}

const libraries: readonly { readonly library: string; readonly schema: ToolSchema }[] = [
  { library: 'zod', schema: z.strictObject({ id: z.string(), count: z.int().default(3) }) },
  {
    library: 'valibot',
    schema: toStandardJsonSchema(
      v.strictObject({ id: v.string(), count: v.optional(v.pipe(v.number(), v.integer()), 3) }),
    ),
  },
  {
    library: 'arktype',
    schema: type({ '+': 'reject', id: 'string', count: 'number.integer = 3' }),
  },
]

describe.each(libraries)('$library', ({ schema }) => {
  it('shows arguments as JSON Schema in which members with defaults are optional', () => {
    const { jsonSchema } = compiler.compile(schema, 'input')
    expect(jsonSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { id: { type: 'string' }, count: { type: 'integer' } },
      required: ['id'],
      additionalProperties: false,
    })
    expect(Object.isFrozen(jsonSchema['properties'])).toBe(true)
  })

  it('fills in defaults once: what comes out comes out again', async () => {
    const { check } = compiler.compile(schema, 'input')
    const filled = { ok: true, value: { id: 'a', count: 3 } }
    const first = await check(json({ id: 'a' }))
    expect(first).toEqual(filled)
    expect(await check(json((first as Extract<Checked, { ok: true }>).value))).toEqual(filled)
  })

  it('names a wrong member by its path', async () => {
    const checked = await compiler.compile(schema, 'input').check(json({ id: 7 }))
    expect(checked).toMatchObject({ ok: false, issues: [{ path: '/id' }] })
  })

  it('refuses a member that the schema does not know', async () => {
    const checked = await compiler.compile(schema, 'input').check(json({ id: 'a', admin: true }))
    expect(checked.ok).toBe(false)
  })
})

describe('the JSON Schema of a result', () => {
  it('says what readers get: members with defaults are there', () => {
    const { jsonSchema } = compiler.compile(z.object({ count: z.int().default(3) }), 'output')
    expect(jsonSchema['required']).toEqual(['count'])
  })

  it('need not be an object', () => {
    expect(compiler.compile(z.array(z.string()), 'output').jsonSchema['type']).toBe('array')
  })
})

describe('a schema that cannot be used', () => {
  it.each([
    {
      name: 'valibot without its wrapper',
      schema: v.object({}),
      vendor: 'valibot',
      why: 'json_schema_missing',
    },
    {
      name: 'a date',
      schema: z.object({ at: z.date() }),
      vendor: 'zod',
      why: 'json_schema_not_representable',
    },
    { name: 'a list', schema: z.array(z.string()), vendor: 'zod', why: 'root_not_object' },
    {
      name: 'a union',
      schema: z.union([z.object({}), z.object({})]),
      vendor: 'zod',
      why: 'root_not_object',
    },
    {
      name: 'arktype of a text',
      schema: type('string'),
      vendor: 'arktype',
      why: 'root_not_object',
    },
    {
      name: 'another version',
      schema: fake({ version: 2 }),
      vendor: 'fake',
      why: 'not_standard_schema_v1',
    },
    {
      name: 'no validator',
      schema: fake({ validate: 1 }),
      vendor: 'fake',
      why: 'not_standard_schema_v1',
    },
    {
      name: 'JSON Schema that is none',
      schema: fake({}, () => 'x'),
      vendor: 'fake',
      why: 'not_plain_json',
    },
    {
      name: 'no JSON Schema',
      schema: fake({}, () => undefined),
      vendor: 'fake',
      why: 'not_plain_json',
    },
    { name: 'a cycle', schema: fake({}, cycle), vendor: 'fake', why: 'not_plain_json' },
  ])('is refused: $name', ({ schema, vendor, why }) => {
    expect(() => compiler.compile(schema, 'input')).toThrow(
      expect.objectContaining({ code: 'schema_unsupported', details: { vendor, why } }),
    )
  })
})

describe('what a library answers', () => {
  it.each([
    { name: 'a date', value: new Date(0) },
    { name: 'an instance', value: new URL('https://example.com/') },
    { name: 'nothing', value: undefined },
  ])('is handed on as it is: $name', async ({ value }) => {
    expect(await check({ value })).toEqual({ ok: true, value })
  })

  it('may come later', async () => {
    const { check } = compiler.compile(
      z.object({ id: z.string().refine(async (id) => id === 'a') }),
      'input',
    )
    expect(await check(json({ id: 'a' }))).toEqual({ ok: true, value: { id: 'a' } })
    expect(await check(json({ id: 'b' }))).toMatchObject({ ok: false, issues: [{ path: '/id' }] })
  })

  it.each([
    { name: 'neither value nor issues', result: {} },
    { name: 'nothing', result: undefined },
    { name: 'null', result: null },
    { name: 'true', result: true },
  ])('is a fault of the library: $name', async ({ result }) => {
    const fault = { code: 'validator_unavailable', details: { vendor: 'fake' } }
    await expect(check(result)).rejects.toMatchObject(fault)
    await expect(check(Promise.resolve(result))).rejects.toMatchObject(fault)
  })

  it('is a fault of the library: a thenable that is no promise', async () => {
    // Settles as a value would, so that taking it for a promise would permit.
    const then = (settle: (result: unknown) => void): void => settle({ value: {} })
    const schema = fake({ validate: () => Object.defineProperty({}, 'then', { value: then }) })
    await expect(async () => compiler.compile(schema, 'input').check({})).rejects.toMatchObject({
      code: 'validator_unavailable',
    })
  })

  it.each([
    { name: 'a list without issues', issues: [] },
    { name: 'null', issues: null },
    { name: 'a text', issues: 'bad' },
    { name: 'an issue without a message', issues: [{ path: 7 }] },
    { name: 'an issue that is none', issues: [null] },
  ])('never permits with issues: $name', async ({ issues }) => {
    expect(await check({ value: {}, issues })).toEqual({
      ok: false,
      issues: [{ path: '', message: 'is not valid' }],
    })
  })

  it('passes on what the library throws', async () => {
    const fault = new Error('broken')
    const schema = fake({
      validate: () => {
        throw fault
      },
    })
    await expect(async () => compiler.compile(schema, 'input').check({})).rejects.toBe(fault)
  })

  it('is read once', async () => {
    let reads = 0
    const checked = await check({
      get issues() {
        reads += 1
        return reads === 1 ? [{ message: 'no', path: ['a'] }] : undefined
      },
      value: {},
    })
    expect(checked).toEqual({ ok: false, issues: [{ path: '/a', message: 'no' }] })
    expect(reads).toBe(1)
  })

  it('is cut to 20 issues of 200 characters', async () => {
    const issues = Array.from({ length: 50 }, (_, index) => ({
      message: `${'x'.repeat(199)}😀`,
      path: [index],
    }))
    const checked = await check({ issues })
    expect(checked.ok || checked.issues.length).toBe(20)
    expect(checked.ok || checked.issues.at(-1)).toEqual({
      path: '/19',
      message: `${'x'.repeat(199)}\uFFFD`,
    })
  })

  it('gets its paths as JSON Pointers', async () => {
    const path = ['a/b', '~', 0, { key: 'k' }, Symbol('s')]
    const checked = await check({ issues: [{ message: 'no', path }] })
    expect(checked).toMatchObject({ issues: [{ path: '/a~1b/~0/0/k/Symbol(s)' }] })
  })
})

describe('the types of a tool', () => {
  const parts = { name: 'act', description: 'Acts.', effect: 'read', authorize: anyone } as const

  it('come from zod', () => {
    defineTool({
      ...parts,
      input: z.strictObject({ id: z.string(), count: z.int().default(3) }),
      output: z.strictObject({ done: z.boolean() }),
      execute: ({ args }) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; count: number }>()
        return { done: true }
      },
    })
    defineTool({
      ...parts,
      input: z.strictObject({}),
      output: z.strictObject({ done: z.boolean() }),
      // @ts-expect-error the result does not match the output schema
      execute: () => ({ done: 1 }),
    })
  })

  it('come from valibot', () => {
    defineTool({
      ...parts,
      input: toStandardJsonSchema(
        v.pipe(
          v.strictObject({ id: v.string(), count: v.optional(v.number(), 3) }),
          v.check(({ count }) => count > 0),
        ),
      ),
      execute: ({ args }) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; count: number }>()
        return {}
      },
    })
  })

  it('come from arktype', () => {
    defineTool({
      ...parts,
      input: type({ id: 'string', count: 'number = 3' }),
      authorize: ({ args }) => {
        expectTypeOf(args).toEqualTypeOf<{ id: string; count: number }>()
        return true
      },
      execute: ({ args }) => ({ count: args.count }),
    })
  })

  it('are those of JSON for JSON Schema', () => {
    defineTool({
      ...parts,
      input: { type: 'object' },
      execute: ({ args }) => {
        expectTypeOf(args['id']).toEqualTypeOf<JsonValue | undefined>()
        return {}
      },
    })
  })
})

function cycle(): Record<string, unknown> {
  const schema: Record<string, unknown> = { type: 'object' }
  schema['self'] = schema
  return schema
}

function fake(
  parts: object,
  jsonSchema: () => unknown = () => ({ type: 'object' }),
): StandardSchema {
  const standard = {
    version: 1,
    vendor: 'fake',
    validate: () => ({ value: {} }),
    jsonSchema: { input: jsonSchema, output: jsonSchema },
    ...parts,
  }
  return { '~standard': standard } as unknown as StandardSchema
}

async function check(result: unknown): Promise<Checked> {
  return compiler.compile(fake({ validate: () => result }), 'input').check({})
}

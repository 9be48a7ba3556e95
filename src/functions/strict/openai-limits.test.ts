import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { toOpenAiStrict } from './openai.ts'

const text = { type: 'string' }
const object = (entries: readonly (readonly [string, JsonValue])[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(entries),
  required: entries.map(([name]) => name),
})
const properties = (count: number, length = 0): JsonObject =>
  object(Array.from({ length: count }, (_, index) => [`p${index}`.padEnd(length, '_'), text]))
const enums = (count: number, length = 0, lists = 1): JsonObject =>
  object(
    Array.from({ length: lists }, (_, list) => [
      `p${list}`,
      { enum: Array.from({ length: count }, (__, index) => String(index).padEnd(length, '_')) },
    ]),
  )
function nested(levels: number): JsonObject {
  let schema: JsonObject = text
  for (let level = 1; level < levels; level += 1) {
    schema = level % 2 === 0 ? { type: 'array', items: schema } : object([['a', schema]])
  }
  return object([['root', schema]])
}

describe("OpenAI's limits", () => {
  it.each([
    {
      name: '5,000 properties',
      inside: properties(5_000),
      outside: properties(5_001),
      why: 'too_many_properties',
    },
    { name: '10 levels', inside: nested(10), outside: nested(11), why: 'too_deep' },
    {
      name: '120,000 characters',
      inside: properties(1_200, 100),
      outside: properties(1_200, 101),
      why: 'too_many_characters',
    },
    {
      name: '1,000 enum values',
      inside: enums(250, 0, 4),
      outside: enums(251, 0, 4),
      why: 'too_many_enum_values',
    },
    {
      name: '15,000 characters in 251 values',
      inside: enums(250, 61),
      outside: enums(251, 60),
      why: 'enum_too_long',
    },
  ])('$name pass, and not more', ({ inside, outside, why }) => {
    expect(toOpenAiStrict(inside)).toMatchObject({ strict: true })
    expect(toOpenAiStrict(outside)).toMatchObject({ strict: false, reasons: [{ why }] })
  })

  it('count levels through references', () => {
    const schema = { ...object([['a', { $ref: '#/$defs/deep' }]]), $defs: { deep: nested(10) } }
    expect(toOpenAiStrict(schema)).toMatchObject({ strict: false, reasons: [{ why: 'too_deep' }] })
  })
})

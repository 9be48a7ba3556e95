import { describe, expect, it } from 'vitest'
import { findAnthropicStrictProblems } from './strict-checker-anthropic.ts'
import { findOpenAiStrictProblems } from './strict-checker-openai.ts'

const text = { type: 'string' }
const closed = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const either = { anyOf: [text, { type: 'null' }] }
const many = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]))
function nested(levels: number): object {
  return levels === 0 ? text : { type: 'array', items: nested(levels - 1) }
}

const sound = {
  ...closed({ a: text, b: either, c: { type: 'array', items: { $ref: '#/$defs/d' } } }),
  $defs: { d: closed({ kind: { type: 'string', const: 'x' } }) },
}

describe("the checker of OpenAI's rules", () => {
  it('has nothing against a sound schema', () => {
    expect(findOpenAiStrictProblems(sound)).toEqual([])
    expect(findOpenAiStrictProblems(closed({ a: { $ref: '#' } }))).toEqual([])
  })

  it.each([
    { fault: 'no object at the root', schema: text },
    { fault: 'anyOf at the root', schema: { anyOf: [closed({})] } },
    { fault: 'an optional property', schema: closed({ a: text }, []) },
    { fault: 'an open object', schema: { type: 'object', properties: {}, required: [] } },
    { fault: 'a map', schema: { ...closed({}), additionalProperties: text } },
    {
      fault: 'an object without properties',
      schema: closed({ a: { type: 'object', additionalProperties: false } }),
    },
    { fault: 'no type', schema: closed({ a: {} }) },
    { fault: 'a list without items', schema: closed({ a: { type: 'array' } }) },
    { fault: 'oneOf', schema: closed({ a: { oneOf: [text] } }) },
    { fault: 'allOf', schema: closed({ a: { ...text, allOf: [text] } }) },
    { fault: 'minLength', schema: closed({ a: { ...text, minLength: 1 } }) },
    { fault: 'default', schema: closed({ a: { ...text, default: '' } }) },
    { fault: 'the format uri', schema: closed({ a: { ...text, format: 'uri' } }) },
    { fault: 'lookaround', schema: closed({ a: { ...text, pattern: '(?!a)' } }) },
    { fault: 'siblings of anyOf', schema: closed({ a: { ...either, enum: ['a'] } }) },
    { fault: 'siblings of $ref', schema: closed({ a: { $ref: '#', description: 'd' } }) },
    { fault: 'a $ref to nothing', schema: closed({ a: { $ref: '#/$defs/a' } }) },
    { fault: 'an enum of another type', schema: closed({ a: { ...text, enum: ['a', null] } }) },
    { fault: 'too many properties', schema: closed(many(5_001, text)) },
    { fault: 'too many levels', schema: closed({ a: nested(10) }) },
    {
      fault: 'too many enum values',
      schema: closed(many(5, { ...text, enum: Object.keys(many(201, {})) })),
    },
    {
      fault: 'a long enum',
      schema: closed({
        a: { ...text, enum: Object.keys(many(251, {})).map((key) => key.padEnd(60)) },
      }),
    },
    { fault: 'too many characters', schema: closed({ ['a'.repeat(120_001)]: text }) },
  ])('refuses $fault', ({ schema }) => {
    expect(findOpenAiStrictProblems(schema)).not.toEqual([])
  })
})

describe("the checker of Anthropic's rules", () => {
  it('has nothing against a sound schema', () => {
    expect(findAnthropicStrictProblems([sound, closed({ a: text }, [])])).toEqual([])
  })

  it.each([
    { fault: 'no object at the root', schemas: [text] },
    { fault: 'an open object', schemas: [{ type: 'object', properties: {}, required: [] }] },
    { fault: 'no type', schemas: [closed({ a: {} })] },
    { fault: 'oneOf', schemas: [closed({ a: { oneOf: [text] } })] },
    {
      fault: 'allOf with $ref',
      schemas: [closed({ a: { ...text, allOf: [{ $ref: '#/$defs/a' }] } })],
    },
    { fault: 'minimum', schemas: [closed({ a: { type: 'integer', minimum: 1 } })] },
    {
      fault: 'minItems over 1',
      schemas: [closed({ a: { type: 'array', items: text, minItems: 2 } })],
    },
    { fault: 'a word boundary', schemas: [closed({ a: { ...text, pattern: '\\ba' } })] },
    {
      fault: 'recursion',
      schemas: [
        {
          ...closed({ a: { $ref: '#/$defs/a' } }),
          $defs: { a: closed({ a: { $ref: '#/$defs/a' } }) },
        },
      ],
    },
    { fault: 'recursion to the root', schemas: [closed({ a: { $ref: '#' } })] },
    { fault: 'an undeclared required property', schemas: [closed({}, ['a'])] },
    { fault: 'an enum of objects', schemas: [closed({ a: { ...text, enum: [{}] } })] },
    { fault: 'too many tools', schemas: Array.from({ length: 21 }, () => closed({})) },
    {
      fault: 'too many optional parameters',
      schemas: [closed(many(13, text), []), closed(many(12, text), [])],
    },
    { fault: 'too many unions', schemas: [closed(many(9, either)), closed(many(8, either))] },
  ])('refuses $fault', ({ schemas }) => {
    expect(findAnthropicStrictProblems(schemas)).not.toEqual([])
  })
})

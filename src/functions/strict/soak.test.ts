import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { type Draw, draws } from '../../testing/draw.ts'
import { type Sample, sampleInstance } from '../../testing/instance-sample.ts'
import { toolSchemas } from '../../testing/json-schema-arbitrary.ts'
import { findAnthropicStrictProblems } from '../../testing/strict-checker-anthropic.ts'
import { findOpenAiStrictProblems } from '../../testing/strict-checker-openai.ts'
import { toAnthropicStrict } from './anthropic.ts'
import { isJsonObject } from './located.ts'
import { toOpenAiStrict } from './openai.ts'
import type { NotEnforced } from './result.ts'

const RUNS = 3000
const INSTANCES = 8

function judge(schema: JsonValue): (value: JsonValue) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    // Without it a property named `constructor` always seems to be there.
    ownProperties: true,
    validateFormats: false,
    validateSchema: false,
    logger: false,
  })
  return ajv.compile(structuredClone(schema) as object)
}

/** Some generated schemas are broken, or refer to what is not there; those have no instances to judge. */
function tryJudge(schema: JsonValue): ((value: JsonValue) => boolean) | null {
  try {
    return judge(schema)
  } catch {
    return null
  }
}

function samples(schema: JsonObject, draw: Draw, isValid: (value: JsonValue) => boolean): Sample[] {
  const drawn = Array.from({ length: INSTANCES }, () => sampleInstance(schema, draw))
  return drawn.filter((sample) => sample !== null).filter(({ plain }) => isValid(plain))
}

/** The original schema as far as the provider is said to enforce it. */
function withoutUnenforced(schema: JsonObject, left: readonly NotEnforced[]): JsonValue {
  const copy = structuredClone(schema)
  // Innermost first, because changing a oneOf into an anyOf changes the paths below it.
  const inner = [...left].sort((a, b) => b.path.length - a.path.length)
  for (const { path, keyword } of inner) {
    let place: unknown = copy
    for (const token of path.split('/').slice(1)) {
      place = Reflect.get(place as object, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    }
    expect(place).toHaveProperty([keyword])
    if (keyword === 'oneOf')
      Reflect.set(place as object, 'anyOf', Reflect.get(place as object, 'oneOf'))
    Reflect.deleteProperty(place as object, keyword)
  }
  return copy
}

/** The original schema for callers that send only what is declared. */
function closedEverywhere(schema: JsonObject): JsonValue {
  return { ...closeInside(schema), unevaluatedProperties: false }
}

function closeInside(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    if (keyword === 'properties') return [keyword, mapMembers(value, closeValue)]
    if (keyword === '$defs') return [keyword, mapMembers(value, closeComposed)]
    if (keyword === 'items') return [keyword, closeValue(value)]
    const isComposition = ['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value)
    return [keyword, isComposition ? value.map(closeComposed) : value]
  })
  return Object.fromEntries(entries)
}

const closeComposed = (value: JsonValue): JsonValue =>
  isJsonObject(value) ? closeInside(value) : value
const closeValue = (value: JsonValue): JsonValue =>
  isJsonObject(value) ? closedEverywhere(value) : value

function mapMembers(value: JsonValue, map: (inner: JsonValue) => JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))
}

describe.each([
  {
    provider: 'OpenAI',
    convert: toOpenAiStrict,
    problems: (schema: JsonObject) => findOpenAiStrictProblems(schema),
  },
  {
    provider: 'Anthropic',
    convert: toAnthropicStrict,
    problems: (schema: JsonObject) => findAnthropicStrictProblems([schema]),
  },
])('a schema that is strict for $provider', ({ provider, convert, problems }) => {
  it('is one that the checker has nothing against', () => {
    let strict = 0
    fc.assert(
      fc.property(toolSchemas(), (schema) => {
        const result = convert(schema)
        if (!result.strict) return
        strict += 1
        expect(problems(result.schema)).toEqual([])
      }),
      { numRuns: RUNS },
    )
    expect(strict).toBeGreaterThan(RUNS / 20)
  })

  it('takes only arguments that the original takes too, but for what is said to be not enforced', () => {
    let judged = 0
    fc.assert(
      fc.property(toolSchemas(), draws(), (schema, draw) => {
        const result = convert(schema)
        const original = result.strict && tryJudge(withoutUnenforced(schema, result.notEnforced))
        if (!result.strict || !original) return
        for (const { plain } of samples(result.schema, draw, judge(result.schema))) {
          judged += 1
          const restored = result.restore(plain)
          expect({ plain, restored, valid: original(restored) }).toMatchObject({ valid: true })
        }
      }),
      { numRuns: RUNS },
    )
    expect(judged).toBeGreaterThan(RUNS / 10)
  })

  it('takes every declared argument that the original takes, and gives it back as it was', () => {
    let judged = 0
    fc.assert(
      fc.property(toolSchemas(), draws(), (schema, draw) => {
        const result = convert(schema)
        const original = result.strict && tryJudge(closedEverywhere(schema))
        if (!result.strict || !original) return
        const isTaken = judge(result.schema)
        for (const { plain, written } of samples(schema, draw, original)) {
          judged += 1
          const args = provider === 'OpenAI' ? written : plain
          expect({ plain, args, taken: isTaken(args) }).toMatchObject({ taken: true })
          // Compared as text: a member called `constructor` confuses matchers.
          expect(JSON.stringify(result.restore(args))).toBe(JSON.stringify(plain))
          // A provider that does not enforce sends the plain form, which must not be taken for the other one.
          expect(JSON.stringify(result.restore(plain))).toBe(JSON.stringify(plain))
        }
      }),
      { numRuns: RUNS },
    )
    expect(judged).toBeGreaterThan(RUNS / 10)
  })
})

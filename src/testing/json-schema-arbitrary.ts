import type * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { chance, type Draw, draws, pick } from './draw.ts'

/** Patterns of the generated schemas, each with a string that matches it. */
export const PATTERN_SAMPLES: ReadonlyMap<string, string> = new Map([
  ['^[a-z]+$', 'abc'],
  ['^\\d{3}$', '123'],
  ['^(?=a)a', 'a'],
  ['^(a)\\1$', 'aa'],
])

/** Formats of the generated schemas, each with a string that has it. */
export const FORMAT_SAMPLES: ReadonlyMap<string, string> = new Map([
  ['date', '2026-11-30'],
  ['uuid', '8f14e45f-ceea-467f-a8d5-1a2b3c4d5e6f'],
  ['uri', 'https://example.com/'],
  ['email', 'a@example.com'],
])

// Names of keywords, of a prototype's members and of array indexes are where walkers go wrong.
// `__proto__` has a test of its own: ajv passes over it.
const NAMES =
  'a b c d type properties required enum items $ref anyOf const default constructor 0 a/b ~'.split(
    ' ',
  )
const REFERENCES = ['#/$defs/A', '#/$defs/B', '#/$defs/a~1b', '#']
const LITERALS: readonly JsonValue[] = ['x', 'y', 'z', '', 1, 2, 1.5, true, false, null]

type Entry = readonly [name: string, value: JsonValue]
type Make = (draw: Draw, depth: number) => JsonValue

/** JSON Schemas 2020-12 with an object at the root: mostly what tools have, now and then what they should not have. */
export function toolSchemas(): fc.Arbitrary<JsonObject> {
  return draws().map(makeRoot)
}

function makeRoot(draw: Draw): JsonObject {
  const root = makeObject(draw, 3)
  const definitions = ['A', 'B', 'a/b'].map((name): Entry => [name, makeSchema(draw, 2)])
  return { ...root, $defs: Object.fromEntries(definitions) }
}

/** Names of their own, values that may be absent; `__proto__` stays an own member. */
function object(...entries: readonly (Entry | false)[]): JsonObject {
  return Object.fromEntries(entries.filter((entry) => entry !== false))
}

function makeSchema(draw: Draw, depth: number): JsonValue {
  const make = depth > 0 ? pick(draw, [...SCALARS, ...NESTED]) : pick(draw, SCALARS)
  const schema = make(draw, depth)
  if (typeof schema !== 'object' || !chance(draw, 20)) return schema
  return { ...schema, ...pick(draw, NOTES) }
}

const NOTES: readonly JsonObject[] = [
  { description: 'what it is' },
  { title: 'T', description: 'what it is' },
  { default: null },
  { default: 'x' },
  { examples: [1], $comment: 'for people', deprecated: true },
]

const makeString: Make = (draw) => {
  switch (draw(5)) {
    case 0:
      return { type: 'string', pattern: pick(draw, [...PATTERN_SAMPLES.keys()]) }
    case 1:
      return { type: 'string', format: pick(draw, [...FORMAT_SAMPLES.keys()]) }
    case 2:
      return { type: 'string', minLength: 1, maxLength: 3 }
    default:
      return { type: 'string' }
  }
}

const makeNumber: Make = (draw) =>
  object(
    ['type', pick(draw, ['integer', 'number'])],
    chance(draw, 30) && ['minimum', draw(3)],
    chance(draw, 30) && ['maximum', 3 + draw(3)],
    chance(draw, 10) && ['exclusiveMinimum', -1],
    chance(draw, 10) && ['multipleOf', 1],
    // Says nothing about numbers.
    chance(draw, 10) && ['minLength', 5],
  )

const makeLiterals: Make = (draw) => {
  if (chance(draw, 30)) return { const: pick(draw, LITERALS) }
  const values = [...new Set([pick(draw, LITERALS), pick(draw, LITERALS), pick(draw, LITERALS)])]
  return { enum: values }
}

const makeTypes: Make = (draw) => ({
  type: [
    ...new Set([pick(draw, ['string', 'integer']), pick(draw, ['null', 'number', 'boolean'])]),
  ],
})

const makeReference: Make = (draw) => ({ $ref: pick(draw, REFERENCES) })

const makeOdd: Make = (draw) =>
  pick<JsonValue>(draw, [
    true,
    {},
    { type: 'object' },
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', properties: {}, additionalProperties: true },
    { type: 'object', properties: {}, patternProperties: { '^x': {} } },
    { type: 'array' },
    { type: 'array', prefixItems: [{ type: 'string' }] },
    { $ref: 'https://example.com/schema.json' },
    { $ref: '#/$defs/nowhere' },
    { enum: [{ a: 1 }, 'x'] },
    { type: 'string', not: { const: 'x' } },
    { allOf: [{ type: 'string' }, { minLength: 1 }] },
    { allOf: [{ type: ['string', 'null'] }, { enum: ['x', 1, null] }] },
  ])

const SCALARS: readonly Make[] = [
  makeString,
  makeString,
  makeNumber,
  makeLiterals,
  makeTypes,
  makeReference,
  () => ({ type: 'boolean' }),
  (draw: Draw, depth: number) => (chance(draw, 15) ? makeOdd(draw, depth) : { type: 'null' }),
]

function makeProperties(draw: Draw, depth: number, names: readonly string[]): JsonObject {
  // A name of its own, so that it is never required: what nobody may send is declared by no strict schema.
  return object(
    ...names.map((name): Entry => [name, makeSchema(draw, depth - 1)]),
    chance(draw, 5) && ['forbidden', false],
  )
}

function someNames(draw: Draw, from: readonly string[] = NAMES): readonly string[] {
  return [...new Set([pick(draw, from), pick(draw, from), pick(draw, from)])].slice(0, 1 + draw(3))
}

function makeObject(draw: Draw, depth: number, names = someNames(draw)): JsonObject {
  const required = names.filter(() => chance(draw, 60))
  return object(
    ['type', 'object'],
    chance(draw, 10) && ['description', 'an object'],
    ['properties', makeProperties(draw, depth, names)],
    (required.length > 0 || chance(draw, 50)) && ['required', required],
    chance(draw, 40) && ['additionalProperties', false],
    chance(draw, 5) && ['unevaluatedProperties', false],
    chance(draw, 5) && ['minProperties', 1],
    chance(draw, 5) && ['propertyNames', { minLength: 1 }],
    chance(draw, 5) && ['dependentRequired', { [names[0] ?? 'a']: [pick(draw, NAMES)] }],
    ...(chance(draw, 5) ? makeCondition(draw, names) : []),
  )
}

function makeCondition(draw: Draw, names: readonly string[]): readonly Entry[] {
  const name = chance(draw, 70) ? pick(draw, names) : pick(draw, NAMES)
  return [
    ['if', { required: [pick(draw, names)] }],
    ['then', { required: [name] }],
  ]
}

const makeArray: Make = (draw, depth) =>
  object(
    ['type', 'array'],
    ['items', makeSchema(draw, depth - 1)],
    chance(draw, 30) && ['minItems', draw(3)],
    chance(draw, 30) && ['maxItems', 2 + draw(2)],
    chance(draw, 10) && ['uniqueItems', true],
    chance(draw, 10) && ['contains', { type: 'string' }],
  )

const makeUnion: Make = (draw, depth) => {
  const branches = Array.from({ length: 1 + draw(3) }, () => makeSchema(draw, depth - 1))
  return { [pick(draw, ['anyOf', 'oneOf'])]: branches }
}

const makeTagged: Make = (draw, depth) => {
  const branches = ['x', 'y', 'z'].slice(0, 2 + draw(2)).map((tag) => {
    const branch = makeObject(draw, depth, someNames(draw, ['a', 'b', 'c']))
    const { properties = {}, required = [] } = branch
    return {
      ...branch,
      properties: { kind: { const: tag }, ...(properties as JsonObject) },
      required: chance(draw, 85) ? ['kind', ...(required as readonly string[])] : required,
    }
  })
  return { [pick(draw, ['anyOf', 'oneOf'])]: branches }
}

const makeAllOf: Make = (draw, depth) => {
  // Closed members of an allOf forbid one another's properties, so that little would be left to draw.
  const { additionalProperties: _, ...first } = makeObject(
    draw,
    depth,
    someNames(draw, ['a', 'b', 'c']),
  )
  const { additionalProperties: __, ...second } = makeObject(
    draw,
    depth,
    someNames(draw, ['d', 'e', 'f']),
  )
  if (chance(draw, 20)) return { allOf: [makeReference(draw, depth)], description: 'what it is' }
  return chance(draw, 50) ? { allOf: [first, second] } : { ...first, allOf: [second] }
}

const makeRequiredUnion: Make = (draw, depth) => {
  const { required: _, ...base } = makeObject(draw, depth, ['a', 'b'])
  return { ...base, [pick(draw, ['anyOf', 'oneOf'])]: [{ required: ['a'] }, { required: ['b'] }] }
}

const NESTED: readonly Make[] = [
  (draw, depth) => makeObject(draw, depth),
  (draw, depth) => makeObject(draw, depth),
  makeArray,
  makeArray,
  makeUnion,
  makeTagged,
  makeAllOf,
  makeRequiredUnion,
]

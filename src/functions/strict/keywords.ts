import type { JsonObject, JsonValue } from '../../json/value.ts'
import { isJsonArray, isJsonObject, isStringList } from './located.ts'

/** The JSON types, `integer` among them. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array'

const TYPES: ReadonlySet<unknown> = new Set<SchemaType>([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
])

/** Narrows to a type name of JSON Schema. */
export function isSchemaType(value: unknown): value is SchemaType {
  return TYPES.has(value)
}

const isNumber = (value: JsonValue): boolean => typeof value === 'number'
const isCount = (value: JsonValue): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isString = (value: JsonValue): boolean => typeof value === 'string'
const isBoolean = (value: JsonValue): boolean => typeof value === 'boolean'
const isSchema = (value: JsonValue): boolean => isBoolean(value) || isJsonObject(value)
const isRegExp = (value: JsonValue): boolean => {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

type Checks = ReadonlyMap<string, (value: JsonValue) => boolean>

const NUMBER: Checks = new Map([
  ['minimum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['multipleOf', (value: JsonValue) => typeof value === 'number' && value > 0],
])
const NONE: Checks = new Map()

/** The keywords that narrow one type, with the form of their value (JSON Schema 2020-12 Validation, section 6). */
const CONSTRAINTS: Readonly<Record<SchemaType, Checks>> = {
  string: new Map([
    ['pattern', isRegExp],
    ['format', isString],
    ['minLength', isCount],
    ['maxLength', isCount],
  ]),
  number: NUMBER,
  integer: NUMBER,
  boolean: NONE,
  null: NONE,
  array: new Map([
    ['minItems', isCount],
    ['maxItems', isCount],
    ['uniqueItems', isBoolean],
    ['contains', isSchema],
    ['minContains', isCount],
    ['maxContains', isCount],
    ['unevaluatedItems', isSchema],
  ]),
  object: new Map([
    ['minProperties', isCount],
    ['maxProperties', isCount],
    ['propertyNames', isSchema],
    ['dependentRequired', isJsonObject],
    ['dependentSchemas', isJsonObject],
    ['dependencies', isJsonObject],
  ]),
}

/** The constraints that apply to a type, with the form that their value must have. */
export function constraintsOf(type: SchemaType): Checks {
  return CONSTRAINTS[type]
}

/** Constraints on values of any type that no provider holds. */
export const UNTYPED_CONSTRAINTS: readonly string[] = ['not', 'if']

const STRUCTURE = ['type', 'enum', 'const', 'properties', 'required', 'additionalProperties']
const OPENING = [
  'patternProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'then',
  'else',
]

const ASSERTING: ReadonlySet<string> = new Set([
  ...STRUCTURE,
  ...OPENING,
  ...UNTYPED_CONSTRAINTS,
  ...Object.values(CONSTRAINTS).flatMap((checks) => [...checks.keys()]),
])

/** Whether a subschema says something of validity beside references and compositions. */
export function asserts(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => ASSERTING.has(keyword))
}

/** Whether a constraint holds for every value, so that leaving it away changes nothing. */
export function isVacuous(keyword: string, value: JsonValue): boolean {
  switch (keyword) {
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return value === 0
    case 'uniqueItems':
      return value === false
    case 'propertyNames':
    case 'unevaluatedItems':
    case 'not':
      return keyword === 'not' ? value === false : isEmptySchema(value)
    case 'dependentRequired':
    case 'dependentSchemas':
      return isJsonObject(value) && isEmptySchema(value)
    default:
      return false
  }
}

function isEmptySchema(value: JsonValue): boolean {
  return value === true || (isJsonObject(value) && Object.keys(value).length === 0)
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef']

// Deeper than this, a condition counts as one that hides what it speaks of.
const MAX_DEPTH = 64

/** Names of properties that a subschema applied in place speaks of; null where they cannot be known. */
function namedProperties(schema: JsonValue, depth: number): readonly string[] | null {
  if (!isJsonObject(schema)) return []
  if (depth > MAX_DEPTH || REFERENCES.some((keyword) => Object.hasOwn(schema, keyword))) return null
  const names: string[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const found = namedBy(keyword, value, depth)
    if (found === null) return null
    names.push(...found)
  }
  return names
}

/** Names of properties that a keyword applied in place speaks of; null where they cannot be known. */
export function namedBy(keyword: string, value: JsonValue, depth = 0): readonly string[] | null {
  switch (keyword) {
    case 'required':
      return isStringList(value) ? value : []
    case 'properties':
      return isJsonObject(value) ? Object.keys(value) : []
    case 'if':
    case 'then':
    case 'else':
      return namedProperties(value, depth + 1)
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return collect(isJsonArray(value) ? value : [], depth + 1)
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'dependencies': {
      if (!isJsonObject(value)) return []
      const lists = Object.values(value).filter(isStringList)
      const inner = collect(Object.values(value), depth + 1)
      return inner && [...Object.keys(value), ...lists.flat(), ...inner]
    }
    default:
      return []
  }
}

function collect(schemas: readonly JsonValue[], depth: number): readonly string[] | null {
  const lists = schemas.map((schema) => namedProperties(schema, depth))
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? [])
}

import type { JsonValue } from '../json/value.ts'

/** What the value of a keyword is. */
export type Keyword =
  | { readonly kind: 'schema' | 'schemas' | 'schema-or-schemas' | 'schema-map' | 'dependencies' }
  /** Its value is held against {@link Keyword.valid} and goes to the validator as it is. */
  | { readonly kind: 'assertion'; readonly valid: (value: JsonValue) => boolean }
  /** Says where schemas are or how they are called. */
  | { readonly kind: 'reference' }
  /** Judges nothing. */
  | { readonly kind: 'annotation' }

const TYPES: readonly unknown[] = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]

const isText = (value: JsonValue): boolean => typeof value === 'string'
const isNumber = (value: JsonValue): boolean => typeof value === 'number'
const isCount = (value: JsonValue): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isPositive = (value: JsonValue): boolean => typeof value === 'number' && value > 0
const isFlag = (value: JsonValue): boolean => typeof value === 'boolean'
const isType = (value: JsonValue): boolean => TYPES.includes(value)

/** Whether a value is a list of different strings. */
export function isNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
}

function isTypes(value: JsonValue): boolean {
  return (
    isType(value) ||
    (Array.isArray(value) && value.length > 0 && isNames(value) && value.every(isType))
  )
}

function isNamesMap(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isNames)
}

function assertions(
  valid: (value: JsonValue) => boolean,
  names: readonly string[],
): [string, Keyword][] {
  return names.map((name) => [name, { kind: 'assertion', valid }])
}

function keywords(
  kind: Exclude<Keyword['kind'], 'assertion'>,
  names: readonly string[],
): [string, Keyword][] {
  return names.map((name) => [name, { kind }])
}

const SHARED: readonly [string, Keyword][] = [
  ...keywords('reference', ['$schema', '$id', '$ref']),
  ...keywords('schema', [
    'additionalProperties',
    'contains',
    'else',
    'if',
    'not',
    'propertyNames',
    'then',
  ]),
  ...keywords('schemas', ['allOf', 'anyOf', 'oneOf']),
  ...keywords('schema-map', ['$defs', 'definitions', 'patternProperties', 'properties']),
  ...keywords('dependencies', ['dependencies']),
  ...keywords('annotation', [
    '$comment',
    'title',
    'description',
    'default',
    'examples',
    'readOnly',
    'writeOnly',
  ]),
  ...keywords('annotation', ['format', 'contentEncoding', 'contentMediaType']),
  ...assertions(isTypes, ['type']),
  ...assertions(Array.isArray, ['enum']),
  ...assertions(() => true, ['const']),
  ...assertions(isPositive, ['multipleOf']),
  ...assertions(isNumber, ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']),
  ...assertions(isCount, [
    'maxLength',
    'minLength',
    'maxItems',
    'minItems',
    'maxProperties',
    'minProperties',
  ]),
  ...assertions(isText, ['pattern']),
  ...assertions(isFlag, ['uniqueItems']),
  ...assertions(isNames, ['required']),
]

/** The keywords of JSON Schema 2020-12 (core and validation vocabularies), with the older names that it keeps. */
export const KEYWORDS_2020: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...SHARED,
  ...keywords('reference', ['$anchor', '$dynamicAnchor', '$dynamicRef']),
  ...keywords('annotation', ['$vocabulary', 'deprecated']),
  ...keywords('schema', ['contentSchema', 'items', 'unevaluatedItems', 'unevaluatedProperties']),
  ...keywords('schemas', ['prefixItems']),
  ...keywords('schema-map', ['dependentSchemas']),
  ...assertions(isNamesMap, ['dependentRequired']),
  ...assertions(isCount, ['maxContains', 'minContains']),
])

/** The keywords of JSON Schema draft-07. */
export const KEYWORDS_07: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...SHARED,
  ...keywords('schema-or-schemas', ['items']),
  ...keywords('schema', ['additionalItems']),
])

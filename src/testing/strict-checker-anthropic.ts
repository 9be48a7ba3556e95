/**
 * Anthropic's strict-tool rules as its structured-outputs guide states them, checked on the JSON text itself.
 * Shares nothing with the converter, so that both cannot be wrong in the same way.
 */

const REFUSED: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'prefixItems',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  '$id',
  '$anchor',
  '$dynamicRef',
])
const TYPES: readonly unknown[] = 'string number integer boolean null object array'.split(' ')
const FORMATS: readonly unknown[] =
  'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' ')

type Json = Readonly<Record<string, unknown>>

interface Walk {
  readonly definitions: Json
  readonly problems: string[]
  optional: number
  unions: number
}

/** Says what Anthropic would refuse in the strict schemas of one request; an empty list where nothing. */
export function findAnthropicStrictProblems(schemas: readonly unknown[]): readonly string[] {
  const problems: string[] = []
  let optional = 0
  let unions = 0
  for (const schema of schemas) {
    if (!isObject(schema) || schema['type'] !== 'object') {
      problems.push('a root is not of type object')
      continue
    }
    const { $defs: definitions = {}, ...root } = schema
    const walk = {
      definitions: isObject(definitions) ? definitions : {},
      problems,
      optional: 0,
      unions: 0,
    }
    visit(root, '#', [], walk)
    for (const [name, definition] of Object.entries(walk.definitions)) {
      visit(definition, `#/$defs/${name}`, [`#/$defs/${name}`], { ...walk })
    }
    optional += walk.optional
    unions += walk.unions
  }
  if (schemas.length > 20) problems.push('more than 20 strict tools')
  if (optional > 24) problems.push('more than 24 optional parameters')
  if (unions > 16) problems.push('more than 16 union-typed parameters')
  return problems
}

/** Follows references, so that what is used twice counts twice. */
function visit(schema: unknown, at: string, open: readonly string[], walk: Walk): void {
  if (!isObject(schema)) walk.problems.push(`${at}: not an object`)
  else if ('$ref' in schema) visitRef(schema, at, open, walk)
  else visitObject(schema, at, open, walk)
}

function visitRef(schema: Json, at: string, open: readonly string[], walk: Walk): void {
  const ref = String(schema['$ref'])
  const name = ref.startsWith('#/$defs/') ? ref.slice('#/$defs/'.length) : ''
  if (Object.keys(schema).length > 1) walk.problems.push(`${at}: $ref with siblings`)
  if (!Object.hasOwn(walk.definitions, name)) walk.problems.push(`${at}: $ref to nothing`)
  else if (open.includes(ref)) walk.problems.push(`${at}: recursion`)
  else visit(walk.definitions[name], ref, [...open, ref], walk)
}

function visitObject(schema: Json, at: string, open: readonly string[], walk: Walk): void {
  const { anyOf, allOf, type, items } = schema
  for (const keyword of Object.keys(schema)) {
    if (REFUSED.has(keyword)) walk.problems.push(`${at}: ${keyword} is not supported`)
  }
  if (Array.isArray(allOf) && allOf.some((each) => isObject(each) && '$ref' in each)) {
    walk.problems.push(`${at}: allOf with $ref`)
  }
  if (Array.isArray(anyOf)) {
    walk.unions += 1
    for (const [index, branch] of anyOf.entries()) visit(branch, `${at}/${index}`, open, walk)
  } else if (!TYPES.includes(type)) walk.problems.push(`${at}: no single known type`)
  checkValues(schema, at, walk.problems)
  if (type === 'array') visit(items, `${at}/items`, open, walk)
  if (type === 'object') visitProperties(schema, at, open, walk)
}

function visitProperties(schema: Json, at: string, open: readonly string[], walk: Walk): void {
  const { properties, required, additionalProperties } = schema
  if (additionalProperties !== false) walk.problems.push(`${at}: additionalProperties is not false`)
  const declared = isObject(properties) ? properties : {}
  const names: readonly unknown[] = Array.isArray(required) ? required : [required]
  if (!names.every((name) => typeof name === 'string' && Object.hasOwn(declared, name))) {
    walk.problems.push(`${at}: required names no property`)
  }
  for (const [name, property] of Object.entries(declared)) {
    if (!names.includes(name)) walk.optional += 1
    visit(property, `${at}/${name}`, open, walk)
  }
}

function checkValues(schema: Json, at: string, problems: string[]): void {
  const { format, pattern, minItems } = schema
  if (format !== undefined && !FORMATS.includes(format)) problems.push(`${at}: format ${format}`)
  if (minItems !== undefined && minItems !== 0 && minItems !== 1) problems.push(`${at}: minItems`)
  if (
    pattern !== undefined &&
    /\(\?<?[=!]|(?<!\\)(?:\\\\)*\\(?:[1-9]|k<|[bB])/.test(String(pattern))
  ) {
    problems.push(`${at}: pattern`)
  }
  const values: unknown =
    schema['enum'] ?? (Object.hasOwn(schema, 'const') ? [schema['const']] : [null])
  const isSound = Array.isArray(values) && values.length > 0 && values.every(isPrimitive)
  if (!isSound) problems.push(`${at}: enum that is empty or of objects`)
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

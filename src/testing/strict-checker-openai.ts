/**
 * OpenAI's strict-mode rules as its structured-outputs guide states them, checked on the JSON text itself.
 * Shares nothing with the converter, so that both cannot be wrong in the same way.
 */

const SHARED = ['title', 'description']
const BY_TYPE: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['string', ['enum', 'const', 'pattern', 'format']],
  [
    'number',
    ['enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ],
  [
    'integer',
    ['enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ],
  ['boolean', ['enum', 'const']],
  ['null', []],
  ['object', ['properties', 'required', 'additionalProperties']],
  ['array', ['items', 'minItems', 'maxItems']],
])
const FORMATS: readonly unknown[] =
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ')

type Json = Readonly<Record<string, unknown>>

interface Walk {
  readonly names: ReadonlySet<string>
  readonly problems: string[]
  properties: number
  characters: number
  enumValues: number
}

/** Says what OpenAI would refuse in a strict schema; an empty list where nothing. */
export function findOpenAiStrictProblems(schema: unknown): readonly string[] {
  if (!isObject(schema)) return ['the root is not an object']
  const { $defs: definitions = {}, ...root } = schema
  if (!isObject(definitions)) return ['$defs is not an object']
  const names = new Set(Object.keys(definitions))
  const walk: Walk = { names, problems: [], properties: 0, characters: 0, enumValues: 0 }
  const { problems } = walk
  for (const name of names) walk.characters += name.length
  if (root['type'] !== 'object') problems.push('the root is not of type object')
  checkSchema(root, '#', walk)
  for (const [name, definition] of Object.entries(definitions)) {
    checkSchema(definition, `#/$defs/${name}`, walk)
  }
  if (walk.properties > 5_000) problems.push('more than 5,000 properties')
  if (walk.characters > 120_000) problems.push('more than 120,000 characters')
  if (walk.enumValues > 1_000) problems.push('more than 1,000 enum values')
  if (depthOf(root, definitions, []) > 10) problems.push('more than 10 levels')
  return problems
}

function checkSchema(schema: unknown, at: string, walk: Walk): void {
  if (!isObject(schema)) walk.problems.push(`${at}: not an object`)
  else if ('$ref' in schema) checkRef(schema, at, walk)
  else if ('anyOf' in schema) checkAnyOf(schema, at, walk)
  else checkTyped(schema, at, walk)
}

function checkTyped(schema: Json, at: string, walk: Walk): void {
  const { type, ...rest } = schema
  const known = BY_TYPE.get(type)
  if (known === undefined) walk.problems.push(`${at}: no single known type`)
  for (const keyword of Object.keys(rest)) {
    if (SHARED.includes(keyword) || known?.includes(keyword)) continue
    walk.problems.push(`${at}: ${keyword} is not supported for its type`)
  }
  checkText(schema, at, walk)
  if ('enum' in schema || 'const' in schema) checkValues(schema, at, walk)
  if (type === 'object') checkObject(schema, at, walk)
  if (type === 'array') checkSchema(schema['items'], `${at}/items`, walk)
}

function checkRef(schema: Json, at: string, { names, problems }: Walk): void {
  const { $ref: ref } = schema
  if (Object.keys(schema).length > 1) problems.push(`${at}: $ref with siblings`)
  const known = ref === '#' || (typeof ref === 'string' && names.has(ref.replace('#/$defs/', '')))
  if (!known) problems.push(`${at}: $ref to nothing`)
}

function checkAnyOf(schema: Json, at: string, walk: Walk): void {
  const { anyOf, ...rest } = schema
  const others = Object.keys(rest).filter((keyword) => !SHARED.includes(keyword))
  if (others.length > 0) walk.problems.push(`${at}: anyOf beside ${others.join()}`)
  const branches = Array.isArray(anyOf) ? anyOf : []
  if (branches.length === 0) walk.problems.push(`${at}: empty anyOf`)
  for (const [index, branch] of branches.entries()) checkSchema(branch, `${at}/${index}`, walk)
}

function checkObject(schema: Json, at: string, walk: Walk): void {
  const { properties = [], required, additionalProperties } = schema
  const { problems } = walk
  if (additionalProperties !== false) problems.push(`${at}: additionalProperties is not false`)
  if (!isObject(properties)) problems.push(`${at}: no properties`)
  const entries = Object.entries(properties ?? {})
  if (JSON.stringify(required) !== JSON.stringify(entries.map(([name]) => name))) {
    problems.push(`${at}: required does not list every property once`)
  }
  walk.properties += entries.length
  for (const [name, property] of entries) {
    walk.characters += name.length
    checkSchema(property, `${at}/${name}`, walk)
  }
}

function checkText({ format, pattern }: Json, at: string, { problems }: Walk): void {
  if (format !== undefined && !FORMATS.includes(format)) problems.push(`${at}: format ${format}`)
  if (pattern !== undefined && /(?<!\\)(?:\\\\)*\(\?<?[=!]/.test(String(pattern))) {
    problems.push(`${at}: lookaround`)
  }
}

function checkValues(schema: Json, at: string, walk: Walk): void {
  const { type } = schema
  const listed: unknown = schema['enum'] ?? [schema['const']]
  const values: readonly unknown[] = Array.isArray(listed) ? listed : []
  const expected = type === 'integer' ? 'number' : type
  const isSound = values.length > 0 && values.every((value) => typeof value === expected)
  if (!isSound) walk.problems.push(`${at}: enum that is empty or of another type`)
  if (new Set(values).size < values.length) walk.problems.push(`${at}: enum with duplicates`)
  const characters = values.join('').length
  walk.enumValues += values.length
  walk.characters += characters
  if (type === 'string' && values.length > 250 && characters > 15_000) {
    walk.problems.push(`${at}: more than 15,000 characters in one enum`)
  }
}

/** Objects and lists around the innermost value, through references; what recurs is counted once. */
function depthOf(schema: unknown, definitions: Json, open: readonly string[]): number {
  if (!isObject(schema)) return 0
  const { $ref: ref, type, anyOf, properties, items } = schema
  if (typeof ref === 'string') {
    if (ref === '#' || open.includes(ref)) return 0
    return depthOf(definitions[ref.replace('#/$defs/', '')], definitions, [...open, ref])
  }
  const inner = [
    ...(Array.isArray(anyOf) ? anyOf : []),
    ...(isObject(properties) ? Object.values(properties) : []),
    items,
  ]
  const deepest = Math.max(...inner.map((each) => depthOf(each, definitions, open)))
  return type === 'object' || type === 'array' ? deepest + 1 : deepest
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { JsonPrimitive, JsonValue } from '../../json/value.ts'
import { isSchemaType, type SchemaType } from './keywords.ts'
import { isJsonArray, isPrimitive, member, type Part } from './located.ts'
import type { Reading } from './reading.ts'

/** The types that a conjunction permits, and the values where `enum` or `const` list them. */
export interface Values {
  readonly types: readonly SchemaType[]
  readonly literals: readonly JsonPrimitive[] | null
  readonly isConst: boolean
}

/** Reads `type`, `enum` and `const` of all parts. Null, with a finding, where nothing says the type. */
export function readValues(parts: readonly Part[], path: string, reading: Reading): Values | null {
  const { findings } = reading
  const before = findings.count()
  const declared = declaredTypes(parts, reading)
  const listed = listedValues(parts, reading)
  if (listed === null) {
    const silent = declared === null && findings.count() === before
    if (silent) findings.refuse(path, 'type', 'untyped')
    return declared && { types: declared, literals: null, isConst: false }
  }
  const fits = (type: SchemaType) => listed.some((value) => isOfType(value, type))
  const types = (declared ?? inferTypes(listed)).filter(fits)
  if (types.includes('object') || types.includes('array')) {
    const listing = parts.find((part) => isConstant(part) || Object.hasOwn(part.schema, 'enum'))
    const keyword = listing && isConstant(listing) ? 'const' : 'enum'
    findings.refuse(listing?.path ?? path, keyword, 'structured_literal')
    return null
  }
  return { types, literals: listed.filter(isPrimitive), isConst: parts.some(isConstant) }
}

/** Whether a value has a type. JSON Schema counts `1.0` as an integer. */
export function isOfType(value: JsonValue, type: SchemaType): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'array':
      return isJsonArray(value)
    case 'object':
      return !isPrimitive(value) && !isJsonArray(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type
  }
}

const isConstant = ({ schema }: Part): boolean => Object.hasOwn(schema, 'const')

function declaredTypes(
  parts: readonly Part[],
  { findings }: Reading,
): readonly SchemaType[] | null {
  let types: readonly SchemaType[] | null = null
  for (const { path, schema } of parts) {
    const value = member(schema, 'type')
    if (value === undefined) continue
    const names = isJsonArray(value) ? value : [value]
    if (!names.every(isSchemaType) || names.length === 0) {
      findings.refuse(path, 'type', 'malformed')
      continue
    }
    types = types === null ? [...new Set(names)] : intersect(types, names)
  }
  return types?.filter((type) => type !== 'integer' || !types.includes('number')) ?? null
}

function intersect(a: readonly SchemaType[], b: readonly SchemaType[]): readonly SchemaType[] {
  const narrower = (from: readonly SchemaType[], other: readonly SchemaType[]) =>
    from.filter((t) => other.includes(t) || (t === 'integer' && other.includes('number')))
  return [...new Set([...narrower(a, b), ...narrower(b, a)])]
}

function listedValues(parts: readonly Part[], reading: Reading): readonly JsonValue[] | null {
  const lists = parts.flatMap((part) => listsOf(part, reading))
  const [first, ...others] = lists.map(
    (values) => new Map(values.map((value) => [JSON.stringify(value), value])),
  )
  if (first === undefined) return null
  return [...first].flatMap(([key, value]) =>
    others.every((list) => list.has(key)) ? [value] : [],
  )
}

function listsOf({ path, schema }: Part, { findings }: Reading): readonly (readonly JsonValue[])[] {
  const constant = member(schema, 'const')
  const lists = constant === undefined ? [] : [[constant]]
  const values = member(schema, 'enum')
  if (values === undefined) return lists
  if (isJsonArray(values) && values.length > 0) return [...lists, values]
  findings.refuse(path, 'enum', 'malformed')
  return lists
}

function inferTypes(listed: readonly JsonValue[]): readonly SchemaType[] {
  const numeric = listed.every((value) => typeof value !== 'number' || Number.isInteger(value))
  const order: readonly SchemaType[] = ['string', numeric ? 'integer' : 'number', 'boolean']
  return [...order, 'null', 'object', 'array']
}

import type { JsonObject, JsonValue } from '../json/value.ts'

/** A value in Cedar's JSON form. */
export type CedarValue =
  | string
  | number
  | boolean
  | readonly CedarValue[]
  | { readonly [name: string]: CedarValue }

/** Members by which Cedar's JSON names entities and extension values: a model could pass itself off as one. */
const ESCAPES: readonly string[] = ['__entity', '__extn', '__expr']

/**
 * Puts arguments into Cedar's values; null when they hold what has no place there. Whole numbers become a Long and every
 * other number a String of its JSON text, because Cedar has no fractions; null becomes an empty record, so that it is
 * there and equals nothing else that a policy would name; arrays become sets.
 */
export function toCedarRecord(object: JsonObject): { readonly [name: string]: CedarValue } | null {
  const members: [string, CedarValue][] = []
  for (const [name, value] of Object.entries(object)) {
    const converted = ESCAPES.includes(name) || !name.isWellFormed() ? null : toCedarValue(value)
    if (converted === null) return null
    members.push([name, converted])
  }
  return Object.fromEntries(members)
}

function toCedarValue(value: JsonValue): CedarValue | null {
  if (value === null) return {}
  if (typeof value === 'string') return value.isWellFormed() ? value : null
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : JSON.stringify(value)
  if (typeof value === 'boolean') return value
  return isArray(value) ? toCedarSet(value) : toCedarRecord(value)
}

function toCedarSet(items: readonly JsonValue[]): readonly CedarValue[] | null {
  const set: CedarValue[] = []
  for (const item of items) {
    const converted = toCedarValue(item)
    if (converted === null) return null
    set.push(converted)
  }
  return set
}

function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value)
}

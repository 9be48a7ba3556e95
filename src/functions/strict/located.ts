import type { JsonObject, JsonPrimitive, JsonValue } from '../../json/value.ts'

/** A subschema and the JSON Pointer (RFC 6901) at which the original schema has it. */
export interface Located {
  readonly path: string
  readonly schema: JsonValue
  /** The definitions that were merged on the way to it; meeting one of them again would never end. */
  readonly via: readonly string[]
}

/** A subschema that is an object. */
export interface Part extends Located {
  readonly schema: JsonObject
}

/** Narrows to a list. `Array.isArray` does not narrow readonly unions. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Narrows to an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Narrows to a value without parts. */
export function isPrimitive(value: JsonValue): value is JsonPrimitive {
  return value === null || typeof value !== 'object'
}

/** Narrows to a list of strings. */
export function isStringList(value: JsonValue | undefined): value is readonly string[] {
  return isJsonArray(value) && value.every((item) => typeof item === 'string')
}

/** Reads an own member, so that a name from outside never reaches a prototype. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The subschema that a part has under a keyword. */
export function inside(
  part: Part,
  schema: JsonValue,
  ...tokens: readonly (string | number)[]
): Located {
  return { path: pointer(part.path, ...tokens), schema, via: part.via }
}

/** Appends reference tokens to a JSON Pointer. */
export function pointer(path: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (head, token) => `${head}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    path,
  )
}

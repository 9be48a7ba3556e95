import type { JsonObject, JsonValue } from '../../json/value.ts'

/** Says whether a parsed JSON value is of one shape. */
export type Check = (value: JsonValue) => boolean

/** A member that may be absent. */
interface Optional {
  readonly optional: Check
}

type Absent<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** One check for every member of T, and {@link optional} exactly where T says `?`. */
type Members<T> = {
  readonly [K in keyof T]-?: K extends Absent<T> ? Optional : Check
}

/** Marks a member that may be absent. */
export function optional(check: Check): Optional {
  return { optional: check }
}

/** An object with exactly these members: one that is not listed is refused, whatever it says. */
export function closed<T>(members: Members<T>): (value: unknown) => value is T {
  const all = new Map(Object.entries<Check | Optional>(members))
  const required = [...all].filter(([, check]) => typeof check === 'function').map(([name]) => name)
  return (value): value is T =>
    isObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const check = all.get(name)
      return (
        check !== undefined &&
        (typeof check === 'function' ? check(member) : check.optional(member))
      )
    })
}

/** A list of at most so many items, each of one shape. */
export function listOf(check: Check, most: number): Check {
  return (value) => Array.isArray(value) && value.length <= most && value.every(check)
}

/** One of a few constants. */
export function oneOf(...values: readonly (string | number | boolean)[]): Check {
  return (value) => values.some((one) => one === value)
}

/** A value of another shape, or null. */
export function nullable(check: Check): Check {
  return (value) => value === null || check(value)
}

const MAX_NAME = 512
const MAX_SECONDS = 8_640_000_000_000
const TOOL = /^[A-Za-z0-9_.-]{1,128}$/
const ID = /^[A-Za-z0-9_.-]{1,128}$/
// The last character of 32 bytes carries four bits only.
const DIGEST = /^sha-256:[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const BASE64URL = /^[A-Za-z0-9_-]{1,2048}$/

/** Any text. */
export const isText: Check = (value) => typeof value === 'string'

/** A name of somebody or something: 1 to 512 UTF-16 code units. */
export const isName: Check = (value) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME

/** The name of a tool (the rule of MCP 2026-07-28). */
export const isToolName: Check = (value) => typeof value === 'string' && TOOL.test(value)

/** An identifier of a record. */
export const isId: Check = (value) => typeof value === 'string' && ID.test(value)

/** A SHA-256 digest as text, in its one spelling. */
export const isDigest: Check = (value) => typeof value === 'string' && DIGEST.test(value)

/** Bytes as base64url. */
export const isBytes: Check = (value) => typeof value === 'string' && BASE64URL.test(value)

/** Whole seconds since 1970 (NumericDate of RFC 7519, without fractions). */
export const isSeconds: Check = (value) => isCount(value) && Number(value) <= MAX_SECONDS

/** A whole number from 0. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0

/** True or false. */
export const isFlag: Check = (value) => typeof value === 'boolean'

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { JsonObject, JsonValue } from '../json/value.ts'

/** There is no such member or item. */
export const ABSENT: unique symbol = Symbol('absent')
/** The way leads through something that has no such parts, such as a string. */
export const UNREACHABLE: unique symbol = Symbol('unreachable')

/** What a pointer leads to. */
export type Found = JsonValue | typeof ABSENT | typeof UNREACHABLE

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const INDEX = /^(?:0|[1-9][0-9]*)$/

/** Whether a text is a JSON Pointer (RFC 6901, section 3). */
export function isPointer(text: string): boolean {
  return POINTER.test(text)
}

/** Prepares the look-up of a valid JSON Pointer; only own members count. */
export function compilePointer(pointer: string): (root: JsonObject) => Found {
  const tokens = pointer
    .split('/')
    .slice(1)
    // `~1` first: `~01` is the text `~1`.
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (root) => {
    let found: Found = root
    for (const token of tokens) {
      found = step(found, token)
      if (typeof found === 'symbol') return found
    }
    return found
  }
}

function step(from: JsonValue, token: string): Found {
  if (typeof from !== 'object' || from === null) return UNREACHABLE
  if (isArray(from)) return INDEX.test(token) ? orAbsent(from[Number(token)]) : UNREACHABLE
  return Object.hasOwn(from, token) ? orAbsent(from[token]) : ABSENT
}

function orAbsent(value: JsonValue | undefined): Found {
  return value === undefined ? ABSENT : value
}

function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value)
}

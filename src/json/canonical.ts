import { ToolnotaryError } from '../errors.ts'
import { MAX_DEPTH } from './profile.ts'
import type { JsonObject, JsonValue } from './value.ts'

/**
 * Canonical JSON text (RFC 8785): equal values, equal texts.
 * Throws `json_not_canonical` for what has none, whatever the type says: half a surrogate pair, a number that is not
 * finite, `undefined`, a hole, or more than {@link MAX_DEPTH} containers inside each other. Never calls `toJSON`.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0)
}

function write(value: JsonValue | undefined, depth: number): string {
  if (typeof value === 'string') return writeText(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value === null) return 'null'
  if (typeof value !== 'object') throw notCanonical()
  return writeContainer(value, depth + 1)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what RFC 8785 §3.2.2.2 escapes, and surrogates
const NEEDS_A_LOOK = /["\\\u0000-\u001f\ud800-\udfff]/

function writeText(text: string): string {
  if (!NEEDS_A_LOOK.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw notCanonical()
  return JSON.stringify(text)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw notCanonical()
  // ECMAScript's shortest form is that of RFC 8785 §3.2.2.3, and gives 0 for -0.
  return String(value)
}

function writeContainer(container: readonly JsonValue[] | JsonObject, depth: number): string {
  if (depth > MAX_DEPTH) throw notCanonical()
  return isArray(container) ? writeArray(container, depth) : writeObject(container, depth)
}

function writeArray(array: readonly JsonValue[], depth: number): string {
  let text = '['
  for (let index = 0; index < array.length; index += 1) {
    text += `${index === 0 ? '' : ','}${write(array[index], depth)}`
  }
  return `${text}]`
}

function writeObject(object: JsonObject, depth: number): string {
  let text = '{'
  let separator = ''
  // The default sort compares UTF-16 code units, as RFC 8785 §3.2.3 asks.
  for (const name of Object.keys(object).sort()) {
    text += `${separator}${writeText(name)}:${write(object[name], depth)}`
    separator = ','
  }
  return `${text}}`
}

/** `Array.isArray` does not narrow to readonly arrays. */
function isArray(container: readonly JsonValue[] | JsonObject): container is readonly JsonValue[] {
  return Array.isArray(container)
}

function notCanonical(): ToolnotaryError {
  return new ToolnotaryError('json_not_canonical')
}

import { ToolnotaryError } from '../errors.ts'
import type { JsonObject, JsonValue } from './value.ts'

const MAX_DEPTH = 512

/** Canonical JSON text (RFC 8785). Throws `json_not_canonical` for what has none. */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0)
}

function write(value: JsonValue, depth: number): string {
  if (typeof value === 'string') return writeText(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value !== 'object' || depth >= MAX_DEPTH) throw new ToolnotaryError('json_not_canonical')
  return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value as JsonObject, depth + 1)
}

function writeText(text: string): string {
  if (!text.isWellFormed()) throw new ToolnotaryError('json_not_canonical')
  return JSON.stringify(text)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new ToolnotaryError('json_not_canonical')
  // ECMAScript's shortest form is RFC 8785 §3.2.2.3, and gives 0 for -0.
  return String(value)
}

function writeArray(array: readonly JsonValue[], depth: number): string {
  let text = ''
  for (let index = 0; index < array.length; index += 1) {
    text += `${index === 0 ? '' : ','}${write(array[index] as JsonValue, depth)}`
  }
  return `[${text}]`
}

function writeObject(object: JsonObject, depth: number): string {
  let text = ''
  // The default sort compares UTF-16 code units, as RFC 8785 §3.2.3 asks.
  for (const name of Object.keys(object).sort()) {
    text += `${text === '' ? '' : ','}${writeText(name)}:${write(object[name] as JsonValue, depth)}`
  }
  return `{${text}}`
}

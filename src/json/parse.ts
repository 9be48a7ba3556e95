import { type JsonProblem, JsonRefusal, type JsonResult } from './problem.ts'
import { CALL_PROFILE, type JsonProfile, MAX_DEPTH } from './profile.ts'
import { Scanner } from './scanner.ts'
import { assertName, utf8Length } from './strings.ts'
import type { JsonValue } from './value.ts'

export type { JsonResult } from './problem.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_T = 0x74
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

const BYTE_ORDER_MARK = '\ufeff'
const MAX_BYTES_PER_UNIT = 3

/**
 * Parses strict JSON (RFC 8259) and refuses whatever could be read in two ways (I-JSON, RFC 7493).
 * Never throws, never repairs.
 */
export function parseJson(
  input: string | Uint8Array,
  profile: JsonProfile = CALL_PROFILE,
): JsonResult {
  try {
    return { ok: true, value: new Parser(decode(input, profile), profile).document() }
  } catch (error) {
    if (error instanceof JsonRefusal) return error.toResult()
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(input: string | Uint8Array, profile: JsonProfile): string {
  // A code unit is at least one byte: what is too long in units is too large without counting.
  if (input.length > profile.maxBytes) throw new JsonRefusal('too_large', 0)
  const text = typeof input === 'string' ? assertFits(input, profile) : decodeUtf8(input)
  if (text.startsWith(BYTE_ORDER_MARK)) throw new JsonRefusal('byte_order_mark', 0)
  return text
}

function assertFits(text: string, { maxBytes }: JsonProfile): string {
  if (text.length * MAX_BYTES_PER_UNIT > maxBytes && utf8Length(text) > maxBytes) {
    throw new JsonRefusal('too_large', 0)
  }
  return text
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new JsonRefusal('bad_utf8', 0)
  }
}

// Four times the cost of JSON.parse. Going through JSON.parse and comparing what JSON.stringify gives back would save a
// quarter of it, for a second path that has to agree with this one.
class Parser {
  readonly #scanner: Scanner
  readonly #maxDepth: number
  readonly #maxElements: number
  #elements = 0

  constructor(text: string, profile: JsonProfile) {
    this.#scanner = new Scanner(text, profile)
    this.#maxDepth = Math.min(profile.maxDepth, MAX_DEPTH)
    this.#maxElements = profile.maxElements
  }

  document(): JsonValue {
    const value = this.#value(0, '')
    if (!Number.isNaN(this.#scanner.peek())) throw this.#refusal('syntax')
    return value
  }

  #value(depth: number, name: string): JsonValue {
    switch (this.#scanner.peek()) {
      case OPEN_BRACE:
        return this.#object(depth + 1, name)
      case OPEN_BRACKET:
        return this.#array(depth + 1)
      case QUOTE:
        return this.#scanner.string()
      case LOWER_T:
        return this.#scanner.word('true', true)
      case LOWER_F:
        return this.#scanner.word('false', false)
      case LOWER_N:
        return this.#scanner.word('null', null)
      default:
        return this.#scanner.number()
    }
  }

  #object(depth: number, parent: string): JsonValue {
    this.#enter(OPEN_BRACE, depth)
    const object: Record<string, JsonValue> = Object.create(null)
    if (this.#scanner.take(CLOSE_BRACE)) return Object.freeze(object)
    do {
      const name = this.#name(object, parent)
      this.#expect(COLON)
      object[name] = this.#element(depth, name)
    } while (this.#scanner.take(COMMA))
    this.#expect(CLOSE_BRACE)
    return Object.freeze(object)
  }

  /** Names are compared after unescaping: `a` and `\u0061` are the same. */
  #name(object: Readonly<Record<string, JsonValue>>, parent: string): string {
    if (this.#scanner.peek() !== QUOTE) throw this.#refusal('syntax')
    const at = this.#scanner.at
    const name = this.#scanner.string()
    assertName(name, parent, at)
    // Faster than `in`, and the same: no member is undefined, and there is no prototype.
    if (object[name] !== undefined) throw new JsonRefusal('duplicate_key', at)
    return name
  }

  #array(depth: number): JsonValue {
    this.#enter(OPEN_BRACKET, depth)
    const array: JsonValue[] = []
    if (this.#scanner.take(CLOSE_BRACKET)) return Object.freeze(array)
    do array.push(this.#element(depth, ''))
    while (this.#scanner.take(COMMA))
    this.#expect(CLOSE_BRACKET)
    return Object.freeze(array)
  }

  #enter(opening: number, depth: number): void {
    if (depth > this.#maxDepth) throw this.#refusal('too_deep')
    this.#expect(opening)
  }

  #element(depth: number, name: string): JsonValue {
    this.#elements += 1
    if (this.#elements > this.#maxElements) throw this.#refusal('too_many_elements')
    return this.#value(depth, name)
  }

  #expect(unit: number): void {
    if (!this.#scanner.take(unit)) throw this.#refusal('syntax')
  }

  #refusal(problem: JsonProblem): JsonRefusal {
    return this.#scanner.refusal(problem)
  }
}

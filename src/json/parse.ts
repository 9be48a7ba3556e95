import { readNumber } from './number.ts'
import { JsonRefusal, type JsonResult, resultOf } from './problem.ts'
import { CALL_PROFILE, type JsonProfile } from './profile.ts'
import { assertName, assertText } from './strings.ts'
import type { JsonValue } from './value.ts'

export type { JsonProblem, JsonResult } from './problem.ts'

/** Parses strict JSON (RFC 8259) and refuses whatever could be read in two ways. Never throws, never repairs. */
export function parseJson(input: string | Uint8Array, profile: JsonProfile = CALL_PROFILE): JsonResult {
  return resultOf(() => new Parser(decode(input, profile), profile).document())
}

function decode(input: string | Uint8Array, profile: JsonProfile): string {
  // A UTF-16 code unit is at least one byte, so this bound is cheap and never too strict.
  if (input.length > profile.maxBytes) throw new JsonRefusal('too_large', 0)
  if (typeof input === 'string') return input
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input)
  } catch {
    throw new JsonRefusal('bad_utf8', 0)
  }
}

const SPACE = /[ \t\n\r]*/y
const NUMERAL = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: a raw control character is what must not match (RFC 8259 §7)
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

class Parser {
  readonly #text: string
  readonly #profile: JsonProfile
  #at = 0
  #elements = 0

  constructor(text: string, profile: JsonProfile) {
    this.#text = text
    this.#profile = profile
  }

  document(): JsonValue {
    if (this.#text.startsWith('\ufeff')) throw new JsonRefusal('byte_order_mark', 0)
    this.#skipSpace()
    const value = this.#value(0, '')
    this.#skipSpace()
    if (this.#at !== this.#text.length) throw this.#refuse()
    return value
  }

  #value(depth: number, name: string): JsonValue {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth + 1, name)
      case '[':
        return this.#array(depth + 1)
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #object(depth: number, parent: string): JsonValue {
    this.#enter(depth)
    const object: Record<string, JsonValue> = Object.create(null)
    if (this.#take('}')) return Object.freeze(object)
    do {
      this.#skipSpace()
      const at = this.#at
      const name = this.#string()
      assertName(name, parent, at)
      if (name in object) throw new JsonRefusal('duplicate_key', at)
      if (!this.#take(':')) throw this.#refuse()
      object[name] = this.#element(depth, name)
    } while (this.#take(','))
    if (!this.#take('}')) throw this.#refuse()
    return Object.freeze(object)
  }

  #array(depth: number): JsonValue {
    this.#enter(depth)
    const array: JsonValue[] = []
    if (this.#take(']')) return Object.freeze(array)
    do array.push(this.#element(depth, ''))
    while (this.#take(','))
    if (!this.#take(']')) throw this.#refuse()
    return Object.freeze(array)
  }

  #enter(depth: number): void {
    if (depth > this.#profile.maxDepth) throw this.#refuse('too_deep')
    this.#at += 1
  }

  #element(depth: number, name: string): JsonValue {
    this.#elements += 1
    if (this.#elements > this.#profile.maxElements) throw this.#refuse('too_many_elements')
    this.#skipSpace()
    return this.#value(depth, name)
  }

  #string(): string {
    const at = this.#at
    const raw = this.#match(STRING)
    const text: string = raw.includes('\\') ? JSON.parse(raw) : raw.slice(1, -1)
    assertText(text, at)
    return text
  }

  #number(): number {
    const at = this.#at
    return readNumber(this.#match(NUMERAL), this.#profile, at)
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#refuse()
    this.#at += word.length
    return value
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) throw this.#refuse()
    this.#at += found[0].length
    return found[0]
  }

  #take(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at
    SPACE.exec(this.#text)
    this.#at = SPACE.lastIndex
  }

  #refuse(problem: JsonRefusal['problem'] = 'syntax'): JsonRefusal {
    return new JsonRefusal(problem, this.#at)
  }
}

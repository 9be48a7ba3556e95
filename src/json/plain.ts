import { canonicalJson } from './canonical.ts'
import { type JsonProblem, JsonRefusal, type JsonResult } from './problem.ts'
import { CALL_PROFILE, type JsonProfile, MAX_DEPTH } from './profile.ts'
import { assertName, assertText, utf8Length } from './strings.ts'
import type { JsonValue } from './value.ts'

/**
 * Copies plain data of an in-process caller once, deeply frozen. Refuses whatever is more than data: getters, holes,
 * class instances, functions, `undefined`, symbols, cycles (`too_deep`). Never throws.
 */
export function plainJson(value: unknown, profile: JsonProfile = CALL_PROFILE): JsonResult {
  try {
    return { ok: true, value: new Copier(profile).document(value) }
  } catch (error) {
    if (error instanceof JsonRefusal) return error.toResult()
    // A trap of a Proxy threw, which is more than plain data does.
    return refusal('not_plain').toResult()
  }
}

// The longest text that a unit of a string and that an element needs: `\u0000`, and a number with its comma.
const MAX_BYTES_PER_UNIT = 6
const MAX_BYTES_PER_ELEMENT = 32

class Copier {
  readonly #profile: JsonProfile
  readonly #maxDepth: number
  #units = 0
  #elements = 0

  constructor(profile: JsonProfile) {
    this.#profile = profile
    this.#maxDepth = Math.min(profile.maxDepth, MAX_DEPTH)
  }

  document(value: unknown): JsonValue {
    const copy = this.#copy(value, 0, '')
    const most = this.#units * MAX_BYTES_PER_UNIT + (this.#elements + 1) * MAX_BYTES_PER_ELEMENT
    if (most > this.#profile.maxBytes && utf8Length(canonicalJson(copy)) > this.#profile.maxBytes) {
      throw refusal('too_large')
    }
    return copy
  }

  #copy(value: unknown, depth: number, name: string): JsonValue {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'number') return this.#number(value)
    if (typeof value === 'boolean' || value === null) return value
    if (value === undefined) throw refusal('undefined_value')
    if (typeof value !== 'object') throw refusal('not_plain')
    return this.#container(value, depth + 1, name)
  }

  #text(text: string): string {
    this.#units += text.length
    if (this.#units > this.#profile.maxBytes) throw refusal('too_large')
    assertText(text, this.#profile, 0)
    return text
  }

  #number(value: number): number {
    if (!Number.isFinite(value)) throw refusal('number_not_finite')
    if (Object.is(value, -0) && this.#profile.numbers === 'exact') throw refusal('negative_zero')
    return value
  }

  #container(value: object, depth: number, name: string): JsonValue {
    if (depth > this.#maxDepth) throw refusal('too_deep')
    return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth, name)
  }

  #array(array: readonly unknown[], depth: number): JsonValue {
    const { length } = array
    if (length > this.#profile.maxElements) throw refusal('too_many_elements')
    // The items and `length`, and nothing else.
    const names = Reflect.ownKeys(array)
    if (Object.getPrototypeOf(array) !== Array.prototype || names.length !== length + 1) {
      throw refusal('not_plain')
    }
    const copy: JsonValue[] = []
    for (let index = 0; index < length; index += 1) {
      copy.push(this.#member(array, String(index), depth, ''))
    }
    return Object.freeze(copy)
  }

  #object(object: object, depth: number, parent: string): JsonValue {
    const prototype: unknown = Object.getPrototypeOf(object)
    if (prototype !== Object.prototype && prototype !== null) throw refusal('not_plain')
    const copy: Record<string, JsonValue> = Object.create(null)
    for (const name of Reflect.ownKeys(object)) {
      if (typeof name !== 'string') throw refusal('not_plain')
      assertName(name, parent, 0)
      copy[this.#text(name)] = this.#member(object, name, depth, name)
    }
    return Object.freeze(copy)
  }

  #member(container: object, key: string, depth: number, name: string): JsonValue {
    this.#elements += 1
    if (this.#elements > this.#profile.maxElements) throw refusal('too_many_elements')
    return this.#copy(readData(container, key), depth, name)
  }
}

/** Reads one member through its descriptor: a getter is refused without being run, and nothing is read twice. */
function readData(container: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(container, key)
  if (property === undefined) throw refusal('not_plain')
  if (!Object.hasOwn(property, 'value')) throw refusal('accessor')
  if (property.enumerable !== true) throw refusal('not_plain')
  return property.value
}

function refusal(problem: JsonProblem): JsonRefusal {
  return new JsonRefusal(problem, 0)
}

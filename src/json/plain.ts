import { JsonRefusal, type JsonResult, resultOf } from './problem.ts'
import { CALL_PROFILE, type JsonProfile } from './profile.ts'
import { assertName, assertText } from './strings.ts'
import type { JsonValue } from './value.ts'

/**
 * Copies plain data of an in-process caller once, deeply frozen. Refuses whatever is more than data: getters, holes,
 * class instances, `toJSON`, `undefined`, symbols, cycles.
 */
export function plainJson(value: unknown, profile: JsonProfile = CALL_PROFILE): JsonResult {
  return resultOf(() => new Copier(profile).copy(value, 0, ''))
}

class Copier {
  readonly #profile: JsonProfile
  #bytes = 0
  #elements = 0

  constructor(profile: JsonProfile) {
    this.#profile = profile
  }

  copy(value: unknown, depth: number, name: string): JsonValue {
    switch (typeof value) {
      case 'string':
        return this.#text(value)
      case 'number':
        return this.#number(value)
      case 'boolean':
        return value
      case 'object':
        if (value === null) return null
        if (depth >= this.#profile.maxDepth) throw new JsonRefusal('too_deep', 0)
        return Array.isArray(value) ? this.#array(value, depth + 1) : this.#object(value, depth + 1, name)
      default:
        throw new JsonRefusal('not_plain', 0)
    }
  }

  #text(text: string): string {
    this.#bytes += text.length
    if (this.#bytes > this.#profile.maxBytes) throw new JsonRefusal('too_large', 0)
    assertText(text, 0)
    return text
  }

  #number(value: number): number {
    if (!Number.isFinite(value)) throw new JsonRefusal('number_not_finite', 0)
    if (Object.is(value, -0) && this.#profile.numbers === 'exact') throw new JsonRefusal('negative_zero', 0)
    return value
  }

  #array(array: readonly unknown[], depth: number): JsonValue {
    if (Object.getPrototypeOf(array) !== Array.prototype) throw new JsonRefusal('not_plain', 0)
    const names = Reflect.ownKeys(array)
    // Items and `length`, and nothing else: no holes, no extra members.
    if (names.length !== array.length + 1) throw new JsonRefusal('not_plain', 0)
    const copy: JsonValue[] = []
    for (let index = 0; index < names.length - 1; index += 1) {
      copy.push(this.#member(array, String(index), depth, ''))
    }
    return Object.freeze(copy)
  }

  #object(object: object, depth: number, parent: string): JsonValue {
    const prototype = Object.getPrototypeOf(object)
    if (prototype !== Object.prototype && prototype !== null) throw new JsonRefusal('not_plain', 0)
    const copy: Record<string, JsonValue> = Object.create(null)
    for (const name of Reflect.ownKeys(object)) {
      if (typeof name !== 'string') throw new JsonRefusal('not_plain', 0)
      assertName(name, parent, 0)
      copy[this.#text(name)] = this.#member(object, name, depth, name)
    }
    return Object.freeze(copy)
  }

  /** Reads through the descriptor: a getter is refused without being run, and nothing is read twice. */
  #member(container: object, name: string, depth: number, parent: string): JsonValue {
    this.#elements += 1
    if (this.#elements > this.#profile.maxElements) throw new JsonRefusal('too_many_elements', 0)
    const descriptor = Object.getOwnPropertyDescriptor(container, name)
    if (descriptor === undefined || !('value' in descriptor) || !descriptor.enumerable) {
      throw new JsonRefusal('not_plain', 0)
    }
    return this.copy(descriptor.value, depth, parent)
  }
}

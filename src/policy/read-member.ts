import { ToolnotaryError } from '../errors.ts'

/** Where in a policy something stands: the id of the rule, or its index before the id is known. */
export interface Place {
  readonly rule: string | number
  /** Names joined by dots. */
  readonly member: string
}

/** Reads one untrusted value, or refuses it. */
export type Reader<T> = (value: unknown, place: Place) => T

/** Throws `policy_invalid` for a place. */
export function refuse({ rule, member }: Place): never {
  throw new ToolnotaryError('policy_invalid', { rule, member })
}

function inside({ rule, member }: Place, name: string | number): Place {
  return { rule, member: member === '' ? `${name}` : `${member}.${name}` }
}

/** The members of one untrusted object, each read once. */
export class Members {
  readonly #members: ReadonlyMap<string, unknown>
  readonly #place: Place

  constructor(members: ReadonlyMap<string, unknown>, place: Place) {
    this.#members = members
    this.#place = place
  }

  /** The same members, once it is known how their rule is called. */
  at(place: Place): Members {
    return new Members(this.#members, place)
  }

  required<T>(name: string, read: Reader<T>): T {
    const place = inside(this.#place, name)
    return this.#members.has(name) ? read(this.#members.get(name), place) : refuse(place)
  }

  /** An object with the member, or without any. */
  optional<K extends string, T>(name: K, read: Reader<T>): { readonly [P in K]?: T } {
    if (!this.#members.has(name)) return {}
    return { [name]: this.required(name, read) } as { readonly [P in K]?: T }
  }

  forbidden(name: string): void {
    if (this.#members.has(name)) refuse(inside(this.#place, name))
  }
}

/** Takes a plain object with no members but the named ones. */
export function readMembers(value: unknown, place: Place, names: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(place)
  // Own members only, so that a prototype cannot add one.
  const members = new Map<string, unknown>(Object.entries(value))
  for (const name of members.keys()) if (!names.includes(name)) refuse(inside(place, name))
  return new Members(members, place)
}

/** Takes an array. */
export function readList<T>(value: unknown, place: Place, read: Reader<T>): readonly T[] {
  if (!Array.isArray(value)) return refuse(place)
  return Object.freeze(Array.from(value, (one: unknown, index) => read(one, inside(place, index))))
}

/** Takes one value, or an array of at least one. */
export function readOneOrMany<T>(read: Reader<T>): Reader<T | readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return read(value, place)
    // Nothing is in an empty list, so that its rule would never match, whatever its author meant.
    return value.length === 0 ? refuse(place) : readList(value, place, read)
  }
}

/** Takes a text that is not empty. */
export const readWord: Reader<string> = (value, place) =>
  typeof value === 'string' && value !== '' ? value : refuse(place)

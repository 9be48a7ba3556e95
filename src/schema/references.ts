import type { JsonObject, JsonValue } from '../json/value.ts'
import type { Dialect } from './dialect.ts'
import type { Subschema } from './subschema.ts'
import { unsupported } from './unsupported.ts'

/** A schema with an address of its own (2020-12 core §4.3.5). */
export interface Resource {
  /** Absolute, without fragment. */
  readonly base: string
  /** Where it is in the document, as a JSON Pointer. */
  readonly at: string
}

interface Pending {
  readonly from: Record<string, unknown>
  readonly address: string
  readonly at: string
  readonly dynamic: boolean
}

/** Resolves only against what the document itself holds. */
export class References {
  readonly root: Resource = { base: 'https://schema.invalid/', at: '' }
  readonly #schemas = new Map<string, Subschema>()
  readonly #dynamic = new Map<string, number>()
  readonly #pending: Pending[] = []

  /** Notes the addresses of a subschema and what it refers to. Returns the resource that it belongs to. */
  enter(
    node: JsonObject,
    written: Record<string, unknown>,
    at: string,
    parent: Resource,
    dialect: Dialect,
  ): Resource {
    const {
      $id: id,
      $ref: ref,
      $anchor: anchor,
      $dynamicAnchor: dynamicAnchor,
      $dynamicRef: dynamicRef,
    } = node
    const isIdVoid = dialect.refHidesSiblings && ref !== undefined
    const resource = id === undefined || isIdVoid ? parent : this.#identify(id, written, at, parent)
    this.declare(resource, at, written)
    if (resource !== parent) this.declare(parent, at, written)
    if (dialect.keywords.has('$anchor')) {
      if (anchor !== undefined) this.#name(resource, anchor, written, at)
      if (dynamicAnchor !== undefined) this.#nameDynamic(resource, dynamicAnchor, written, at)
      if (dynamicRef !== undefined) this.#refer(resource, dynamicRef, written, at, true)
    }
    if (ref !== undefined) this.#refer(resource, ref, written, at, false)
    return resource
  }

  /** Notes where in its resource a subschema is. */
  declare(resource: Resource, at: string, schema: Subschema): void {
    const pointer = at.slice(resource.at.length)
    this.#schemas.set(`${resource.base}#${pointer}`, schema)
  }

  /** Writes every reference as a local one, and what is referred to into the root's `$defs`. */
  resolve(root: Subschema): void {
    if (typeof root === 'boolean') return
    const definitions: Record<string, Subschema> = {}
    const names = new Map<Subschema, string>([[root, '#']])
    for (const { from, address, at, dynamic } of this.#pending) {
      const target = this.#schemas.get(address)
      if (target === undefined) throw unsupported('ref_unresolved', { at })
      if (dynamic) this.#assertOne(address, at)
      let name = typeof target === 'boolean' ? undefined : names.get(target)
      if (name === undefined) {
        const key = String(Object.keys(definitions).length)
        definitions[key] = target
        name = `#/$defs/${key}`
        names.set(target, name)
      }
      from['$ref'] = name
    }
    if (this.#pending.length > 0) root['$defs'] = definitions
  }

  #identify(
    id: JsonValue,
    written: Record<string, unknown>,
    at: string,
    parent: Resource,
  ): Resource {
    const address = resolveAddress(id, parent.base, at)
    const [base = '', fragment = ''] = split(address)
    // Draft-07 names places in a resource so; 2020-12 forbids it.
    if (fragment !== '') {
      this.#name(parent, fragment, written, at)
      return parent
    }
    if (this.#schemas.has(`${base}#`)) throw unsupported('anchor_duplicate', { at })
    return { base, at }
  }

  #name(resource: Resource, anchor: JsonValue, written: Subschema, at: string): void {
    if (typeof anchor !== 'string' || !/^[A-Za-z_][\w.-]*$/.test(anchor))
      throw unsupported('keyword_value', { at })
    const address = `${resource.base}#${anchor}`
    if (this.#schemas.has(address)) throw unsupported('anchor_duplicate', { at })
    this.#schemas.set(address, written)
  }

  #nameDynamic(resource: Resource, anchor: JsonValue, written: Subschema, at: string): void {
    this.#name(resource, anchor, written, at)
    const name = String(anchor)
    this.#dynamic.set(name, (this.#dynamic.get(name) ?? 0) + 1)
  }

  #refer(
    resource: Resource,
    ref: JsonValue,
    from: Record<string, unknown>,
    at: string,
    dynamic: boolean,
  ): void {
    // Two references in one subschema would need two members of the same name.
    if (this.#pending.at(-1)?.from === from) throw unsupported('dynamic_ref', { at })
    const [base = '', fragment = ''] = split(resolveAddress(ref, resource.base, at))
    this.#pending.push({ from, address: `${base}#${fragment}`, at, dynamic })
  }

  /** Where only one resource declares a dynamic anchor, a dynamic reference to it is a plain one (core §8.2.3.2). */
  #assertOne(address: string, at: string): void {
    const [, fragment = ''] = split(address)
    if ((this.#dynamic.get(fragment) ?? 0) > 1) throw unsupported('dynamic_ref', { at })
  }
}

function resolveAddress(reference: JsonValue, base: string, at: string): string {
  if (typeof reference !== 'string') throw unsupported('keyword_value', { at })
  try {
    return new URL(reference, base).href
  } catch (cause) {
    throw unsupported('ref_invalid', { at }, cause)
  }
}

function split(address: string): readonly [string, string] {
  const hash = address.indexOf('#')
  if (hash < 0) return [address, '']
  try {
    return [address.slice(0, hash), decodeURIComponent(address.slice(hash + 1))]
  } catch {
    // Not the fragment of any place in a schema.
    return [address.slice(0, hash), '%']
  }
}

import type { JsonObject, JsonValue } from '../json/value.ts'
import { COST_KEYWORD, MAX_SUBSCHEMAS } from './budget.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { escapeToken } from './issue.ts'
import { isNames } from './keyword.ts'
import { translatePattern } from './pattern.ts'
import { References, type Resource } from './references.ts'
import type { Subschema } from './subschema.ts'
import { unsupported } from './unsupported.ts'

/** A schema that was read and found usable. */
export interface ReadSchema {
  /** JSON Schema 2020-12 of known keywords only, without ids: every reference is `#` or `#/$defs/<number>`. */
  readonly root: Subschema
  readonly subschemas: number
  readonly hasDefaults: boolean
}

/** How a schema is read. */
export interface ReadOptions {
  /** Whether defaults are kept. */
  readonly defaults: boolean
  /** Whether size and cost are bounded, and unknown keywords are somebody else's. */
  readonly untrusted: boolean
}

/**
 * Reads JSON Schema 2020-12 or draft-07 and writes what a validator needs of it. Keywords with a wrong value, remote
 * references and patterns that are not regular are refused with `schema_unsupported`. Unknown keywords are refused in
 * schemas of the application, where they are typing errors, unless they start with `x-`; elsewhere they are left out.
 */
export function readSchema(schema: JsonObject, options: ReadOptions): ReadSchema {
  const reader = new Reader(dialectOf(schema), options)
  const root = reader.read(schema, '', reader.references.root)
  reader.references.resolve(root)
  assertEvaluationDecided(reader.used)
  return { root, subschemas: reader.subschemas, hasDefaults: reader.hasDefaults }
}

class Reader {
  readonly references = new References()
  readonly used = new Set<string>()
  readonly #dialect: Dialect
  readonly #options: ReadOptions
  subschemas = 0
  hasDefaults = false

  constructor(dialect: Dialect, options: ReadOptions) {
    this.#dialect = dialect
    this.#options = options
  }

  read(schema: JsonValue | undefined, at: string, parent: Resource): Subschema {
    this.subschemas += 1
    if (this.#options.untrusted && this.subschemas > MAX_SUBSCHEMAS)
      throw unsupported('too_large', { at })
    const written: Record<string, unknown> = {}
    const isBoolean = typeof schema === 'boolean'
    const node = isBoolean ? {} : asObject(schema, at)
    const resource = this.references.enter(node, written, at, parent, this.#dialect)
    if (isBoolean) {
      this.references.declare(resource, at, schema)
      return schema
    }
    for (const [name, value] of Object.entries(node))
      this.#readKeyword(node, name, value, written, at, resource)
    return this.#finish(node, written)
  }

  #finish(node: JsonObject, written: Record<string, unknown>): Subschema {
    if (this.#dialect.refHidesSiblings && '$ref' in node) {
      for (const name of Object.keys(written)) if (name !== '$ref') delete written[name]
    }
    if (this.#options.untrusted) written[COST_KEYWORD] = 1 + weigh(written)
    return written
  }

  #readKeyword(
    node: JsonObject,
    name: string,
    value: JsonValue,
    written: Record<string, unknown>,
    parent: string,
    resource: Resource,
  ): void {
    const at = `${parent}/${escapeToken(name)}`
    const keyword = this.#dialect.keywords.get(name)
    if (keyword === undefined) {
      const isTolerated = this.#options.untrusted || name.startsWith('x-')
      if (!isTolerated) throw unsupported('keyword_unknown', { at })
      return
    }
    this.used.add(name)
    switch (keyword.kind) {
      case 'annotation':
        this.#readAnnotation(name, value, written)
        return
      case 'reference':
        return
      case 'assertion':
        if (!keyword.valid(value)) throw unsupported('keyword_value', { at })
        if (name === 'pattern') translatePattern(String(value), at)
        written[name] = value
        return
      case 'schema':
      case 'schemas':
      case 'schema-or-schemas':
      case 'schema-map':
      case 'dependencies': {
        const schemas = this.#readSchemas(keyword.kind, name, value, at, resource)
        const target = this.#dialect.nameOf(name, node)
        if (target !== null) written[target] = schemas
      }
    }
  }

  #readAnnotation(name: string, value: JsonValue, written: Record<string, unknown>): void {
    if (name !== 'default' || !this.#options.defaults) return
    this.hasDefaults = true
    written[name] = value
  }

  #readSchemas(
    kind: 'schema' | 'schemas' | 'schema-or-schemas' | 'schema-map' | 'dependencies',
    name: string,
    value: JsonValue,
    at: string,
    resource: Resource,
  ): unknown {
    if (kind === 'schema') return this.read(value, at, resource)
    if (kind === 'schemas' || (kind === 'schema-or-schemas' && Array.isArray(value))) {
      if (!Array.isArray(value) || (value.length === 0 && kind === 'schemas'))
        throw unsupported('keyword_value', { at })
      return value.map((item: JsonValue, index) => this.read(item, `${at}/${index}`, resource))
    }
    if (kind === 'schema-or-schemas') return this.read(value, at, resource)
    const map = Object.entries(asObject(value, at)).map(([key, item]) => {
      const inside = `${at}/${escapeToken(key)}`
      if (name === 'patternProperties') translatePattern(key, inside)
      const isList = kind === 'dependencies' && Array.isArray(item) && isNames(item)
      return [key, isList ? item : this.read(item, inside, resource)]
    })
    return Object.fromEntries(map)
  }
}

/** Beside these keywords ajv loses track of what was evaluated, and would let some of it pass. */
const UNDECIDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['unevaluatedItems', ['anyOf', 'contains', 'dependentSchemas', 'if', 'not', 'oneOf']],
  ['unevaluatedProperties', ['if']],
])

function assertEvaluationDecided(used: ReadonlySet<string>): void {
  for (const [keyword, others] of UNDECIDED) {
    if (used.has(keyword) && others.some((other) => used.has(other))) {
      throw unsupported('unevaluated_undecided', { at: '' })
    }
  }
}

function asObject(value: JsonValue | undefined, at: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unsupported('keyword_value', { at })
  return value as JsonObject
}

/** The keywords of a subschema and what they list: the work that one value can cause in it. */
function weigh(written: Readonly<Record<string, unknown>>): number {
  return Object.values(written).reduce<number>((sum, value) => {
    return sum + (typeof value === 'object' && value !== null ? Object.keys(value).length : 1)
  }, 0)
}

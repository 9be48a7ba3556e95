import type { JsonObject, JsonValue } from '../json/value.ts'
import { chance, type Draw, pick } from './draw.ts'
import { FORMAT_SAMPLES, PATTERN_SAMPLES } from './json-schema-arbitrary.ts'

/** An instance of a schema, and the same instance as OpenAI's strict form wants it written. */
export interface Sample {
  readonly plain: JsonValue
  /** Null for every declared property that `plain` leaves away. */
  readonly written: JsonValue
}

const MAX_DEPTH = 6

/** Thrown where a schema leaves nothing to draw. */
class NothingToDraw extends Error {}

/**
 * Draws an instance that follows a schema's structure. It may still be invalid (a caller checks with a validator),
 * and is null where the schema leaves nothing to draw.
 */
export function sampleInstance(root: JsonObject, draw: Draw): Sample | null {
  try {
    return sample(root, root, draw, 0)
  } catch (error) {
    if (error instanceof NothingToDraw) return null
    throw error
  }
}

function sample(schema: JsonValue, root: JsonObject, draw: Draw, depth: number): Sample {
  if (depth > MAX_DEPTH) throw new NothingToDraw()
  const parts = flatten(schema, root, draw, 0)
  const value = pickValue(parts, draw)
  if (value !== undefined) return { plain: value, written: value }
  switch (pickType(parts, draw)) {
    case 'object':
      return sampleObject(parts, root, draw, depth)
    case 'array':
      return sampleArray(parts, root, draw, depth)
    case 'string':
      return same(sampleString(parts, draw))
    case 'integer':
      return same(sampleNumber(parts, draw))
    case 'number':
      return same(sampleNumber(parts, draw) + (isWhole(parts) || chance(draw, 50) ? 0 : 0.5))
    case 'boolean':
      return same(chance(draw, 50))
    case 'null':
      return same(null)
    default:
      return same(pick<JsonValue>(draw, ['free', 7, null]))
  }
}

const same = (value: JsonValue): Sample => ({ plain: value, written: value })

/** The schemas that hold together: with references followed, and with one branch of each choice. */
function flatten(
  schema: JsonValue,
  root: JsonObject,
  draw: Draw,
  depth: number,
): readonly JsonObject[] {
  if (schema === false || depth > MAX_DEPTH) throw new NothingToDraw()
  if (!isObject(schema)) return []
  const follow = (each: JsonValue) => flatten(each, root, draw, depth + 1)
  const parts: JsonObject[] = [schema]
  const { $ref: ref, allOf } = schema
  if (typeof ref === 'string') parts.push(...follow(resolve(root, ref)))
  if (Array.isArray(allOf)) parts.push(...allOf.flatMap(follow))
  for (const choice of [schema['anyOf'], schema['oneOf']]) {
    if (Array.isArray(choice)) parts.push(...follow(pick(draw, choice)))
  }
  return parts
}

function resolve(root: JsonObject, ref: string): JsonValue {
  const [head, ...tokens] = ref.split('/')
  let found: JsonValue | undefined = head === '#' ? root : undefined
  for (const token of tokens) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  if (found === undefined) throw new NothingToDraw()
  return found
}

function pickValue(parts: readonly JsonObject[], draw: Draw): JsonValue | undefined {
  for (const part of parts) {
    if (Object.hasOwn(part, 'const')) return part['const']
    const { enum: values } = part
    if (Array.isArray(values)) return pick(draw, values)
  }
  return undefined
}

function pickType(parts: readonly JsonObject[], draw: Draw): unknown {
  const types = parts.flatMap((part) => part['type'] ?? [])
  return types.length === 0 ? undefined : pick(draw, types)
}

function sampleNumber(parts: readonly JsonObject[], draw: Draw): number {
  const { minimum = 0, maximum = 5 } = Object.assign({}, ...parts) as JsonObject
  return Number(minimum) + draw(Math.max(1, Number(maximum) - Number(minimum)))
}

const isWhole = (parts: readonly JsonObject[]): boolean =>
  parts.some((part) => part['multipleOf'] !== undefined || part['type'] === 'integer')

function sampleString(parts: readonly JsonObject[], draw: Draw): string {
  const { pattern, format, minLength } = Object.assign({}, ...parts) as JsonObject
  if (typeof pattern === 'string') return PATTERN_SAMPLES.get(pattern) ?? ''
  if (typeof format === 'string') return FORMAT_SAMPLES.get(format) ?? ''
  return minLength === undefined ? pick(draw, ['', 'x', 'null', 'some text']) : 'ab'
}

function sampleObject(
  parts: readonly JsonObject[],
  root: JsonObject,
  draw: Draw,
  depth: number,
): Sample {
  const required = new Set(parts.flatMap((part) => part['required'] ?? []))
  const plain: [string, JsonValue][] = []
  const written: [string, JsonValue][] = []
  for (const [name, schema] of declared(parts)) {
    // Nobody may send it, so that no strict schema declares it.
    if (schema === false || isForbidden(parts, name)) continue
    const present = required.has(name) || (depth < 3 && chance(draw, 50))
    const inner = present ? sample(schema, root, draw, depth + 1) : null
    if (inner !== null) plain.push([name, inner.plain])
    written.push([name, inner?.written ?? null])
  }
  return { plain: Object.fromEntries(plain), written: Object.fromEntries(written) }
}

function declared(parts: readonly JsonObject[]): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>()
  for (const { properties } of parts) {
    if (!isObject(properties)) continue
    for (const [name, schema] of Object.entries(properties)) {
      if (!found.has(name)) found.set(name, schema)
    }
  }
  return found
}

function isForbidden(parts: readonly JsonObject[], name: string): boolean {
  return parts.some(({ additionalProperties, properties = {} }) => {
    return (
      additionalProperties === false && isObject(properties) && !Object.hasOwn(properties, name)
    )
  })
}

function sampleArray(
  parts: readonly JsonObject[],
  root: JsonObject,
  draw: Draw,
  depth: number,
): Sample {
  const { items = true, minItems = 0 } = Object.assign({}, ...parts) as JsonObject
  const least = Number(minItems)
  const length = depth < 3 ? least + draw(2) : least
  const samples = Array.from({ length }, () => sample(items, root, draw, depth + 1))
  return { plain: samples.map((each) => each.plain), written: samples.map((each) => each.written) }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

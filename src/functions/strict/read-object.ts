import { namedBy } from './keywords.ts'
import { inside, isJsonObject, isStringList, type Located, member, type Part } from './located.ts'
import { type Node, never, type PropertyNode } from './node.ts'
import { type Place, type Reading, readConstraints } from './reading.ts'

/** Reads an object, which the strict schema closes: only what is declared may be sent. */
export function readObject(parts: readonly Part[], place: Place, reading: Reading): Node {
  const declared = declaredBy(parts, reading)
  const required = requiredBy(parts, declared, reading)
  for (const part of parts) {
    refuseOpenings(part, reading)
    leaveUnevaluated(part, declared, reading)
  }
  refuseHidden(parts, declared, reading)
  readConstraints(parts, 'object', reading)
  close(parts, place, reading)
  const properties = new Map<string, PropertyNode>()
  for (const [name, schemas] of declared) {
    const path = schemas[0]?.path ?? place.path
    const forbidden = parts.some((part) => isClosed(part) && !declaresProperty(part, name))
    const node = forbidden ? never(path) : reading.read(schemas, path, place.depth + 1)
    const isRequired = required.has(name)
    if (node.kind === 'never' && isRequired) return node
    if (node.kind !== 'never') properties.set(name, { node, required: isRequired })
  }
  return { kind: 'object', path: place.path, notes: place.notes, properties }
}

/** An object that declares nothing has only undeclared properties, and would lose them all. */
function close(parts: readonly Part[], { path }: Place, { findings }: Reading): void {
  if (parts.some((part) => isClosed(part) || isSealed(part))) return
  if (parts.some((part) => Object.hasOwn(part.schema, 'properties'))) findings.close(path)
  else findings.refuse(path, 'properties', 'free_form_object')
}

function declaredBy(
  parts: readonly Part[],
  { findings }: Reading,
): ReadonlyMap<string, readonly Located[]> {
  const declared = new Map<string, Located[]>()
  for (const part of parts) {
    const properties = member(part.schema, 'properties')
    if (properties === undefined) continue
    if (!isJsonObject(properties)) {
      findings.refuse(part.path, 'properties', 'malformed')
      continue
    }
    for (const [name, schema] of Object.entries(properties)) {
      const schemas = declared.get(name) ?? []
      schemas.push(inside(part, schema, 'properties', name))
      declared.set(name, schemas)
    }
  }
  return declared
}

function requiredBy(
  parts: readonly Part[],
  declared: ReadonlyMap<string, unknown>,
  { findings }: Reading,
): ReadonlySet<string> {
  const required = new Set<string>()
  for (const { path, schema } of parts) {
    const names = member(schema, 'required')
    if (names === undefined) continue
    if (!isStringList(names)) {
      findings.refuse(path, 'required', 'malformed')
      continue
    }
    for (const name of names) required.add(name)
    if (!names.every((name) => declared.has(name))) {
      findings.refuse(path, 'required', 'required_undeclared')
    }
  }
  return required
}

function declaresProperty({ schema }: Part, name: string): boolean {
  const properties = member(schema, 'properties')
  return isJsonObject(properties) && Object.hasOwn(properties, name)
}

const isClosed = ({ schema }: Part): boolean => member(schema, 'additionalProperties') === false
const isSealed = ({ schema }: Part): boolean => member(schema, 'unevaluatedProperties') === false

/** Closing enforces it, unless the conjunction declares more than this part may see. */
function leaveUnevaluated(
  part: Part,
  declared: ReadonlyMap<string, unknown>,
  { findings }: Reading,
): void {
  if (!isSealed(part)) return
  const seesAll = [...declared.keys()].every((name) => declaresProperty(part, name))
  if (!seesAll) findings.leave(part.path, 'unevaluatedProperties')
}

function refuseOpenings({ path, schema }: Part, { findings }: Reading): void {
  const additional = member(schema, 'additionalProperties')
  const isMap = isJsonObject(additional) && Object.keys(additional).length > 0
  if (additional !== undefined && additional !== false) {
    findings.refuse(path, 'additionalProperties', isMap ? 'map' : 'open_object')
  }
  const unevaluated = member(schema, 'unevaluatedProperties')
  if (unevaluated !== undefined && unevaluated !== false) {
    findings.refuse(path, 'unevaluatedProperties', 'open_object')
  }
  const patterns = member(schema, 'patternProperties')
  if (isJsonObject(patterns) && Object.keys(patterns).length > 0) {
    findings.refuse(path, 'patternProperties', 'pattern_properties')
  }
}

const CONDITIONAL = ['if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies']

/** A condition that speaks of a property which is declared nowhere else: closing the object would lose it. */
function refuseHidden(
  parts: readonly Part[],
  declared: ReadonlyMap<string, unknown>,
  { findings }: Reading,
): void {
  for (const { path, schema } of parts) {
    for (const keyword of CONDITIONAL) {
      const value = member(schema, keyword)
      const names = value === undefined ? [] : namedBy(keyword, value)
      if (names === null || names.some((name) => !declared.has(name))) {
        findings.refuse(path, keyword, 'hidden_property')
      }
    }
  }
}

import type { JsonObject } from '../../json/value.ts'
import { baseOf, type Choice, type Conjunction, conjoin } from './conjunction.ts'
import type { Dialect } from './dialect.ts'
import type { Findings } from './findings.ts'
import type { SchemaType } from './keywords.ts'
import { inside, isJsonArray, type Located, member, type Part } from './located.ts'
import { type Graph, type Node, never } from './node.ts'
import { readObject } from './read-object.ts'
import { isOfType, readValues, type Values } from './read-values.ts'
import {
  leaveUntypedConstraints,
  notesOf,
  type Place,
  type Reading,
  readConstraints,
} from './reading.ts'

// Far above every provider's limit; keeps a hostile schema from costing more than it weighs.
const MAX_NODES = 10_000
const MAX_DEPTH = 64

/** Reads a schema into nodes. What cannot be read, and what is lost, are findings. */
export function readSchema(root: JsonObject, dialect: Dialect, findings: Findings): Graph {
  const definitions = new Map<string, Node>()
  const open = new Set([''])
  let count = 0
  const reading: Reading = { root, dialect, findings, read: readWithin }

  function readWithin(schemas: readonly Located[], path: string, depth: number): Node {
    count += 1
    if (count > MAX_NODES) findings.refuse('', '', 'too_large')
    else if (depth > MAX_DEPTH) findings.refuse(path, '', 'too_deep')
    else return readNext(schemas, path, depth)
    return never(path)
  }

  function readNext(schemas: readonly Located[], path: string, depth: number): Node {
    const before = findings.count()
    const merge = depth === 0 ? 'references' : 'where-needed'
    const conjunction = conjoin(root, findings, schemas, merge)
    // What is refused already would only bring more findings of the same fault.
    if (findings.count() > before) return never(path)
    const notes = notesOf(conjunction.parts.values(), dialect)
    const { reference } = conjunction
    if (reference === null) return readConjunction(conjunction, { path, depth, notes }, reading)
    readDefinition(reference, path, depth)
    return { kind: 'ref', path, notes, target: reference.path }
  }

  function readDefinition(target: Located, path: string, depth: number): void {
    if (open.has(target.path)) {
      if (!dialect.recursion) findings.refuse(path, '$ref', 'recursion')
    } else if (!definitions.has(target.path)) {
      open.add(target.path)
      definitions.set(target.path, readWithin([{ ...target, via: [] }], target.path, depth + 1))
      open.delete(target.path)
    }
  }

  const node = readWithin([{ path: '', schema: root, via: [] }], '', 0)
  definitions.set('', node)
  for (const definition of definitions.values()) refuseNever(definition, findings)
  refuseRoot(node, findings)
  return { root: node, definitions }
}

/** Another obstacle also reads as never, and then says more. */
function refuseNever({ kind, path }: Node, findings: Findings): void {
  if (kind === 'never' && findings.count() === 0) findings.refuse(path, '', 'never')
}

function refuseRoot(root: Node, findings: Findings): void {
  if (root.kind === 'object' || findings.count() > 0) return
  findings.refuse('', root.kind === 'union' ? 'anyOf' : 'type', 'root_not_object')
}

function readConjunction(conjunction: Conjunction, place: Place, reading: Reading): Node {
  if (conjunction.never) return never(place.path)
  const [choice, second] = conjunction.choices
  if (second !== undefined) {
    reading.findings.refuse(second.part.path, second.keyword, 'several_unions')
  }
  if (choice !== undefined) return readChoice(conjunction, choice, place, reading)
  return readFlat([...conjunction.parts.values()], place, reading)
}

function readChoice(
  conjunction: Conjunction,
  choice: Choice,
  { path, depth, notes }: Place,
  reading: Reading,
): Node {
  // What stands beside a choice holds in each of its branches.
  const base = baseOf(conjunction, reading.dialect.notes)
  const branches = choice.branches
    .map((branch) => reading.read([...base, branch], branch.path, depth + 1))
    .filter((branch) => branch.kind !== 'never')
  if (branches.length === 0) return never(path)
  const exclusiveAt = choice.keyword === 'oneOf' ? choice.part.path : null
  return { kind: 'union', path, notes, branches, exclusiveAt }
}

function readFlat(parts: readonly Part[], place: Place, reading: Reading): Node {
  const values = readValues(parts, place.path, reading)
  const [type, ...more] = values?.types ?? []
  if (values === null || type === undefined) return never(place.path)
  leaveUntypedConstraints(parts, reading)
  if (more.length === 0) return readType(type, values, parts, place, reading)
  const branches = values.types
    .map((each) => readType(each, values, parts, { ...place, notes: [] }, reading))
    .filter((branch) => branch.kind !== 'never')
  if (branches.length === 0) return never(place.path)
  return { kind: 'union', path: place.path, notes: place.notes, branches, exclusiveAt: null }
}

function readType(
  type: SchemaType,
  values: Values,
  parts: readonly Part[],
  place: Place,
  reading: Reading,
): Node {
  if (type === 'object') return readObject(parts, place, reading)
  if (type === 'array') return readArray(parts, place, reading)
  const { path, notes } = place
  const literals =
    type === 'null' ? null : (values.literals?.filter((value) => isOfType(value, type)) ?? null)
  const { isConst } = values
  const keywords = readConstraints(parts, type, reading)
  return { kind: 'scalar', path, notes, type, literals, isConst, keywords }
}

function readArray(parts: readonly Part[], place: Place, reading: Reading): Node {
  const { findings } = reading
  const { path, notes, depth } = place
  const before = findings.count()
  const keywords = readConstraints(parts, 'array', reading)
  const schemas = parts.flatMap((part) => itemsOf(part, findings))
  if (findings.count() > before) return never(path)
  const [first] = schemas
  if (first === undefined) {
    findings.refuse(path, 'items', 'untyped')
    return never(path)
  }
  const items = reading.read(schemas, first.path, depth + 1)
  refuseNever(items, findings)
  return { kind: 'array', path, notes, items, keywords }
}

function itemsOf(part: Part, findings: Findings): readonly Located[] {
  if (Object.hasOwn(part.schema, 'prefixItems')) {
    findings.refuse(part.path, 'prefixItems', 'tuple')
  }
  const items = member(part.schema, 'items')
  if (items === undefined) return []
  if (isJsonArray(items)) findings.refuse(part.path, 'items', 'tuple')
  return [inside(part, items, 'items')]
}

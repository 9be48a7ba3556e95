import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { Dialect } from './dialect.ts'
import type { Findings } from './findings.ts'
import { constraintsOf, isVacuous, type SchemaType, UNTYPED_CONSTRAINTS } from './keywords.ts'
import { type Located, member, type Part } from './located.ts'
import type { Entry, Node } from './node.ts'

/** What the readers of one schema share. */
export interface Reading {
  readonly root: JsonObject
  readonly dialect: Dialect
  readonly findings: Findings
  /** Reads subschemas that hold together, one level further in. */
  readonly read: (schemas: readonly Located[], path: string, depth: number) => Node
}

/** The place that is being read. */
export interface Place {
  readonly path: string
  readonly depth: number
  readonly notes: readonly Entry[]
}

/** The notes that the dialect takes; where several parts have one, the outermost speaks. */
export function notesOf(parts: Iterable<Part>, { notes }: Dialect): readonly Entry[] {
  const found = new Map<string, JsonValue>()
  for (const { schema } of parts) {
    for (const keyword of notes) {
      const value = member(schema, keyword)
      const usable = keyword === 'default' ? value !== undefined : typeof value === 'string'
      if (usable && value !== undefined && !found.has(keyword)) found.set(keyword, value)
    }
  }
  return [...found]
}

/** The constraints of a type that the provider enforces. All others become findings. */
export function readConstraints(
  parts: readonly Part[],
  type: SchemaType,
  { dialect, findings }: Reading,
): readonly Entry[] {
  const kept = new Map<string, JsonValue>()
  for (const { path, keyword, value, isWellFormed } of constraintsIn(parts, type)) {
    if (!isWellFormed) findings.refuse(path, keyword, 'malformed')
    else if (!dialect.enforces(keyword, value)) findings.leave(path, keyword)
    else if (!kept.has(keyword)) kept.set(keyword, value)
    // Two patterns or two bounds: one of them can be written, and leaving the other only widens.
    else if (kept.get(keyword) !== value) findings.leave(path, keyword)
  }
  return [...kept]
}

interface Constraint {
  readonly path: string
  readonly keyword: string
  readonly value: JsonValue
  readonly isWellFormed: boolean
}

function* constraintsIn(parts: readonly Part[], type: SchemaType): Generator<Constraint> {
  for (const [keyword, check] of constraintsOf(type)) {
    for (const { path, schema } of parts) {
      const value = member(schema, keyword)
      if (value === undefined || isVacuous(keyword, value)) continue
      yield { path, keyword, value, isWellFormed: check(value) }
    }
  }
}

/** Finds the constraints that apply whatever the type is. */
export function leaveUntypedConstraints(parts: readonly Part[], { findings }: Reading): void {
  for (const { path, schema } of parts) {
    for (const keyword of UNTYPED_CONSTRAINTS) {
      const value = member(schema, keyword)
      if (value === undefined || isVacuous(keyword, value)) continue
      const idle =
        keyword === 'if' && !Object.hasOwn(schema, 'then') && !Object.hasOwn(schema, 'else')
      if (!idle) findings.leave(path, keyword)
    }
  }
}

import type { JsonObject } from '../../json/value.ts'
import type { Findings } from './findings.ts'
import { asserts } from './keywords.ts'
import { inside, isJsonArray, isJsonObject, type Located, member, type Part } from './located.ts'
import { resolveRef } from './ref.ts'

// Nested deeper or wider than this, a composition is an attack on whoever reads it.
const MAX_PARTS = 500

/** An `anyOf` or a `oneOf`. */
export interface Choice {
  readonly part: Part
  readonly keyword: 'anyOf' | 'oneOf'
  readonly branches: readonly Located[]
}

/** Subschemas that hold together: an object with its `allOf` members, and with its `$ref` where that has siblings. */
export interface Conjunction {
  /** By path, so that what is reached twice counts once. */
  readonly parts: ReadonlyMap<string, Part>
  readonly choices: readonly Choice[]
  /** Set where all of it is one reference, which then stays a reference. */
  readonly reference: Located | null
  /** True where a member is the schema `false`. */
  readonly never: boolean
}

interface Gathering {
  readonly root: JsonObject
  readonly findings: Findings
  readonly parts: Map<string, Part>
  readonly choices: Choice[]
  readonly targets: Map<string, Located>
  never: boolean
}

/** Flattens subschemas into one conjunction. */
export function conjoin(
  root: JsonObject,
  findings: Findings,
  schemas: readonly Located[],
  merge: 'references' | 'where-needed',
): Conjunction {
  const into: Gathering = {
    root,
    findings,
    parts: new Map(),
    choices: [],
    targets: new Map(),
    never: false,
  }
  for (const schema of schemas) gather(schema, into)
  const [reference] = into.targets.values()
  const lone = into.targets.size === 1 && into.choices.length === 0 && !assertsAnything(into)
  if (reference !== undefined && lone && merge === 'where-needed') return { ...into, reference }
  // The map grows while it is walked: a merged definition may refer to another one.
  for (const target of into.targets.values()) gather(target, into)
  return { ...into, reference: null }
}

/** The conjunction without its choice, and without the notes that belong to the whole. */
export function baseOf(conjunction: Conjunction, notes: readonly string[]): readonly Part[] {
  const unwanted = new Set(['allOf', 'anyOf', 'oneOf', '$ref', ...notes])
  return [...conjunction.parts.values()]
    .filter((part) => asserts(part.schema))
    .map((part) => ({
      ...part,
      schema: Object.fromEntries(
        Object.entries(part.schema).filter(([keyword]) => !unwanted.has(keyword)),
      ),
    }))
}

const assertsAnything = ({ parts }: Gathering): boolean =>
  [...parts.values()].some((part) => asserts(part.schema))

function gather({ path, schema, via }: Located, into: Gathering): void {
  if (schema === true || into.parts.has(path)) return
  if (schema === false) into.never = true
  else if (!isJsonObject(schema)) into.findings.refuse(path, '', 'malformed')
  else if (into.parts.size >= MAX_PARTS) into.findings.refuse('', '', 'too_large')
  else gatherPart({ path, schema, via }, into)
}

function gatherPart(part: Part, into: Gathering): void {
  into.parts.set(part.path, part)
  refuseScopes(part, into.findings)
  gatherReference(part, into)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = membersOf(part, keyword, into.findings)
    if (branches.length > 0) into.choices.push({ part, keyword, branches })
  }
  for (const found of membersOf(part, 'allOf', into.findings)) gather(found, into)
}

function refuseScopes({ path, schema }: Part, findings: Findings): void {
  // An identifier below the root changes what every reference under it means.
  if (path !== '' && Object.hasOwn(schema, '$id')) findings.refuse(path, '$id', 'nested_id')
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(schema, keyword)) findings.refuse(path, keyword, 'ref_dynamic')
  }
}

function gatherReference(part: Part, into: Gathering): void {
  const ref = member(part.schema, '$ref')
  if (ref === undefined) return
  const target = resolveRef(into.root, ref)
  if (typeof target === 'string') into.findings.refuse(part.path, '$ref', target)
  else if (part.via.includes(target.path)) {
    into.findings.refuse(part.path, '$ref', 'recursive_merge')
  } else into.targets.set(target.path, { ...target, via: [...part.via, target.path] })
}

function membersOf(part: Part, keyword: string, findings: Findings): readonly Located[] {
  const value = member(part.schema, keyword)
  if (value === undefined) return []
  if (isJsonArray(value) && value.length > 0) {
    return value.map((schema, index) => inside(part, schema, keyword, index))
  }
  findings.refuse(part.path, keyword, 'malformed')
  return []
}

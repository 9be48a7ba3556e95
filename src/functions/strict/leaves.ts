import type { JsonValue } from '../../json/value.ts'
import { isJsonArray, isPrimitive } from './located.ts'
import type { Graph, Leaf, Node, ObjectNode } from './node.ts'

type Definitions = Graph['definitions']

function findLeaves(node: Node, definitions: Definitions): readonly Leaf[] | null {
  const leaves: Leaf[] = []
  const done = new Set<string>()
  const open = new Set<string>()

  function follow(target: string): boolean {
    if (open.has(target)) return false
    if (done.has(target)) return true
    const definition = definitions.get(target)
    if (definition === undefined) return true
    open.add(target)
    const ends = visit(definition)
    open.delete(target)
    done.add(target)
    return ends
  }

  function visit(current: Node): boolean {
    switch (current.kind) {
      case 'never':
        return true
      case 'ref':
        return follow(current.target)
      case 'union':
        return current.branches.every(visit)
      case 'scalar':
      case 'object':
      case 'array':
        leaves.push(current)
        return true
    }
  }

  return visit(node) ? leaves : null
}

/** What one level of a node permits: names of types, and single values. */
export interface Atoms {
  readonly types: ReadonlySet<string>
  readonly literals: ReadonlySet<JsonValue>
}

/** Looks at nodes one level deep; remembers, because a schema may use one definition thousands of times. */
export interface Levels {
  readonly definitions: Definitions
  /**
   * The nodes that a node comes down to once unions and references are followed.
   * Null where a reference leads back to itself without a level between.
   */
  leaves(node: Node): readonly Leaf[] | null
  atoms(node: Node): Atoms
}

interface Level {
  readonly leaves: readonly Leaf[] | null
  readonly atoms: Atoms
}

/** Builds the view of one graph. */
export function createLevels({ definitions }: Graph): Levels {
  const known = new Map<Node, Level>()

  function look(node: Node): Level {
    const target = behind(node, definitions)
    const found = known.get(target)
    if (found !== undefined) return found
    const leaves = findLeaves(target, definitions)
    const seen = { leaves, atoms: atomsOf(leaves ?? []) }
    known.set(target, seen)
    return seen
  }

  return { definitions, leaves: (node) => look(node).leaves, atoms: (node) => look(node).atoms }
}

/** What stands behind references to references; a reference again where they never end. */
function behind(node: Node, definitions: Definitions): Node {
  const seen = new Set<Node>()
  let current = node
  while (current.kind === 'ref' && !seen.has(current)) {
    seen.add(current)
    current = definitions.get(current.target) ?? current
  }
  return current
}

function atomsOf(leaves: readonly Leaf[]): Atoms {
  const scalars = leaves.filter((leaf) => leaf.kind === 'scalar')
  return {
    types: new Set(leaves.flatMap(typeOf)),
    literals: new Set(scalars.flatMap((leaf) => leaf.literals ?? [])),
  }
}

/** The type of a leaf as `typeof` names it; none where it lists its values. */
function typeOf(leaf: Leaf): readonly string[] {
  if (leaf.kind !== 'scalar') return [leaf.kind]
  if (leaf.literals !== null) return []
  return [leaf.type === 'integer' ? 'number' : leaf.type]
}

/** Whether a value has a type or is a value of these atoms. */
export function admits({ types, literals }: Atoms, value: JsonValue): boolean {
  if (types.has(typeName(value))) return true
  return isPrimitive(value) && literals.has(value)
}

/** Whether no value can have atoms of both. */
export function areDisjoint(a: Atoms, b: Atoms): boolean {
  if ([...a.types].some((type) => b.types.has(type))) return false
  return (
    ![...a.literals].some((each) => admits(b, each)) &&
    ![...b.literals].some((each) => admits(a, each))
  )
}

/** Whether no value of the original schema can be valid for both, once each is closed. */
export function excludeEachOther(a: Node, b: Node, levels: Levels): boolean {
  const left = levels.leaves(a) ?? []
  const right = levels.leaves(b) ?? []
  return left.every((one) => right.every((other) => leavesExclude(one, other, levels)))
}

function leavesExclude(a: Leaf, b: Leaf, levels: Levels): boolean {
  if (areDisjoint(levels.atoms(a), levels.atoms(b))) return true
  if (a.kind !== 'object' || b.kind !== 'object') return false
  const needsMore = (one: ObjectNode, other: ObjectNode) =>
    [...one.properties].some(([name, { required }]) => required && !other.properties.has(name))
  return (needsMore(a, b) && needsMore(b, a)) || discriminates(a, b, levels)
}

/** A property that both know, that one of them needs, and that has no value in common. */
function discriminates(a: ObjectNode, b: ObjectNode, levels: Levels): boolean {
  return [...a.properties].some(([name, mine]) => {
    const yours = b.properties.get(name)
    if (yours === undefined || !(mine.required || yours.required)) return false
    return areDisjoint(levels.atoms(mine.node), levels.atoms(yours.node))
  })
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null'
  return isJsonArray(value) ? 'array' : typeof value
}

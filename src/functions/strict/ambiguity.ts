import type { Findings } from './findings.ts'
import { type Atoms, admits, areDisjoint, createLevels, type Levels } from './leaves.ts'
import {
  childrenOf,
  type Graph,
  type Leaf,
  type Node,
  nodesOf,
  type ObjectNode,
  type PropertyNode,
} from './node.ts'

// Every pair is compared; a union beyond this would also be beyond what a model can choose from.
const MAX_LEAVES = 64

/**
 * Refuses what could not be restored from OpenAI's form without guessing: an optional property that may be null by
 * itself, and a union in which one value could mean two different things.
 */
export function refuseAmbiguity(graph: Graph, findings: Findings): void {
  const levels = createLevels(graph)
  for (const node of nodesOf(graph)) {
    if (levels.leaves(node) === null) findings.refuse(node.path, '$ref', 'ref_cycle')
    if (node.kind === 'object') refuseNullable(node, levels, findings)
    if (node.kind === 'union' && isAmbiguous(node, levels)) {
      findings.refuse(node.path, node.exclusiveAt === null ? 'anyOf' : 'oneOf', 'ambiguous_union')
    }
  }
}

function refuseNullable({ properties }: ObjectNode, levels: Levels, findings: Findings): void {
  for (const { node, required } of properties.values()) {
    if (!required && admits(levels.atoms(node), null)) {
      findings.refuse(node.path, 'type', 'nullable_optional')
    }
  }
}

function isAmbiguous(union: Node, levels: Levels): boolean {
  if (!hasOptional(union, levels)) return false
  const leaves = levels.leaves(union) ?? []
  if (leaves.length > MAX_LEAVES) return true
  return leaves.some((leaf, index) =>
    leaves.slice(index + 1).some((other) => !agree(leaf, other, levels)),
  )
}

/** Whether restoring can change anything inside a node. */
function hasOptional(node: Node, { definitions }: Levels): boolean {
  const seen = new Set<Node>()
  const waiting: (Node | undefined)[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (next.kind === 'object' && [...next.properties.values()].some((each) => !each.required)) {
      return true
    }
    const inner = next.kind === 'ref' ? [definitions.get(next.target)] : childrenOf(next)
    waiting.push(...inner.filter((each) => each !== undefined))
  }
  return false
}

/** Whether two leaves have no value in common in OpenAI's form, or restore each common value alike. */
function agree(a: Leaf, b: Leaf, levels: Levels): boolean {
  if (a.kind === 'array' && b.kind === 'array') return restoreAlike(a.items, b.items, levels)
  if (a.kind !== 'object' || b.kind !== 'object' || isDistinct(a, b, levels)) return true
  return [...a.properties].every(([name, mine]) => {
    const yours = b.properties.get(name)
    if (yours === undefined) return true
    const clash =
      mine.required !== yours.required && [mine, yours].some((each) => isNullable(each, levels))
    return !clash && restoreAlike(mine.node, yours.node, levels)
  })
}

/** Objects in OpenAI's form always have all their keys, so that other keys tell them apart. */
function isDistinct(a: ObjectNode, b: ObjectNode, levels: Levels): boolean {
  if (a.properties.size !== b.properties.size) return true
  return [...a.properties].some(([name, mine]) => {
    const yours = b.properties.get(name)
    return (
      yours === undefined || areDisjoint(writtenAtoms(mine, levels), writtenAtoms(yours, levels))
    )
  })
}

function writtenAtoms({ node, required }: PropertyNode, levels: Levels): Atoms {
  const atoms = levels.atoms(node)
  return required ? atoms : { ...atoms, types: new Set([...atoms.types, 'null']) }
}

const isNullable = ({ node, required }: PropertyNode, levels: Levels): boolean =>
  required && admits(levels.atoms(node), null)

/** Whether two nodes restore every value alike; says no where it would have to look further. */
function restoreAlike(a: Node, b: Node, levels: Levels): boolean {
  if (!hasOptional(a, levels) && !hasOptional(b, levels)) return true
  if (a.kind === 'ref' && b.kind === 'ref') return a.target === b.target
  if (a.kind === 'array' && b.kind === 'array') return restoreAlike(a.items, b.items, levels)
  if (a.kind === 'object' && b.kind === 'object') return objectsAlike(a, b, levels)
  return false
}

function objectsAlike(a: ObjectNode, b: ObjectNode, levels: Levels): boolean {
  if (a.properties.size !== b.properties.size) return false
  return [...a.properties].every(([name, mine]) => {
    const yours = b.properties.get(name)
    return mine.required === yours?.required && restoreAlike(mine.node, yours.node, levels)
  })
}

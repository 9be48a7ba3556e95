import type { Findings } from './findings.ts'
import { type Atoms, admits, areDisjoint, atomsOf, leavesOf } from './leaves.ts'
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
  for (const node of nodesOf(graph)) {
    if (leavesOf(node, graph.definitions) === null) findings.refuse(node.path, '$ref', 'ref_cycle')
    if (node.kind === 'object') refuseNullable(node, graph, findings)
    if (node.kind === 'union' && isAmbiguous(node, graph)) {
      findings.refuse(node.path, node.exclusiveAt === null ? 'anyOf' : 'oneOf', 'ambiguous_union')
    }
  }
}

function refuseNullable({ properties }: ObjectNode, graph: Graph, findings: Findings): void {
  for (const { node, required } of properties.values()) {
    if (!required && admits(atomsOf(node, graph.definitions), null)) {
      findings.refuse(node.path, 'type', 'nullable_optional')
    }
  }
}

function isAmbiguous(union: Node, graph: Graph): boolean {
  if (!hasOptional(union, graph)) return false
  const leaves = leavesOf(union, graph.definitions) ?? []
  if (leaves.length > MAX_LEAVES) return true
  return leaves.some((leaf, index) =>
    leaves.slice(index + 1).some((other) => !agree(leaf, other, graph)),
  )
}

/** Whether restoring can change anything inside a node. */
function hasOptional(node: Node, { definitions }: Graph): boolean {
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
function agree(a: Leaf, b: Leaf, graph: Graph): boolean {
  if (a.kind === 'array' && b.kind === 'array') return restoreAlike(a.items, b.items, graph)
  if (a.kind !== 'object' || b.kind !== 'object' || isDistinct(a, b, graph)) return true
  return [...a.properties].every(([name, mine]) => {
    const yours = b.properties.get(name)
    if (yours === undefined) return true
    const clash =
      mine.required !== yours.required && [mine, yours].some((each) => isNullable(each, graph))
    return !clash && restoreAlike(mine.node, yours.node, graph)
  })
}

/** Objects in OpenAI's form always have all their keys, so that other keys tell them apart. */
function isDistinct(a: ObjectNode, b: ObjectNode, graph: Graph): boolean {
  if (a.properties.size !== b.properties.size) return true
  return [...a.properties].some(([name, mine]) => {
    const yours = b.properties.get(name)
    return yours === undefined || areDisjoint(writtenAtoms(mine, graph), writtenAtoms(yours, graph))
  })
}

function writtenAtoms({ node, required }: PropertyNode, { definitions }: Graph): Atoms {
  const atoms = atomsOf(node, definitions)
  return required ? atoms : { ...atoms, types: new Set([...atoms.types, 'null']) }
}

const isNullable = ({ node, required }: PropertyNode, { definitions }: Graph): boolean =>
  required && admits(atomsOf(node, definitions), null)

/** Whether two nodes restore every value alike; says no where it would have to look further. */
function restoreAlike(a: Node, b: Node, graph: Graph): boolean {
  if (!hasOptional(a, graph) && !hasOptional(b, graph)) return true
  if (a.kind === 'ref' && b.kind === 'ref') return a.target === b.target
  if (a.kind === 'array' && b.kind === 'array') return restoreAlike(a.items, b.items, graph)
  if (a.kind === 'object' && b.kind === 'object') return objectsAlike(a, b, graph)
  return false
}

function objectsAlike(a: ObjectNode, b: ObjectNode, graph: Graph): boolean {
  if (a.properties.size !== b.properties.size) return false
  return [...a.properties].every(([name, mine]) => {
    const yours = b.properties.get(name)
    return mine.required === yours?.required && restoreAlike(mine.node, yours.node, graph)
  })
}

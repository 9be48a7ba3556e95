import type { Findings } from './findings.ts'
import { createLevels, excludeEachOther, type Levels } from './leaves.ts'
import { type Graph, nodesOf, type UnionNode } from './node.ts'

// Every pair is compared; beyond this a oneOf counts as not enforced.
const MAX_BRANCHES = 64

/** Finds each `oneOf` whose branches may hold together: any-of, which is what a provider takes, is wider then. */
export function leaveOverlaps(graph: Graph, findings: Findings): void {
  const levels = createLevels(graph)
  for (const node of nodesOf(graph)) {
    if (node.kind !== 'union' || node.exclusiveAt === null) continue
    if (!isExclusive(node, levels)) findings.leave(node.exclusiveAt, 'oneOf')
  }
}

function isExclusive({ branches }: UnionNode, levels: Levels): boolean {
  if (branches.length > MAX_BRANCHES) return false
  return branches.every((branch, index) =>
    branches.slice(index + 1).every((other) => excludeEachOther(branch, other, levels)),
  )
}

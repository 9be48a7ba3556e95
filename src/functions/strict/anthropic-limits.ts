import type { Findings } from './findings.ts'
import { childrenOf, type Graph, type Node } from './node.ts'

/** What strict schemas use of the budgets of one request. */
export interface AnthropicCost {
  readonly tools: number
  /** Optional properties, once for each use of a definition. */
  readonly optional: number
  /** Unions of types, once for each use of a definition. */
  readonly unions: number
}

/** Anthropic's published budgets of one request, over all of its strict schemas. */
export const ANTHROPIC_LIMITS: AnthropicCost = { tools: 20, optional: 24, unions: 16 }

/** Refuses what is over budget. */
export function refuseOverAnthropicLimits(cost: AnthropicCost, findings: Findings): void {
  if (cost.tools > ANTHROPIC_LIMITS.tools) findings.refuse('', '', 'too_many_tools')
  if (cost.optional > ANTHROPIC_LIMITS.optional)
    findings.refuse('', 'properties', 'too_many_optional')
  if (cost.unions > ANTHROPIC_LIMITS.unions) findings.refuse('', 'anyOf', 'too_many_unions')
}

/** What a schema without recursion uses. */
export function costOf({ root, definitions }: Graph): AnthropicCost {
  const known = new Map<string, AnthropicCost>()

  function cost(node: Node): AnthropicCost {
    if (node.kind === 'ref') {
      // A reference with notes is written as a union of one.
      const own = { tools: 0, optional: 0, unions: node.notes.length > 0 ? 1 : 0 }
      return add(own, costOfTarget(node.target))
    }
    const inner = childrenOf(node).map(cost)
    const own = {
      optional: node.kind === 'object' ? optionalIn([...node.properties.values()]) : 0,
      unions: node.kind === 'union' ? 1 : 0,
    }
    return inner.reduce(add, { tools: 0, ...own })
  }

  function costOfTarget(target: string): AnthropicCost {
    const definition = definitions.get(target)
    const found = known.get(target) ?? cost(definition ?? root)
    known.set(target, found)
    return found
  }

  return { ...cost(root), tools: 1 }
}

const optionalIn = (properties: readonly { readonly required: boolean }[]): number =>
  properties.filter((property) => !property.required).length

const add = (a: AnthropicCost, b: AnthropicCost): AnthropicCost => ({
  tools: 0,
  optional: a.optional + b.optional,
  unions: a.unions + b.unions,
})

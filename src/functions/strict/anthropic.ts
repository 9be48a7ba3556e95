import type { JsonObject } from '../../json/value.ts'
import {
  ANTHROPIC_LIMITS,
  type AnthropicCost,
  costOf,
  refuseOverAnthropicLimits,
} from './anthropic-limits.ts'
import { ANTHROPIC } from './dialect.ts'
import { leaveOverlaps } from './exclusive.ts'
import { createFindings } from './findings.ts'
import { readSchema } from './read.ts'
import type { StrictResult } from './result.ts'
import { writeSchema } from './write.ts'

/**
 * Converts an input schema to Anthropic's strict form, in which optional properties stay optional.
 * Source: Anthropic's structured-outputs guide. See `docs/strict-schemas.md`.
 */
export function toAnthropicStrict(schema: JsonObject): StrictResult {
  return convert(schema).result
}

/**
 * Decides which tools of one request are strict, one result a schema and in the same order.
 * Budgets go to the first schemas that fit: put the tools that matter most first.
 */
export function planAnthropicStrict(schemas: readonly JsonObject[]): readonly StrictResult[] {
  let spent: AnthropicCost = { tools: 0, optional: 0, unions: 0 }
  return schemas.map((schema) => {
    const { result, cost } = convert(schema)
    if (!result.strict) return result
    const total: AnthropicCost = {
      tools: spent.tools + 1,
      optional: spent.optional + cost.optional,
      unions: spent.unions + cost.unions,
    }
    const findings = createFindings()
    refuseOverAnthropicLimits(total, findings)
    const reasons = findings.obstacles()
    if (reasons.length > 0) return { strict: false, reasons }
    spent = total
    return result
  })
}

function convert(schema: JsonObject): {
  readonly result: StrictResult
  readonly cost: AnthropicCost
} {
  const findings = createFindings()
  const graph = readSchema(schema, ANTHROPIC, findings)
  // A graph with obstacles may be recursive, and then has no cost.
  const cost = findings.obstacles().length > 0 ? ANTHROPIC_LIMITS : costOf(graph)
  refuseOverAnthropicLimits(cost, findings)
  const reasons = findings.obstacles()
  if (reasons.length > 0) return { result: { strict: false, reasons }, cost }
  leaveOverlaps(graph, findings)
  const result: StrictResult = {
    strict: true,
    schema: writeSchema(graph, {
      optional: (property) => property,
      required: (_, property) => property.required,
    }),
    notEnforced: findings.notEnforced(),
    closed: findings.closed(),
    restore: (args) => args,
  }
  return { result, cost }
}

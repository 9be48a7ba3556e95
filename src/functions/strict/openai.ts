import type { JsonObject } from '../../json/value.ts'
import { refuseAmbiguity } from './ambiguity.ts'
import { OPENAI } from './dialect.ts'
import { leaveOverlaps } from './exclusive.ts'
import { createFindings } from './findings.ts'
import { refuseOverOpenAiLimits } from './openai-limits.ts'
import { readSchema } from './read.ts'
import { createRestore } from './restore.ts'
import type { StrictResult } from './result.ts'
import { orNull, writeSchema } from './write.ts'

/**
 * Converts an input schema to OpenAI's strict form, in which every property is required and an optional one may be null.
 * Source: OpenAI's structured-outputs guide. See `docs/strict-schemas.md`.
 */
export function toOpenAiStrict(schema: JsonObject): StrictResult {
  const findings = createFindings()
  const graph = readSchema(schema, OPENAI, findings)
  // Comparing branches costs their square, so that nothing over the limits is compared.
  if (refuseOverOpenAiLimits(graph, findings)) refuseAmbiguity(graph, findings)
  const reasons = findings.obstacles()
  if (reasons.length > 0) return { strict: false, reasons }
  leaveOverlaps(graph, findings)
  return {
    strict: true,
    schema: writeSchema(graph, { optional: orNull, required: () => true }),
    notEnforced: findings.notEnforced(),
    closed: findings.closed(),
    restore: createRestore(graph),
  }
}

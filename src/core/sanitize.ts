import type { Ended } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { ReturnedCall } from './run-tool.ts'
import { sanitizeResult } from './sanitize-result.ts'
import type { Trail } from './trail.ts'

/** Holds the result against its bounds and its schema, and cleans it, before a model may see it. */
export async function sanitize(
  gate: GateContext,
  trail: Trail,
  call: ReturnedCall,
): Promise<Ended> {
  trail.stage = 'sanitize'
  return sanitizeResult(gate, trail, call.granted.call.target, call.returned)
}

import type { ValidatedCall } from './call.ts'
import { Ended } from './ended.ts'
import { executeContext } from './execute-context.ts'
import type { GateContext } from './gate-context.ts'
import type { OperationView } from './ledger.ts'
import { entryOf, storedOutcome } from './record.ts'
import { sanitizeResult } from './sanitize-result.ts'
import type { ProbeAnswer } from './tool.ts'
import type { Trail } from './trail.ts'
import { raceTime, within } from './within.ts'

/**
 * Concludes an operation whose executor is gone: a decision without an outcome. A probe may find the effect; an
 * idempotent tool may be run again under the same key, and the operation is returned still executing. Everything else
 * is unknown, is never repeated by us, and is stored as such.
 */
export async function concludeLost(
  gate: GateContext,
  trail: Trail,
  call: ValidatedCall,
  operation: OperationView,
): Promise<OperationView | Ended> {
  const probed = await readBack(gate, trail, call, operation)
  if (probed === null && call.target.tool.idempotent) return operation
  const unknown = { kind: 'unknown', executed: 'unknown', reason: 'outcome_unknown' } as const
  const ended = probed ?? new Ended('execute', unknown)
  const settled = await within(gate, trail, 'ledger_unavailable', () =>
    gate.ledger.settle({
      operation: operation.operation,
      attempt: operation.attempts,
      outcome: storedOutcome(ended),
      audit: entryOf(gate, trail, { event: 'outcome', ended }),
    }),
  )
  if (settled instanceof Ended) return new Ended('execute', unknown)
  const found = await within(gate, trail, 'ledger_unavailable', () =>
    gate.ledger.find(operation.operation),
  )
  if (found instanceof Ended) return new Ended('execute', unknown)
  return found ?? new Ended('execute', unknown)
}

/** The ending that the tool's probe proves, or null. A probe that fails proves nothing. */
async function readBack(
  gate: GateContext,
  trail: Trail,
  call: ValidatedCall,
  operation: OperationView,
): Promise<Ended | null> {
  const { probe } = call.target.tool
  if (probe === null) return null
  const stop = new AbortController()
  try {
    const asked = probe(executeContext(call, operation.operation, stop))
    const met = await raceTime(gate, trail, asked, gate.portTimeoutMs)
    if (met.kind !== 'settled') return null
    const answer: ProbeAnswer<unknown> = met.value
    if (answer.executed !== 'yes') return null
    return await sanitizeResult(gate, trail, call.target, answer.result)
  } catch (cause) {
    gate.alarm({ kind: 'port_failed', tool: trail.tool, operation: trail.operation, cause })
    return null
  } finally {
    stop.abort()
  }
}

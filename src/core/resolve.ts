import type { ReceivedCall, ResolvedCall } from './call.ts'
import { Ended } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { Trail } from './trail.ts'
import { within } from './within.ts'

/** Finds the tool by its own name and holds its last observed contract against the pin, at call time. */
export async function resolve(
  gate: GateContext,
  trail: Trail,
  received: ReceivedCall,
): Promise<ResolvedCall | Ended> {
  trail.stage = 'resolve'
  const target = gate.tools.get(received.tool)
  if (target === undefined) {
    return new Ended('resolve', { kind: 'unknown_tool', executed: 'no', reason: 'tool_unknown' })
  }
  trail.effect = target.tool.effect
  trail.contract = target.contract
  const accepted = await within(gate, trail, 'pins_unavailable', () =>
    gate.pins.accepts(target.tool.name, target.contract),
  )
  if (accepted instanceof Ended) return accepted
  if (accepted !== true) {
    return new Ended('resolve', { kind: 'quarantined', executed: 'no', reason: 'contract_changed' })
  }
  return { received, target }
}

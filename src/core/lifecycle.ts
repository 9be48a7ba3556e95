import { approve } from './approve.ts'
import { authorize } from './authorize.ts'
import type { CallRequest } from './call.ts'
import { Ended, endInvalid, endUnavailable } from './ended.ts'
import { execute } from './execute.ts'
import type { GateContext } from './gate-context.ts'
import { limit } from './limit.ts'
import type { Outcome } from './outcome.ts'
import { readRequest } from './read-request.ts'
import { receive } from './receive.ts'
import { record } from './record.ts'
import { resolve } from './resolve.ts'
import { sanitize } from './sanitize.ts'
import { openTrail, type Trail } from './trail.ts'
import { validate } from './validate.ts'

/** Runs one call through every stage and says how it ended. Never throws. */
export async function handleCall(gate: GateContext, asked: CallRequest): Promise<Outcome> {
  const { sound, request } = readRequest(asked)
  const trail = openTrail(gate, request)
  if (!sound) return record(gate, trail, endInvalid('receive', 'request_invalid'))
  return record(gate, trail, await pass(gate, trail, request))
}

/** The order of these lines is the security model. Each stage takes what only the stage before it can make. */
async function passStages(gate: GateContext, trail: Trail, request: CallRequest): Promise<Ended> {
  const received = await receive(gate, trail, request)
  if (received instanceof Ended) return received
  const resolved = await resolve(gate, trail, received)
  if (resolved instanceof Ended) return resolved
  const counted = await limit(gate, trail, resolved)
  if (counted instanceof Ended) return counted
  const validated = await validate(gate, trail, counted)
  if (validated instanceof Ended) return validated
  const authorized = await authorize(gate, trail, validated)
  if (authorized instanceof Ended) return authorized
  const granted = await approve(gate, trail, authorized)
  if (granted instanceof Ended) return granted
  const returned = await execute(gate, trail, granted)
  if (returned instanceof Ended) return returned
  return sanitize(gate, trail, returned)
}

/** A fault of ours must end like any other doubt: nothing executed, or nobody knows. */
async function pass(gate: GateContext, trail: Trail, request: CallRequest): Promise<Ended> {
  try {
    return await passStages(gate, trail, request)
  } catch (cause) {
    gate.alarm({ kind: 'port_failed', tool: trail.tool, operation: trail.operation, cause })
    if (!trail.dispatched) return endUnavailable(trail.stage, 'internal_fault')
    return new Ended(trail.stage, {
      kind: 'unknown',
      executed: 'unknown',
      reason: 'outcome_unknown',
    })
  }
}

import type { ErrorCode } from '../errors.ts'
import type { ResolvedCall } from './call.ts'
import { Ended, endLimited } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { LimitPoint } from './limiter.ts'
import type { Trail } from './trail.ts'
import { within } from './within.ts'

/** Counts the attempt for tenant, caller and tool; a leg of a known operation has its own, looser limit. */
export async function limit(
  gate: GateContext,
  trail: Trail,
  call: ResolvedCall,
): Promise<ResolvedCall | Ended> {
  trail.stage = 'limit'
  const { caller } = call.received
  const tenant = gate.limits.tenant
  if (tenant !== null) {
    const point = { scope: 'tenant', key: JSON.stringify([caller.tenant]), rate: tenant } as const
    const full = await takePoint(gate, trail, 'rate_limited', point)
    if (full !== null) return full
  }
  const resumed = await isResumed(gate, trail, call)
  if (resumed instanceof Ended) return resumed
  const full = resumed ? await countPoll(gate, trail, call) : await countCall(gate, trail, call)
  return full ?? call
}

async function isResumed(
  gate: GateContext,
  trail: Trail,
  call: ResolvedCall,
): Promise<boolean | Ended> {
  // Reads run again each time: only what can be resumed is looked up.
  if (!call.received.named || call.target.tool.effect === 'read') return false
  const found = await within(gate, trail, 'ledger_unavailable', () =>
    gate.ledger.find(call.received.operation),
  )
  return found instanceof Ended ? found : found !== null
}

async function countPoll(
  gate: GateContext,
  trail: Trail,
  call: ResolvedCall,
): Promise<Ended | null> {
  const rate = gate.limits.poll
  if (rate === null) return null
  return takePoint(gate, trail, 'poll_limited', {
    scope: 'poll',
    key: call.received.operation,
    rate,
  })
}

async function countCall(
  gate: GateContext,
  trail: Trail,
  call: ResolvedCall,
): Promise<Ended | null> {
  const { caller } = call.received
  const { tool } = call.target
  const rate = tool.limit ?? gate.limits.tool
  if (rate === null) return null
  const key = JSON.stringify([caller.tenant, caller.user, caller.agent, tool.name])
  return takePoint(gate, trail, 'rate_limited', { scope: 'tool', key, rate })
}

/** Takes one count; null when there was room. */
export async function takePoint(
  gate: GateContext,
  trail: Trail,
  reason: ErrorCode,
  point: Pick<LimitPoint, 'scope' | 'key' | 'rate'>,
): Promise<Ended | null> {
  const answer = await within(gate, trail, 'limiter_unavailable', () =>
    gate.limiter.take({ ...point, effect: trail.effect, at: gate.clock.now() }),
  )
  if (answer instanceof Ended) return answer
  return answer.kind === 'ok' ? null : endLimited(trail.stage, reason, answer.retryAfterMs)
}

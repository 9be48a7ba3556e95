import type { CallRequest } from './call.ts'
import type { Caller } from './caller.ts'
import type { Interruption } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { Placement } from './placement.ts'
import type { Stage } from './stage.ts'
import type { Effect } from './tool.ts'

/**
 * What is known of one call so far, for its record and its whereabouts. Stages write here what they learn; nothing is
 * ever decided by it.
 */
export class Trail {
  readonly placement: Placement
  readonly receivedAt: number
  readonly signal: AbortSignal | null
  readonly deadlineAt: number
  stage: Stage = 'receive'
  tool = ''
  caller: Caller | null = null
  operation: string | null = null
  effect: Effect | null = null
  contract: string | null = null
  salt: string | null = null
  text: string | null = null
  rule: string | null = null
  approval: string | null = null
  approver: string | null = null
  /** The attempt that this leg holds in the ledger. */
  attempt: number | null = null
  /** Whether the tool was called: from here on nobody may say that nothing happened. */
  dispatched = false

  constructor(
    placement: Placement,
    receivedAt: number,
    signal: AbortSignal | null,
    deadlineAt: number,
  ) {
    this.placement = placement
    this.receivedAt = receivedAt
    this.signal = signal
    this.deadlineAt = deadlineAt
  }

  /** Whether the caller has gone or the time is over. */
  interruption(now: number): Interruption | null {
    if (this.signal?.aborted === true) return 'cancelled'
    return now >= this.deadlineAt ? 'timed_out' : null
  }
}

/** Starts the trail of a request. */
export function openTrail(
  gate: GateContext,
  { placement, signal, deadlineAt }: CallRequest,
): Trail {
  const until = deadlineAt ?? Number.MAX_SAFE_INTEGER
  return new Trail(placement, gate.clock.now(), signal ?? null, until)
}

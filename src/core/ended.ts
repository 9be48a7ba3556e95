import type { ErrorCode } from '../errors.ts'
import type { Ending, Executed, Issue } from './outcome.ts'
import type { Stage } from './stage.ts'

/** That a call ends here: what a stage returns instead of the value that the next stage needs. */
export class Ended {
  readonly stage: Stage
  readonly ending: Ending
  /** True when the ending is the stored one of an earlier leg. */
  readonly replayed: boolean

  constructor(stage: Stage, ending: Ending, replayed = false) {
    this.stage = stage
    this.ending = ending
    this.replayed = replayed
  }
}

/** Ends a call as `invalid`. */
export function endInvalid(stage: Stage, reason: ErrorCode, issues: readonly Issue[] = []): Ended {
  return new Ended(stage, { kind: 'invalid', executed: 'no', reason, issues })
}

/** Ends a call as `limited`. */
export function endLimited(stage: Stage, reason: ErrorCode, retryAfterMs: number): Ended {
  return new Ended(stage, {
    kind: 'limited',
    executed: 'no',
    reason,
    retryAfterMs: Math.ceil(retryAfterMs),
  })
}

/** Ends a call as `unavailable`: something that must answer did not, so nothing runs. */
export function endUnavailable(stage: Stage, reason: ErrorCode): Ended {
  return new Ended(stage, { kind: 'unavailable', executed: 'no', reason })
}

/** Ends a call that was interrupted. */
export function endInterrupted(
  stage: Stage,
  kind: Interruption,
  executed: Exclude<Executed, 'yes'>,
): Ended {
  const reason = kind === 'cancelled' ? 'call_cancelled' : 'deadline_passed'
  return new Ended(stage, { kind, executed, reason })
}

/** Why a call stops before its time. */
export type Interruption = 'cancelled' | 'timed_out'

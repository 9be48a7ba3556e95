import type { ErrorCode } from '../errors.ts'
import { ToolnotaryError } from '../errors.ts'
import { type Ended, endInterrupted, endUnavailable, type Interruption } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { Trail } from './trail.ts'

/**
 * Asks a port before anything runs. Its fault, its silence, a gone caller and a passed deadline each end the call with
 * nothing executed.
 */
export async function within<T>(
  gate: GateContext,
  trail: Trail,
  reason: ErrorCode,
  run: () => T | Promise<T>,
): Promise<T | Ended> {
  const interruption = trail.interruption(gate.clock.now())
  if (interruption !== null) return endInterrupted(trail.stage, interruption, 'no')
  try {
    const answer = run()
    if (!isThenable(answer)) return answer
    const met = await raceTime(gate, trail, Promise.resolve(answer), gate.portTimeoutMs)
    if (met.kind === 'settled') return met.value
    if (met.kind !== 'overdue') return endInterrupted(trail.stage, met.kind, 'no')
    return endFault(gate, trail, reason, new Error('the port took too long'))
  } catch (cause) {
    return endFault(gate, trail, reason, cause)
  }
}

/** Whether a value has to be waited for; query builders are thenables and no promises. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

/** Ends a call because a port failed, and tells the operator why. */
export function endFault(
  gate: GateContext,
  trail: Trail,
  reason: ErrorCode,
  cause: unknown,
): Ended {
  gate.alarm({ kind: 'port_failed', tool: trail.tool, operation: trail.operation, cause })
  const precise = cause instanceof ToolnotaryError && cause.code.startsWith('ledger_')
  return endUnavailable(trail.stage, precise ? cause.code : reason)
}

/** What came first: the value, the caller's leaving, the call's deadline, or the given time. */
export type Met<T> =
  | { readonly kind: 'settled'; readonly value: T }
  | { readonly kind: Interruption | 'overdue' }

/** Waits for a promise no longer than the call and the given time allow. Rejects only as the promise does. */
export function raceTime<T>(
  gate: GateContext,
  trail: Trail,
  promise: Promise<T>,
  ms: number,
): Promise<Met<T>> {
  const left = trail.deadlineAt - gate.clock.now()
  const late: Interruption | 'overdue' = left < ms ? 'timed_out' : 'overdue'
  return new Promise((resolve, reject) => {
    const onAbort = (): void => finish(() => resolve({ kind: 'cancelled' }))
    const stop = gate.clock.after(Math.min(left, ms), () => finish(() => resolve({ kind: late })))
    const finish = (settle: () => void): void => {
      stop()
      trail.signal?.removeEventListener('abort', onAbort)
      settle()
    }
    trail.signal?.addEventListener('abort', onAbort, { once: true })
    // A signal that has aborted already fires no event.
    if (trail.signal?.aborted === true) onAbort()
    promise.then(
      (value) => finish(() => resolve({ kind: 'settled', value })),
      (error: Error) => finish(() => reject(error)),
    )
  })
}

/** Waits for a port after the tool has run, when nothing may interrupt any more but its own silence. */
export function inTime<T>(gate: GateContext, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = gate.clock.after(gate.portTimeoutMs, () =>
      reject(new Error('the port took too long')),
    )
    promise.then(
      (value) => {
        stop()
        resolve(value)
      },
      (error: Error) => {
        stop()
        reject(error)
      },
    )
  })
}

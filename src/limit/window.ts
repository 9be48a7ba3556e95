import type { LimitAnswer, LimitPoint } from '../core/limiter.ts'

const OK: LimitAnswer = Object.freeze({ kind: 'ok' })

/**
 * What a window says after one more attempt was counted in it. Windows are fixed: one opens with the first attempt and
 * lasts for the time of the rate, so that at most twice the rate falls into any time of that length.
 */
export function answerOf(count: number, calls: number, leftMs: number): LimitAnswer {
  // A clock of a store may round to nothing, and "try again at once" would be wrong.
  return count <= calls ? OK : { kind: 'limited', retryAfterMs: Math.max(1, Math.ceil(leftMs)) }
}

/** The name of the window that a point counts in: of other scopes, rates and keys, other windows. */
export function windowName({ scope, rate, key }: LimitPoint): string {
  // Only the last part can hold a space.
  return `${scope} ${rate.calls} ${rate.perMs} ${key}`
}

import type { Limiter, LimitPoint } from '../core/limiter.ts'
import type { Alarm } from '../core/ports.ts'
import { createMemoryLimiter } from './memory.ts'
import { divideRate, readPositive } from './shared-rate.ts'

/** What {@link withReadFallback} takes. */
export interface ReadFallbackOptions {
  /** By what every rate is divided while the store is gone. Defaults to 10. */
  readonly stricterBy?: number
  /** How many processes count for themselves then. Defaults to 1. */
  readonly processes?: number
  /** Told once when the store goes, and again when it goes after it had come back. */
  readonly alarm?: (alarm: Alarm) => void
}

/**
 * Lets reads go on under a stricter limit of this process while the store of a limiter is gone; all else fails as it
 * would without. The attempt of a caller is counted before its tool is known, so that it goes on too: that opens nothing,
 * because the limit of the tool comes after it and fails for everything but reads.
 */
export function withReadFallback(limiter: Limiter, options: ReadFallbackOptions = {}): Limiter {
  const stricterBy = readPositive('stricterBy', options.stricterBy ?? 10)
  const own = createMemoryLimiter({ processes: options.processes ?? 1 })
  let gone = false
  return Object.freeze({
    take: async (point) => {
      try {
        const answer = await limiter.take(point)
        gone = false
        return answer
      } catch (cause) {
        if (!mayGoOn(point)) throw cause
        if (!gone) options.alarm?.({ kind: 'limit_fallback', tool: '', operation: null, cause })
        gone = true
        return own.take({ ...point, rate: divideRate(point.rate, stricterBy) })
      }
    },
  } satisfies Limiter)
}

function mayGoOn({ effect, scope }: LimitPoint): boolean {
  return effect === 'read' || (effect === null && scope === 'caller')
}

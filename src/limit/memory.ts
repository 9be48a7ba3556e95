import type { Limiter } from '../core/limiter.ts'
import { OpenWindows } from './open-windows.ts'
import { divideRate, readPositive } from './shared-rate.ts'
import { answerOf, windowName } from './window.ts'

/** What {@link createMemoryLimiter} takes. */
export interface MemoryLimiterOptions {
  /** How many processes count for themselves: each gets its part of every rate, at least one call. Defaults to 1. */
  readonly processes?: number
}

/** Counts in the memory of this process, at once, by the time that each point brings. */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): Limiter {
  const processes = readPositive('processes', options.processes ?? 1)
  const byDuration = new Map<number, OpenWindows>()
  return Object.freeze({
    take: (point) => {
      const { calls, perMs } = divideRate(point.rate, processes)
      const windows = byDuration.get(perMs) ?? new OpenWindows(perMs)
      byDuration.set(perMs, windows)
      const window = windows.at(windowName(point), point.at)
      window.count += 1
      return answerOf(window.count, calls, window.endsAt - point.at)
    },
  } satisfies Limiter)
}

import { hash } from 'node:crypto'
import type { Limiter, LimitPoint } from '../core/limiter.ts'
import { ToolnotaryError } from '../errors.ts'
import { readPositive } from './shared-rate.ts'
import { answerOf, windowName } from './window.ts'

/** What a store found in a window after it had counted one more attempt. */
export interface Counted {
  readonly count: number
  readonly leftMs: number
}

/** What every limiter on a shared store takes. */
export interface StoreLimiterOptions {
  /** How long the store may take to answer. Defaults to 1,000. */
  readonly timeoutMs?: number
}

/**
 * Counts in a store that others share. Throws `limiter_unavailable` when the store fails, is silent for too long or
 * answers nonsense. An attempt that a silent store counts later only makes the limit stricter.
 */
export function createStoreLimiter(
  options: StoreLimiterOptions,
  count: (key: string, point: LimitPoint) => Promise<Counted>,
): Limiter {
  const timeoutMs = readPositive('timeoutMs', options.timeoutMs ?? 1_000)
  return Object.freeze({
    take: async (point) => {
      try {
        const counted = await inTime(count(windowKey(point), point), timeoutMs)
        return answerOf(counted.count, point.rate.calls, counted.leftMs)
      } catch (cause) {
        throw new ToolnotaryError('limiter_unavailable', {}, { cause })
      }
    },
  } satisfies Limiter)
}

/** Short whatever the names are, and without the names of people. */
export function windowKey(point: LimitPoint): string {
  return hash('sha256', windowName(point), 'base64url')
}

/** Reads what a store answered. Throws for anything but two numbers. */
export function readCounted(count: unknown, leftMs: unknown): Counted {
  const counted = { count: Number(count), leftMs: Number(leftMs) }
  // NaN would compare as "not above the rate".
  if (!Number.isFinite(counted.count) || counted.count < 1) throw new TypeError('not a count')
  if (!Number.isFinite(counted.leftMs)) throw new TypeError('not a time')
  return counted
}

async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the store is silent')), timeoutMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

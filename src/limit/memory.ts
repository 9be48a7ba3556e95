import type { LimitAnswer, Limiter, LimitPoint } from '../core/limiter.ts'

interface Window {
  count: number
  readonly endsAt: number
}

const OK: LimitAnswer = Object.freeze({ kind: 'ok' })

/**
 * Counts in the memory of this process, at once and by the time that each point brings. A window opens with the first
 * call and lasts for the rate's time. Every process counts
 * for itself.
 */
export function createMemoryLimiter(): Limiter {
  const byDuration = new Map<number, Map<string, Window>>()
  return Object.freeze({
    take: ({ scope, key, rate, at }: LimitPoint) => {
      const windows = windowsOf(byDuration, rate.perMs)
      // No part but the last can hold a space, so that different points never share a window.
      const name = `${scope} ${rate.calls} ${key}`
      const open = windows.get(name)
      if (open !== undefined && at < open.endsAt) {
        if (open.count >= rate.calls) return { kind: 'limited', retryAfterMs: open.endsAt - at }
        open.count += 1
        return OK
      }
      windows.delete(name)
      dropEnded(windows, at)
      windows.set(name, { count: 1, endsAt: at + rate.perMs })
      return OK
    },
  } satisfies Limiter)
}

function windowsOf(
  byDuration: Map<number, Map<string, Window>>,
  perMs: number,
): Map<string, Window> {
  let windows = byDuration.get(perMs)
  if (windows === undefined) {
    windows = new Map()
    byDuration.set(perMs, windows)
  }
  return windows
}

/** Windows of one length end in the order in which they were opened: what has ended stands in front. */
function dropEnded(windows: Map<string, Window>, at: number): void {
  for (const [name, { endsAt }] of windows) {
    if (at < endsAt) return
    windows.delete(name)
  }
}

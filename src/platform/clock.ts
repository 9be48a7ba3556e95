import type { Clock } from '../core/ports.ts'

const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** The clock of this machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  after: (ms: number, run: () => void, background = false) => {
    // A longer delay would overflow and fire at once.
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), MAX_TIMEOUT_MS))
    if (background) timer.unref()
    return () => clearTimeout(timer)
  },
})

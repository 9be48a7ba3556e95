import type { Limiter } from '../core/limiter.ts'
import { divideRate, readPositive } from './shared-rate.ts'
import { answerOf, windowName } from './window.ts'

interface Window {
  count: number
  readonly endsAt: number
}

/** What {@link createMemoryLimiter} takes. */
export interface MemoryLimiterOptions {
  /** How many processes count for themselves: each gets its part of every rate, at least one call. Defaults to 1. */
  readonly processes?: number
}

/** Counts in the memory of this process, at once, by the time that each point brings. */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): Limiter {
  const processes = readPositive('processes', options.processes ?? 1)
  const byDuration = new Map<number, Map<string, Window>>()
  return Object.freeze({
    take: (point) => {
      const { calls, perMs } = divideRate(point.rate, processes)
      const windows = windowsOf(byDuration, perMs)
      const window = openWindow(windows, windowName(point), point.at, perMs)
      window.count += 1
      return answerOf(window.count, calls, window.endsAt - point.at)
    },
  } satisfies Limiter)
}

function windowsOf(
  byDuration: Map<number, Map<string, Window>>,
  perMs: number,
): Map<string, Window> {
  const windows = byDuration.get(perMs) ?? new Map<string, Window>()
  byDuration.set(perMs, windows)
  return windows
}

function openWindow(windows: Map<string, Window>, name: string, at: number, perMs: number): Window {
  const open = windows.get(name)
  if (open !== undefined && at < open.endsAt) return open
  const window = { count: 0, endsAt: at + perMs }
  dropEnded(windows, at)
  windows.set(name, window)
  return window
}

/** Windows of one length end in the order in which they were opened, so that those that ended stand in front. */
function dropEnded(windows: Map<string, Window>, at: number): void {
  for (const [name, { endsAt }] of windows) {
    if (at < endsAt) return
    windows.delete(name)
  }
}

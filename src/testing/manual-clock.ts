import type { Clock } from '../core/ports.ts'

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  /** Moves the time on and runs what is due, in order of time. */
  advance(ms: number): void
}

interface Alarm {
  readonly at: number
  readonly run: () => void
}

/** Makes a clock that stands still at `startAt` (epoch ms). */
export function createManualClock(startAt = Date.UTC(2026, 0, 1)): ManualClock {
  let now = startAt
  const alarms = new Set<Alarm>()
  const nextDue = (until: number): Alarm | undefined =>
    [...alarms].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
  return {
    now: () => now,
    after: (ms, run) => {
      const alarm = { at: now + Math.max(ms, 0), run }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    advance: (ms) => {
      const until = now + ms
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        alarms.delete(due)
        now = due.at
        due.run()
      }
      now = until
    },
  }
}

import type { NotEnforced, StrictObstacle, StrictWhy } from './result.ts'

/** Collects what a conversion finds out; each finding once. */
export interface Findings {
  refuse(path: string, keyword: string, why: StrictWhy): void
  leave(path: string, keyword: string): void
  close(path: string): void
  /** How many obstacles there are. */
  readonly count: () => number
  readonly obstacles: () => readonly StrictObstacle[]
  readonly notEnforced: () => readonly NotEnforced[]
  readonly closed: () => readonly string[]
}

/** Builds an empty collection, in which order is the order of finding. */
export function createFindings(): Findings {
  const obstacles = new Map<string, StrictObstacle>()
  const left = new Map<string, NotEnforced>()
  const closed = new Set<string>()
  return {
    refuse(path, keyword, why) {
      obstacles.set(JSON.stringify([path, keyword, why]), { path, keyword, why })
    },
    leave(path, keyword) {
      left.set(JSON.stringify([path, keyword]), { path, keyword })
    },
    close(path) {
      closed.add(path)
    },
    count: () => obstacles.size,
    obstacles: () => [...obstacles.values()],
    notEnforced: () => [...left.values()],
    closed: () => [...closed],
  }
}

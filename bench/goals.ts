import type { Measured } from './measure.ts'

/** A bound that the project has set itself, and where one run stands. */
export interface Goal {
  readonly goal: string
  readonly unit: 'times' | 'µs'
  readonly bound: 'at most' | 'at least'
  readonly limit: number
  readonly measured: number
  readonly met: boolean
}

/** Finds one row of a run. */
export type Find = (name: string, concurrency?: number) => Measured

/** Holds a run against the goals. Both sides of each ratio are of the same run. */
export function judgeGoals(find: Find): readonly Goal[] {
  const floor = find('parse and stringify').cpuUs
  const read = find('governed read, memory audit').cpuUs
  const zod = find('governed read, memory audit, zod').cpuUs
  const rows = (concurrency: number): number =>
    find('audit row, autocommit', concurrency).wallUs /
    find('audit row, group commit', concurrency).wallUs
  return [
    atMost('governed read over parse and stringify, CPU', 'µs', 30, read - floor),
    atMost(
      'governed read to one MCP SDK call, CPU',
      'times',
      1,
      read / find('MCP SDK in memory').cpuUs,
    ),
    atMost(
      'the same with zod schemas, CPU',
      'times',
      1,
      zod / find('MCP SDK in memory, zod').cpuUs,
    ),
    atLeast('durable rows/s to autocommit, 32 at once', 4, rows(32)),
    atLeast('durable rows/s to autocommit, 256 at once', 7, rows(256)),
  ]
}

function atMost(goal: string, unit: Goal['unit'], limit: number, measured: number): Goal {
  return { goal, unit, bound: 'at most', limit, measured, met: measured <= limit }
}

function atLeast(goal: string, limit: number, measured: number): Goal {
  return { goal, unit: 'times', bound: 'at least', limit, measured, met: measured >= limit }
}

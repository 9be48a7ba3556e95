import type { Find, Goal } from './goals.ts'
import type { Measured } from './measure.ts'

/** What `--json` prints. */
export interface Report {
  readonly node: string
  readonly rounds: number
  readonly calls: readonly Measured[]
  readonly stages: readonly Measured[]
  readonly json: readonly Measured[]
  readonly durable: readonly Measured[]
  readonly goals: readonly Goal[]
}

/** Writes a report as the tables that a person reads; the goals come last. */
export function formatReport(report: Report, find: Find): string {
  const { calls, stages, json, durable, goals } = report
  return [
    `Node ${report.node}; CPU in µs for one call, medians of ${report.rounds} interleaved rounds.`,
    table('Whole calls', calls, 'of the SDK', ({ cpuUs }) =>
      times(cpuUs / find('MCP SDK in memory').cpuUs),
    ),
    table('One governed read, stage by stage', stages, 'of the read', ({ cpuUs }) =>
      percent(cpuUs / find('governed read, memory audit').cpuUs),
    ),
    `  ${restOf(stages, find)}`,
    table('JSON of one request', json, '', () => ''),
    table('Durable rows', durable, 'wall', (row) => asFloor(row, find)),
    ['Goals', ...goals.map(formatGoal)].join('\n'),
  ].join('\n\n')
}

function table(
  title: string,
  rows: readonly Measured[],
  column: string,
  cell: (row: Measured) => string,
): string {
  const lines = rows.map((row) => {
    const name = row.concurrency === 1 ? row.name : `${row.name}, ${row.concurrency} at once`
    return `  ${name.padEnd(52)}${row.cpuUs.toFixed(2).padStart(9)}   ${cell(row)}`.trimEnd()
  })
  return [`  ${title.padEnd(52)}${'CPU µs'.padStart(9)}   ${column}`.trimEnd(), ...lines].join('\n')
}

/** What the stages do not explain: promises, timers, and the caches that a whole call needs. */
function restOf(stages: readonly Measured[], find: Find): string {
  const whole = find('governed read, memory audit').cpuUs - find('parse and stringify').cpuUs
  const known = stages.reduce((sum, { cpuUs }) => sum + cpuUs, 0)
  return `The way between the stages: ${(whole - known).toFixed(2)} µs.`
}

/** A durable figure means nothing without the disk of its run: wall time as a part that waits for it and the CPU. */
function asFloor({ name, cpuUs, wallUs }: Measured, find: Find): string {
  const floor = find('fdatasync of 512 B').wallUs
  const rows = `${wallUs.toFixed(1)} µs (${Math.round(1e6 / wallUs)}/s)`
  if (name === 'fdatasync of 512 B') return rows
  return `${rows} = ${(Math.max(0, wallUs - cpuUs) / floor).toFixed(3)} × fdatasync + CPU`
}

function formatGoal({ goal, unit, bound, limit, measured, met }: Goal): string {
  const figure = unit === 'times' ? times(measured) : `${measured.toFixed(1)} µs`
  const wanted = unit === 'times' ? `${limit}×` : `${limit} µs`
  return `  ${met ? 'met   ' : 'missed'}  ${goal}: ${figure} (${bound} ${wanted})`
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}

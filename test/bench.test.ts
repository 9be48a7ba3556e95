import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const BENCH = fileURLToPath(new URL('../bench/main.ts', import.meta.url))
const SECONDS_60 = 60_000

interface Row {
  readonly name: string
  readonly concurrency: number
  readonly cpuUs: number
  readonly wallUs: number
}

describe('the benchmark', () => {
  it(
    'runs every case once and says where each goal stands',
    async () => {
      const args = [BENCH, '--json', '--rounds', '1', '--slice', '1']
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const report = JSON.parse(stdout) as Readonly<Record<string, readonly Row[]>>
      expect(Object.keys(report)).toEqual([
        'node',
        'rounds',
        'calls',
        'stages',
        'json',
        'durable',
        'goals',
      ])
      const rows = ['calls', 'stages', 'json', 'durable'].flatMap((group) => report[group] ?? [])
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['parse and stringify', 'MCP SDK in memory', 'plainJson']),
      )
      for (const { cpuUs, wallUs } of rows) {
        expect(cpuUs).toBeGreaterThanOrEqual(0)
        expect(wallUs).toBeGreaterThan(0)
      }
      expect(report['goals']).toHaveLength(5)
      for (const goal of report['goals'] ?? []) {
        expect(goal).toEqual({
          goal: expect.any(String),
          unit: expect.stringMatching(/^(times|µs)$/),
          bound: expect.stringMatching(/^at (most|least)$/),
          limit: expect.any(Number),
          measured: expect.any(Number),
          met: expect.any(Boolean),
        })
      }
    },
    SECONDS_60,
  )
})

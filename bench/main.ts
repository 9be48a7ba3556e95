import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDurable } from './durable.ts'
import { type Find, judgeGoals } from './goals.ts'
import { openGoverned } from './governed.ts'
import { type Case, type Measured, measure } from './measure.ts'
import { formatReport, type Report } from './report.ts'
import { openSdkCalls } from './sdk-call.ts'
import { jsonCases, stageCases } from './stages.ts'
import { parseRequest, replyText, SUBJECT } from './subject.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    /** CPU in ms of each case in each round; the warm-up takes ten times that. */
    slice: { type: 'string', default: '30' },
  },
})
const rounds = readCount(values.rounds)
const sliceMs = readCount(values.slice)

const folder = mkdtempSync(join(tmpdir(), 'toolnotary-bench-'))
try {
  const { report, find } = await runBench()
  const text = values.json ? JSON.stringify(report, null, 2) : formatReport(report, find)
  process.stdout.write(`${text}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

async function runBench(): Promise<{ readonly report: Report; readonly find: Find }> {
  const sdk = await openSdkCalls()
  const governed = openGoverned(folder)
  const durable = openDurable(folder)
  const groups = {
    calls: [...plainCases(), ...sdk.cases, ...governed.cases],
    stages: stageCases(),
    json: jsonCases(),
    durable: durable.cases,
  }
  const all = Object.values(groups).flat()
  const measured = await measure(all, { rounds, sliceMs, warmMs: 10 * sliceMs })
  await Promise.all([sdk.close(), governed.close(), durable.close()])
  const find = findIn(measured)
  const rowsOf = (cases: readonly Case[]): readonly Measured[] =>
    cases.map(({ name, concurrency }) => find(name, concurrency))
  const report = {
    node: process.versions.node,
    rounds,
    calls: rowsOf(groups.calls),
    stages: rowsOf(groups.stages),
    json: rowsOf(groups.json),
    durable: rowsOf(groups.durable),
    goals: judgeGoals(find),
  }
  return { report, find }
}

function plainCases(): readonly Case[] {
  return [
    { name: 'bare handler', call: SUBJECT.execute },
    {
      name: 'parse and stringify',
      call: async () => replyText(parseRequest().id, await SUBJECT.execute()),
    },
  ]
}

function findIn(measured: readonly Measured[]): Find {
  return (name, concurrency = 1) => {
    const found = measured.find((row) => row.name === name && row.concurrency === concurrency)
    if (found === undefined) throw new Error(`the run has no row ${name}`)
    return found
  }
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('give a whole number above 0')
  return count
}

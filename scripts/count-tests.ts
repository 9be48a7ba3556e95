import { read } from './source.ts'
import { verdictOf } from './test-report.ts'

const { summary, problems } = verdictOf(
  JSON.parse(read('reports/vitest.json')),
  process.env['CI'] === 'true',
)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${summary}\n`)
process.exitCode = problems.length === 0 ? 0 : 1

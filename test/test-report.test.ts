import { expect, it } from 'vitest'
import { type TestReport, verdictOf } from '../scripts/test-report.ts'

const file = (name: string, ...statuses: readonly string[]): TestReport['testResults'][number] => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, at) => ({ fullName: `${name} ${at}`, status })),
})
const good = file('a.test.ts', 'passed', 'passed')
const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
const service = file('c.service.test.ts', 'skipped')

it.each([
  { results: [good], ci: true, summary: '2 passed, 0 failed', problems: 0 },
  {
    results: [good, file('d.test.ts', 'failed')],
    ci: false,
    summary: '2 passed, 1 failed',
    problems: 1,
  },
  { results: [good, broken], ci: false, summary: '2 passed, 1 failed', problems: 1 },
  { results: [], ci: false, summary: '0 passed, 0 failed', problems: 1 },
  {
    results: [file('e.test.ts', 'todo')],
    ci: false,
    summary: '0 passed, 0 failed, 1 skipped',
    problems: 1,
  },
  { results: [good, service], ci: false, summary: '2 passed, 0 failed, 1 skipped', problems: 0 },
  { results: [good, service], ci: true, summary: '2 passed, 0 failed, 1 skipped', problems: 1 },
  {
    results: [good, file('f.test.ts', 'skipped')],
    ci: true,
    summary: '2 passed, 0 failed, 1 skipped',
    problems: 0,
  },
])(
  'says "$summary" with $problems problems (build server: $ci)',
  ({ results, ci, ...expected }) => {
    const { summary, problems } = verdictOf({ testResults: results }, ci)
    expect({ summary, problems: problems.length }).toEqual(expected)
  },
)

import { expect, it } from 'vitest'
import { readSources } from '../scripts/source.ts'
import { architectureViolations, importsOf } from './architecture.ts'

const sources = readSources('{src,test,examples,bench,scripts}/**/*.{ts,mjs}')

it('sees the imports of the project', () => {
  expect(importsOf(sources).length).toBeGreaterThan(0)
})

it('keeps every rule of the design', () => {
  expect(architectureViolations(sources)).toEqual([])
})

it.each([
  { rule: 'direction', seed: { 'src/core/a.ts': "import type { A } from '../store/memory/a.ts'" } },
  { rule: 'direction', seed: { 'src/policy/a.ts': "import '../limit/a.ts'" } },
  { rule: 'direction', seed: { 'src/json/a.ts': "export { a } from '../core/a.ts'" } },
  { rule: 'direction', seed: { 'src/json/a.ts': "export type A = import('../core/a.ts').A" } },
  { rule: 'direction', seed: { 'src/audit/a.ts': "await import('../gate.ts')" } },
  { rule: 'direction', seed: { 'src/gate.ts': "import '../test/a.ts'" } },
  { rule: 'direction', seed: { 'src/gate.ts': "import './testing/clock.ts'" } },
  { rule: 'direction', seed: { 'src/store/sqlite/a.ts': "import '../memory/a.ts'" } },
  { rule: 'direction', seed: { 'src/approval/a.ts': "import '../platform/hasher.ts'" } },
  { rule: 'no rule', seed: { 'src/extras/a.ts': '' } },
  { rule: 'no rule', seed: { 'src/store/a.ts': '' } },
  {
    rule: 'cycle',
    seed: {
      'src/core/a.ts': "import './b.ts'",
      'src/core/b.ts': "import type { A } from './a.ts'",
    },
  },
  { rule: 'cycle', seed: { 'src/core/a.ts': "import './a.ts'" } },
  { rule: 'purity', seed: { 'src/core/a.ts': "import 'node:fs'" } },
  { rule: 'purity', seed: { 'src/text/a.ts': "import * as z from 'zod'" } },
  { rule: 'process', seed: { 'src/config/a.ts': 'export const home = process.env.HOME' } },
  { rule: 'process', seed: { 'src/cli/run.ts': "import { env } from 'node:process'" } },
  { rule: 'process', seed: { 'src/cli/run.ts': 'globalThis[process]' } },
  { rule: 'length', seed: { 'src/core/a.ts': '\n'.repeat(401) } },
  { rule: 'length', seed: { 'test/a.test.ts': '\n'.repeat(401) } },
  { rule: 'name', seed: { 'src/core/types.ts': '' } },
  { rule: 'name', seed: { 'test/helpers/a.ts': '' } },
])('finds a seeded fault: $rule in $seed', ({ rule, seed }) => {
  const found = architectureViolations(new Map(Object.entries(seed)))
  expect(found.map((violation) => violation.rule)).toEqual([rule])
})

it.each([
  { seed: { 'src/cli/main.ts': "import { run } from './run.ts'\nrun(process.argv)" } },
  { seed: { 'src/platform/clock.ts': 'process.hrtime()' } },
  { seed: { 'src/core/a.ts': '// in process\nconst a = b.process' } },
  { seed: { 'src/core/a.ts': '\n'.repeat(400) } },
  { seed: { 'src/core/a.test.ts': "import '../testing/clock.ts'\nimport 'vitest'" } },
  { seed: { 'src/core/a.ts': "import '../json/a.ts'", 'src/json/a.ts': "import '../errors.ts'" } },
])('permits what the design permits: $seed', ({ seed }) => {
  expect(architectureViolations(new Map(Object.entries(seed)))).toEqual([])
})

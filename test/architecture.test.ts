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

const check = (
  [file, text]: readonly [string, string],
  partner: readonly (readonly [string, string])[],
) => architectureViolations(new Map([[file, text], ...partner])).map(({ rule }) => rule)

it.each([
  {
    rule: 'direction',
    file: 'src/core/a.ts',
    text: "import type { A } from '../store/memory/a.ts'",
  },
  { rule: 'direction', file: 'src/policy/a.ts', text: "import '../limit/a.ts'" },
  { rule: 'direction', file: 'src/json/a.ts', text: "export { a } from '../core/a.ts'" },
  { rule: 'direction', file: 'src/json/a.ts', text: "export type A = import('../core/a.ts').A" },
  { rule: 'direction', file: 'src/audit/a.ts', text: "await import('../gate.ts')" },
  { rule: 'direction', file: 'src/gate.ts', text: "import '../test/a.ts'" },
  { rule: 'direction', file: 'src/gate.ts', text: "import './testing/clock.ts'" },
  { rule: 'direction', file: 'src/store/sqlite/a.ts', text: "import '../memory/a.ts'" },
  { rule: 'direction', file: 'src/policy/a.ts', text: "import '../platform/hasher.ts'" },
  { rule: 'no rule', file: 'src/extras/a.ts', text: '' },
  { rule: 'no rule', file: 'src/store/a.ts', text: '' },
  { rule: 'cycle', file: 'src/core/a.ts', text: "import './b.ts'" },
  { rule: 'cycle', file: 'src/core/a.ts', text: "import './a.ts'" },
  { rule: 'purity', file: 'src/core/a.ts', text: "import 'node:fs'" },
  { rule: 'purity', file: 'src/text/a.ts', text: "import * as z from 'zod'" },
  { rule: 'process', file: 'src/config/a.ts', text: 'export const home = process.env.HOME' },
  { rule: 'process', file: 'src/cli/run.ts', text: "import { env } from 'node:process'" },
  { rule: 'process', file: 'src/cli/run.ts', text: 'globalThis.process.env' },
  { rule: 'process', file: 'src/cli/run.ts', text: 'map[process]' },
  { rule: 'length', file: 'src/core/a.ts', text: '\n'.repeat(401) },
  { rule: 'length', file: 'test/a.test.ts', text: '\n'.repeat(401) },
  { rule: 'name', file: 'src/core/types.ts', text: '' },
  { rule: 'name', file: 'test/helpers/a.ts', text: '' },
])('finds a seeded fault: $rule in $file: $text', ({ rule, file, text }) => {
  const partner = [['src/core/b.ts', "import type { A } from './a.ts'"]] as const
  expect(check([file, text], partner)).toEqual([rule])
})

it.each([
  { file: 'src/cli/main.ts', text: "import { run } from './run.ts'\nrun(process.argv)" },
  { file: 'src/platform/clock.ts', text: 'process.hrtime()' },
  { file: 'src/core/a.ts', text: '// in process\nconst a = b.process' },
  { file: 'src/core/a.ts', text: '\n'.repeat(400) },
  { file: 'src/core/a.test.ts', text: "import '../testing/clock.ts'\nimport 'vitest'" },
  { file: 'src/core/a.ts', text: "import '../json/a.ts'\nimport '../errors.ts'" },
  { file: 'src/core/types-of-call.ts', text: '' },
])('permits what the design permits: $file: $text', ({ file, text }) => {
  expect(check([file, text], [])).toEqual([])
})

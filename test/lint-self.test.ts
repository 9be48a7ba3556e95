import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { read, root } from '../scripts/source.ts'

/** One known-bad file for each rule that we rely on. */
const BIOME_FAULTS = [
  { rule: 'noDefaultExport', file: 'default-export.ts', text: 'export default 1\n' },
  { rule: 'noExplicitAny', file: 'explicit-any.ts', text: 'export const a: any = 1\n' },
  { rule: 'noConsole', file: 'console.ts', text: "console.log('a')\n" },
  {
    rule: 'noNonNullAssertion',
    file: 'non-null.ts',
    text: 'export const first = (list: readonly string[]): string => list[0]!\n',
  },
  { rule: 'useFilenamingConvention', file: 'BadName.ts', text: 'export const a = 1\n' },
  { rule: 'noExcessiveLinesPerFile', file: 'long.ts', text: 'export {}\n'.repeat(401) },
  {
    rule: 'noExcessiveCognitiveComplexity',
    file: 'complex.ts',
    text: `export const f = (a: number): number => {\n${'  if (a > 1) a += a && a || a\n'.repeat(13)}  return a\n}\n`,
  },
  {
    rule: 'noDoubleEquals',
    file: 'recommended.ts',
    text: 'export const f = (a: string, b: string): boolean => a == b\n',
  },
  { rule: 'format', file: 'quotes.ts', text: 'export const a = "b";\n' },
]

const LATER = 'const later = async (): Promise<void> => {}\n'
const OXLINT_FAULTS = [
  { rule: 'no-floating-promises', file: 'floating.ts', text: `${LATER}later()\n` },
  {
    rule: 'no-misused-promises',
    file: 'misused.ts',
    text: `${LATER}if (later()) throw new Error()\n`,
  },
  { rule: 'await-thenable', file: 'thenable.ts', text: 'await 1\n' },
  {
    rule: 'return-await',
    file: 'return-await.ts',
    text: `${LATER}export async function f(): Promise<void> {\n  try {\n    return later()\n  } catch {}\n}\n`,
  },
  {
    rule: 'switch-exhaustiveness-check',
    file: 'switch.ts',
    text: "export function f(kind: 'a' | 'b'): void {\n  switch (kind) {\n    case 'a':\n  }\n}\n",
  },
  { rule: 'only-throw-error', file: 'throw.ts', text: "throw 'text'\n" },
  {
    rule: 'prefer-promise-reject-errors',
    file: 'reject.ts',
    text: "export const p: Promise<never> = Promise.reject('text')\n",
  },
  {
    rule: 'explicit-module-boundary-types',
    file: 'boundary.ts',
    text: 'export const f = () => 1\n',
  },
  {
    rule: 'no-cycle',
    file: 'cycle-a.ts',
    text: "import { b } from './cycle-b.ts'\nexport const a = (): number => b()\n",
  },
]
const PARTNER = {
  file: 'cycle-b.ts',
  text: "import { a } from './cycle-a.ts'\nexport const b = (): number => a()\n",
}

/** A small project with our configurations, inside the repository so that the tools resolve as they do for us. */
let folder = ''

beforeAll(() => {
  mkdirSync(`${root}reports`, { recursive: true })
  folder = mkdtempSync(`${root}reports/lint-self-`)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const name of ['biome.json', '.oxlintrc.json', 'tsconfig.json']) write(name, read(name))
  write('src/good.ts', "/** A sentence. */\nexport const good = 'good'\n")
  for (const { file, text } of BIOME_FAULTS) write(`src/biome/${file}`, text)
  for (const { file, text } of [...OXLINT_FAULTS, PARTNER]) write(`src/oxlint/${file}`, text)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TOOLS = [
  {
    tool: 'biome',
    command: ['@biomejs/biome/bin/biome', 'check', '--reporter=github'],
    faults: BIOME_FAULTS,
  },
  {
    tool: 'oxlint',
    command: ['oxlint/bin/oxlint', '--type-aware', '--format=github'],
    faults: OXLINT_FAULTS,
  },
]

/** Runs a linter on files by name: oxlint would skip a folder that git ignores. */
function lint([bin = '', ...args]: readonly string[], files: readonly string[]) {
  const command = [`${root}node_modules/${bin}`, ...args, ...files]
  return spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
}

it.each(TOOLS)('$tool accepts a good file', ({ command }) => {
  expect(lint(command, ['src/good.ts']).status).toBe(0)
})

it.each(TOOLS)('$tool fails, and names every fault by its rule', ({ tool, command, faults }) => {
  const { status, stdout } = lint(
    command,
    faults.map(({ file }) => `src/${tool}/${file}`),
  )
  const missed = faults.filter(
    ({ rule, file }) =>
      !stdout.split('\n').some((line) => line.includes(rule) && line.includes(`/${file}`)),
  )
  expect(missed).toEqual([])
  expect(status).toBe(1)
})

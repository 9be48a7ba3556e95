import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { readSources, root } from '../scripts/source.ts'
import { STAGES } from '../src/core/stage.ts'
import { docsExamples } from './docs-examples.ts'

/** Inside the project, so that packages are found, and ignored by git. */
const FOLDER = 'reports/docs-examples'

const toSource = (subpath: string): string => {
  const file = subpath === '' ? 'src/index.ts' : `src/${subpath}.ts`
  return `../../${existsSync(root + file) ? file : `src/${subpath}/index.ts`}`
}

const examples = docsExamples(readSources('README.md', 'docs/**/*.md'), toSource)

/** Shows that the check sees what it checks. */
const SEEDED = { name: 'seeded', text: "export const wrong: number = 'a text'\n" }

const LONG = { timeout: 60_000 }
const run = promisify(execFile)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** What one run of the compiler says about all examples, by file. */
async function typeErrors(): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [tsc, '-p', FOLDER, '--pretty', 'false'], {
    cwd: root,
  }).catch((failed: { readonly stdout: string }) => failed)
  const lines = stdout.split('\n').filter((line) => line.startsWith(`${FOLDER}/`))
  return lines.map((line) => line.slice(FOLDER.length + 1))
}

beforeAll(() => {
  rmSync(join(root, FOLDER), { recursive: true, force: true })
  mkdirSync(join(root, FOLDER), { recursive: true })
  for (const { name, text } of [...examples, SEEDED]) {
    writeFileSync(join(root, FOLDER, `${name}.ts`), text)
  }
  const config = { extends: '../../tsconfig.json', include: ['*.ts'] }
  writeFileSync(join(root, FOLDER, 'tsconfig.json'), JSON.stringify(config))
})

it('has only examples that compile', { timeout: 120_000 }, async () => {
  expect(await typeErrors()).toEqual([expect.stringMatching(/^seeded\.ts\(1,14\): error TS2322/)])
})

it.each(examples)('runs $name, which prints what it says', LONG, async ({ name, prints }) => {
  const file = join(root, FOLDER, `${name}.ts`)
  const { stdout } = await run(process.execPath, [file], { cwd: dirname(file), timeout: 30_000 })
  if (prints.length > 0) expect(stdout).toBe(`${prints.join('\n')}\n`)
})

it('has an example that prints for every stage', () => {
  const printing = examples.filter(({ prints }) => prints.length > 0).map(({ name }) => name)
  expect(printing).toEqual(expect.arrayContaining(STAGES.map((stage) => `${stage}-1`)))
})

it('gives no two examples the same name', () => {
  expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length)
})

it('takes every ts block of a page, and no other', () => {
  const page = [
    "```ts\nimport { a } from 'toolnotary'\n```",
    '```sh\nls\n```',
    'text ```ts inline```',
    "```ts\nimport b from 'toolnotary/limit'\nimport c from 'pg'\n```\n",
    '```ts\nconsole.log(1) // 1\nf(2) // two\n  console.log(g(3)) // 3 4\n```',
  ].join('\n\n')
  const found = docsExamples(new Map([['docs/page.md', page]]), (subpath) => `<${subpath}>`)
  expect(found).toEqual([
    { name: 'page-1', text: "import { a } from '<>'\n", prints: [] },
    { name: 'page-2', text: "import b from '<limit>'\nimport c from 'pg'\n", prints: [] },
    {
      name: 'page-3',
      text: 'console.log(1) // 1\nf(2) // two\n  console.log(g(3)) // 3 4\n',
      prints: ['1', '3 4'],
    },
  ])
})

import { type InputOptions, rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { read, root } from '../scripts/source.ts'
import { entriesOf } from '../scripts/surface.ts'

/** The packages and built-in modules that importing a subpath loads. A new one is a decision, so it needs a row here. */
const MAY_LOAD: ReadonlyMap<string, readonly string[]> = new Map([
  ['.', ['node:crypto', 'node:module', 'node:os', 'node:process', 'node:readline/promises']],
  ['./approval', ['jose', 'node:crypto', 'node:fs/promises', 'node:os', 'node:path']],
  ['./audit', []],
  ['./errors', []],
  ['./functions', ['node:crypto']],
  ['./json', []],
  ['./limit', ['node:crypto']],
  ['./policy', []],
  ['./sanitize', ['node:crypto', 'node:module']],
  ['./store/memory', []],
  [
    './store/sqlite',
    ['node:crypto', 'node:fs', 'node:path', 'node:sqlite', 'node:timers/promises'],
  ],
  ['./testing', ['node:crypto', 'node:http', 'node:module']],
])

/** Bundles an entry and names everything outside it that is loaded with it, not later on first use. */
async function loadedBy(
  input: string,
  plugins: InputOptions['plugins'] = [],
): Promise<readonly string[]> {
  const external = (id: string): boolean => !/^(?:[./]|[A-Za-z]:)/.test(id)
  const build = await rolldown({ input, external, plugins, logLevel: 'silent', treeshake: false })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const chunks = new Map(
    output.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item] as const] : [])),
  )
  const seen = new Set(
    [...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName),
  )
  for (const name of seen) {
    for (const next of chunks.get(name)?.imports ?? []) seen.add(next)
  }
  return [...seen].filter((name) => !chunks.has(name)).toSorted()
}

/** What a subpath loads although nobody decided so. A subpath without a row may load nothing. */
async function unexpected(
  subpath: string,
  loaded: Promise<readonly string[]>,
): Promise<readonly string[]> {
  const allowed = MAY_LOAD.get(subpath)
  if (allowed === undefined) return [`${subpath} has no row`]
  return (await loaded).filter((id) => !allowed.includes(id))
}

const entries = [...entriesOf(JSON.parse(read('package.json')).exports)]

it.each(entries)('%s loads only what its row permits', async (subpath, file) => {
  expect(await unexpected(subpath, loadedBy(root + file))).toEqual([])
})

it('has no row without a subpath', () => {
  expect([...MAY_LOAD.keys()].filter((subpath) => !new Map(entries).has(subpath))).toEqual([])
})

const seeded = (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  loadedBy('./entry', {
    name: 'seed',
    resolveId: (id) => (id.startsWith('.') ? id : undefined),
    load: (id) => files[id],
  })

it('finds a seeded import two hops away', async () => {
  const loaded = seeded({
    './entry': "import './a'",
    './a': "import './b'",
    './b': "import 'node:fs'",
  })
  expect(await unexpected('./errors', loaded)).toEqual(['node:fs'])
})

it('does not count what is loaded on first use', async () => {
  const loaded = seeded({
    './entry': "export const a = () => import('./a')",
    './a': "import 'ajv'",
  })
  expect(await unexpected('./errors', loaded)).toEqual([])
})

it('finds a subpath without a row', async () => {
  expect(await unexpected('./new', seeded({ './entry': '' }))).toEqual(['./new has no row'])
})

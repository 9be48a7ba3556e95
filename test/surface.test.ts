import { expect, it } from 'vitest'
import { read, readSources } from '../scripts/source.ts'
import { type SurfaceFacts, surfaceProblems } from '../scripts/surface.ts'

it('exports exactly what etc/surface.json records; `npm run generate` records a change', () => {
  const { exports } = JSON.parse(read('package.json'))
  const recorded = JSON.parse(read('etc/surface.json'))
  expect(surfaceProblems({ exports, recorded, sources: readSources('src/**/*.ts') })).toEqual([])
})

const entry = { types: './dist/json/index.d.ts', default: './dist/json/index.js' }
const sound: SurfaceFacts = {
  exports: { './json': entry, './package.json': './package.json' },
  recorded: { './json': ['parse', 'type Json'] },
  sources: new Map([['src/json/index.ts', "export { parse, type Json } from './parse.ts'"]]),
}
const source = (text: string): ReadonlyMap<string, string> => new Map([['src/json/index.ts', text]])

it('accepts a sound surface', () => {
  expect(surfaceProblems(sound)).toEqual([])
})

it.each([
  {
    fault: 'an accidental export',
    seed: { sources: source("export { parse, inner, type Json } from './parse.ts'") },
    problems: ['./json adds inner'],
  },
  {
    fault: 'a value that became a type',
    seed: { sources: source("export type { parse, Json } from './parse.ts'") },
    problems: ['./json adds type parse', './json loses parse'],
  },
  {
    fault: 'a star',
    seed: {
      sources: source("export * from './parse.ts'\nexport { parse, type Json } from './a.ts'"),
    },
    problems: ['./json adds * as ', './json exports with a star'],
  },
  {
    fault: 'a subpath without an entry file',
    seed: { sources: new Map() },
    problems: ['./json has no src/json/index.ts', './json loses parse', './json loses type Json'],
  },
  {
    fault: 'an entry file without a subpath',
    seed: { sources: new Map([...sound.sources, ['src/text/index.ts', '']]) },
    problems: ['src/text/index.ts has no subpath'],
  },
  {
    fault: 'a subpath without types',
    seed: { exports: { './json': { default: entry.default } } },
    problems: ['./json needs types and default of one module, in this order'],
  },
  {
    fault: 'a subpath that was never recorded',
    seed: { recorded: {} },
    problems: ['./json adds parse', './json adds type Json'],
  },
])('finds a seeded fault: $fault', ({ seed, problems }) => {
  expect(surfaceProblems({ ...sound, ...seed })).toEqual(problems)
})

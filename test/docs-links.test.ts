import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { read, readSources, root } from '../scripts/source.ts'
import { brokenLinks, linksOf, namedPaths } from './docs-links.ts'

const pages = readSources('{README,ARCHITECTURE,SECURITY,CONTRIBUTING}.md', 'docs/**/*.md')
const exists = (path: string): boolean => existsSync(root + path)

it('sees the links of the pages', () => {
  expect(pages.size).toBeGreaterThan(10)
  expect(linksOf(pages.get('README.md') ?? '')).toContain('docs/lifecycle.md')
})

it('has no link that leads nowhere', () => {
  expect(brokenLinks(pages, exists)).toEqual([])
})

it.each([
  { file: 'README.md', page: '[gone](docs/gone.md)', broken: 'docs/gone.md' },
  { file: 'docs/page.md', page: '[from the root](docs/policy.md)', broken: 'docs/policy.md' },
  { file: 'docs/page.md', page: '[a part](gone.md#part)', broken: 'gone.md#part' },
])('notices $page in $file', ({ file, page, broken }) => {
  expect(brokenLinks(new Map([[file, page]]), exists)).toEqual([`${file}: ${broken}`])
})

it.each([
  { what: 'a page beside it', page: '[a](policy.md)' },
  { what: 'a page above it', page: '[a](../README.md#see-it)' },
  { what: 'a folder', page: '[a](decisions/)' },
  { what: 'an address', page: '[a](https://example.com/gone.md)' },
  { what: 'a part of itself', page: '[a](#part)' },
  { what: 'what only looks like a link in code', page: '```ts\n[a](gone.md)\n```\n`[a](gone.md)`' },
])('accepts $what', ({ page }) => {
  expect(brokenLinks(new Map([['docs/page.md', page]]), exists)).toEqual([])
})

it('has an architecture page that names only what is there', () => {
  const named = namedPaths(read('ARCHITECTURE.md'))
  expect(named).toContain('src/core/lifecycle.ts')
  expect(named.filter((path) => !exists(path))).toEqual([])
})

it('notices a path that is not there', () => {
  const named = namedPaths('See `src/gone/`, src/gate.ts and `test/gone.ts`.')
  expect(named.filter((path) => !exists(path))).toEqual(['src/gone/', 'test/gone.ts'])
})

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stripText } from '../text/strip.ts'
import { createAllowedHosts } from './allowed-hosts.ts'
import { makeLinksInert, mayHoldLink } from './links.ts'
import { mayHoldSecret } from './secret-prefilter.ts'
import { findSecrets } from './secret-rules.ts'

/** Text that people wrote: what the installed packages say about themselves. */
const PACKAGES = new URL('../../node_modules/', import.meta.url)
const FOLDERS = readdirSync(PACKAGES, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ name: entry.name, path: `${entry.parentPath}/${entry.name}` }))
const read = (pattern: RegExp, most: number): readonly string[] =>
  FOLDERS.filter(({ name }) => pattern.test(name))
    .slice(0, most)
    .map(({ path }) => readFileSync(path, 'utf8'))

const GROUPS = [
  { what: 'readmes', texts: read(/^readme\.md$/i, 600), stripped: 0.01, secret: 0.01 },
  { what: 'licenses', texts: read(/^licen[cs]e/i, 600), stripped: 0.01, secret: 0.001 },
  { what: 'declarations', texts: read(/\.d\.ts$/, 1_000), stripped: 0.01, secret: 0.001 },
  { what: 'programs', texts: read(/\.m?js$/, 1_000), stripped: 0.02, secret: 0.01 },
]
const nobody = createAllowedHosts([])
const share = (texts: readonly string[], changes: (text: string) => boolean): number =>
  texts.filter(changes).length / texts.length

describe.each(GROUPS)('ordinary text: $what', ({ texts, stripped, secret }) => {
  it('is there to be read', () => {
    expect(texts.length).toBeGreaterThan(150)
  })

  it('nearly always hides nothing', () => {
    expect(share(texts, (text) => stripText(text).text !== text)).toBeLessThanOrEqual(stripped)
  })

  it('nearly always holds no secret, and the prefilter says so before the rules do', () => {
    expect(share(texts, (text) => findSecrets(text).length > 0)).toBeLessThanOrEqual(secret)
    expect(share(texts, mayHoldSecret)).toBeLessThanOrEqual(2 * secret + 0.01)
    expect(texts.filter((text) => findSecrets(text).length > 0 && !mayHoldSecret(text))).toEqual([])
  })

  it('loses nothing but the way its links lead', () => {
    for (const text of texts) {
      const inert = makeLinksInert(text, nobody).text
      if (inert === text) continue
      expect(mayHoldLink(text)).toBe(true)
      expect(makeLinksInert(inert, nobody).text).toBe(inert)
      const restore = (changed: string): string =>
        changed.replaceAll(/%3A|%2F|%2E|%5C|&amp;|[:.\\&]/gi, '')
      expect(restore(inert)).toBe(restore(text))
    }
  })
})

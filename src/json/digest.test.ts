import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../platform/hasher.ts'
import { canonicalJson } from './canonical.ts'
import { type DigestDomain, digest, saltedDigest } from './digest.ts'
import type { JsonValue } from './value.ts'

interface Vector {
  readonly domain: DigestDomain
  readonly salt: string | null
  readonly value: JsonValue
  readonly text: string
  readonly digest: string
}

const file = new URL('../../docs/records/digests.json', import.meta.url)
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8')).vectors
const hasher = createNodeHasher()
const salt = 'AAECAwQFBgcICQoLDA0ODw'

describe('a digest', () => {
  it.each(vectors)('of the recorded $domain is as recorded', (vector) => {
    expect(canonicalJson(vector.value)).toBe(vector.text)
    const own =
      vector.salt === null
        ? digest(hasher, vector.domain, vector.text)
        : saltedDigest(hasher, vector.domain, vector.salt, vector.text)
    expect(own).toBe(vector.digest)
  })

  it.each(vectors)('of the recorded $domain can be recomputed without this code', (vector) => {
    const hash = createHash('sha256').update(Buffer.from(vector.domain)).update(Buffer.of(0))
    hash.update(Buffer.from((vector.salt ?? '') + vector.text))
    expect(`sha-256:${hash.digest('base64url')}`).toBe(vector.digest)
  })

  it('is recorded for every domain, and differs for each', () => {
    const same = vectors.filter(({ salt, text }) => salt === null && text === '{}')
    expect(same.map(({ domain }) => domain)).toEqual([
      'toolnotary/action/v1',
      'toolnotary/args/v1',
      'toolnotary/contract/v1',
      'toolnotary/entry/v1',
      'toolnotary/operation/v1',
      'toolnotary/policy/v1',
      'toolnotary/result/v1',
      'toolnotary/shown/v1',
    ])
    expect(new Set(vectors.map((vector) => vector.digest)).size).toBe(vectors.length)
  })

  it('depends on the salt', () => {
    const other = 'AAECAwQFBgcICQoLDA0OEA'
    expect(saltedDigest(hasher, 'toolnotary/args/v1', salt, '{}')).not.toBe(
      saltedDigest(hasher, 'toolnotary/args/v1', other, '{}'),
    )
  })

  it.each([
    { name: 'too short', salt: salt.slice(1) },
    { name: 'too long', salt: `A${salt}` },
    { name: 'empty', salt: '' },
    { name: 'padded', salt: `${salt}==` },
    { name: 'followed by a line feed', salt: `${salt}\n` },
    { name: 'of the other base64 alphabet', salt: salt.replace('E', '+') },
    { name: 'a second spelling of the same bytes', salt: salt.replace(/w$/, 'x') },
  ])('refuses a salt that is $name', ({ salt: wrong }) => {
    expect(() => saltedDigest(hasher, 'toolnotary/args/v1', wrong, '{}')).toThrow(
      expect.objectContaining({ code: 'salt_invalid' }),
    )
  })
})

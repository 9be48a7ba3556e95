import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../platform/hasher.ts'
import { type Contract, contractDigest } from './contract.ts'

interface Vector {
  readonly name: string
  readonly contract: Contract
  readonly digest: string
}

const file = new URL('../../docs/records/contracts.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly vectors: readonly Vector[]
}
const hasher = createNodeHasher()

describe('the contract digest', () => {
  it.each(vectors)('of $name is that of the golden vector', ({ contract, digest }) => {
    expect(contractDigest(hasher, contract)).toBe(digest)
  })

  it.each(vectors)('of $name can be computed with other tools', ({ contract, digest }) => {
    const bytes = `toolnotary/contract/v1\0${canonicalize({ v: 1, ...contract })}`
    expect(`sha-256:${createHash('sha256').update(bytes).digest('base64url')}`).toBe(digest)
  })

  it('changes with every part, and not with the order of members', () => {
    const base: Contract = {
      server: 's',
      instructions: null,
      tool: { name: 'a', description: 'b' },
    }
    const digests = [
      base,
      { ...base, server: 't' },
      { ...base, instructions: 'sha-256:x' },
      { ...base, tool: { name: 'a', description: 'b ' } },
      { ...base, tool: { name: 'a', description: 'b', _meta: {} } },
    ].map((contract) => contractDigest(hasher, contract))
    expect(new Set(digests).size).toBe(digests.length)
    expect(contractDigest(hasher, { ...base, tool: { description: 'b', name: 'a' } })).toBe(
      digests[0],
    )
  })
})

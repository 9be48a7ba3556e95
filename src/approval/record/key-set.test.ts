import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import { keySetOf, publicJwkOf, TEST_KEYS } from '../../testing/record-samples.ts'
import { readKeySet } from './key-set.ts'

const hasher = createNodeHasher()
const ed25519: Readonly<Record<string, string>> = {
  ...publicJwkOf(TEST_KEYS.ed25519),
  kid: 'a',
  alg: 'Ed25519',
}
const es256: Readonly<Record<string, string>> = {
  ...publicJwkOf(TEST_KEYS.es256),
  kid: 'b',
  alg: 'ES256',
}

const read = (...keys: readonly unknown[]): ReturnType<typeof readKeySet> =>
  readKeySet(JSON.stringify({ keys }), hasher)

describe('a set of public keys', () => {
  it('gives each key with its one algorithm and its life', async () => {
    const keys = read(ed25519, {
      ...es256,
      use: 'sig',
      key_ops: ['verify'],
      nbf: 10,
      exp: 20,
      revoked: { revoked_at: 15 },
    })
    expect([...keys.values()]).toMatchObject([
      { kid: 'a', alg: 'Ed25519', validFrom: 0, validTo: null, revokedAt: null },
      { kid: 'b', alg: 'ES256', validFrom: 10_000, validTo: 20_000, revokedAt: 15_000 },
    ])
    expect((await keys.get('a')?.open())?.type).toBe('public')
  })

  it('opens a key once', () => {
    const key = read(ed25519).get('a')
    expect(key?.open()).toBe(key?.open())
  })

  it('knows a key by the thumbprint of RFC 8037, appendix A.3', () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    const thumbprint = read({ ...ed25519, x }).get('a')?.thumbprint
    expect(thumbprint).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it('takes EdDSA as another name of Ed25519, for an Ed25519 key only', () => {
    expect(read({ ...ed25519, alg: 'EdDSA' }).get('a')?.alg).toBe('Ed25519')
    expect(() => read({ ...es256, alg: 'EdDSA' })).toThrow(
      expect.objectContaining({ code: 'key_set_invalid' }),
    )
  })

  it.each([
    {
      key: 'of another algorithm',
      jwk: { kty: 'RSA', kid: 'r', alg: 'RS256', n: 'AQAB', e: 'AQAB' },
    },
    {
      key: 'of an algorithm to come',
      jwk: { kty: 'AKP', kid: 'm', alg: 'ML-DSA-44', pub: 'AAAA' },
    },
    { key: 'without an algorithm', jwk: { ...es256, alg: undefined } },
    { key: 'with a name that objects have', jwk: { ...es256, alg: 'constructor' } },
  ])('passes over a key $key', ({ jwk }) => {
    expect([...read(ed25519, jwk).keys()]).toEqual(['a'])
  })

  it.each([
    { fault: 'a private key', keys: [ed25519, { ...es256, d: 'AAAA' }] },
    {
      fault: 'a private key of another algorithm',
      keys: [ed25519, { kty: 'RSA', alg: 'RS256', d: 'AA', n: 'AQAB', e: 'AQAB' }],
    },
    {
      fault: 'a shared secret',
      keys: [ed25519, { kty: 'oct', k: 'AAAA', alg: 'HS256', kid: 's' }],
    },
    { fault: 'two keys of one name', keys: [ed25519, { ...es256, kid: 'a' }] },
    { fault: 'the same key twice', keys: [ed25519, ed25519] },
    { fault: 'a key without a name', keys: [{ ...ed25519, kid: undefined }] },
    { fault: 'an empty name', keys: [{ ...ed25519, kid: '' }] },
    { fault: 'a key for encryption', keys: [{ ...ed25519, use: 'enc' }] },
    { fault: 'a key to sign with', keys: [{ ...ed25519, key_ops: ['sign'] }] },
    { fault: 'operations that are no list', keys: [{ ...ed25519, key_ops: 'verify' }] },
    { fault: 'the wrong curve', keys: [{ ...es256, crv: 'P-384' }] },
    { fault: 'the wrong type', keys: [{ ...es256, kty: 'OKP' }] },
    { fault: 'no coordinate', keys: [{ ...es256, y: undefined }] },
    { fault: 'a coordinate that is too short', keys: [{ ...ed25519, x: ed25519['x']?.slice(1) }] },
    {
      fault: 'a coordinate in another spelling',
      keys: [{ ...ed25519, x: `${ed25519['x']?.slice(0, -1)}p` }],
    },
    { fault: 'a coordinate in a list', keys: [{ ...ed25519, x: [ed25519['x']] }] },
    { fault: 'a time in milliseconds', keys: [{ ...ed25519, nbf: 8_640_000_000_001 }] },
    { fault: 'a time as text', keys: [{ ...ed25519, exp: '20' }] },
    { fault: 'a revocation without a time', keys: [{ ...ed25519, revoked: {} }] },
    { fault: 'a revocation that only says yes', keys: [{ ...ed25519, revoked: true }] },
    { fault: 'a revocation of null', keys: [{ ...ed25519, revoked: null }] },
    { fault: 'something else than a key', keys: ['a'] },
    { fault: 'a key of null', keys: [null] },
  ])('is refused as a whole with $fault', ({ keys }) => {
    expect(() => read(...keys)).toThrow(expect.objectContaining({ code: 'key_set_invalid' }))
  })

  it.each([
    '',
    '[]',
    '{}',
    '{"keys":{}}',
    '{"keys":[]}x',
    'null',
    `{"keys":[],"keys":${JSON.stringify([ed25519])}}`,
  ])('is refused as the text %s', (text) => {
    expect(() => readKeySet(text, hasher)).toThrow(
      expect.objectContaining({ code: 'key_set_invalid' }),
    )
  })

  it('may be 64 KiB long and not one byte more', () => {
    const text = keySetOf([TEST_KEYS.ed25519])
    expect(readKeySet(text.padEnd(65_536), hasher).size).toBe(1)
    expect(() => readKeySet(text.padEnd(65_537), hasher)).toThrow(
      expect.objectContaining({ code: 'key_set_invalid' }),
    )
  })

  it('does not open a point that is not on the curve', async () => {
    const off = read({ ...es256, y: publicJwkOf(TEST_KEYS.es256)['x'] }).get('b')
    await expect(off?.open()).rejects.toThrow()
  })
})

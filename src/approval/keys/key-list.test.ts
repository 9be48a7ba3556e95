import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import { publicJwkOf, TEST_KEYS } from '../../testing/record-samples.ts'
import {
  addKey,
  currentKey,
  keyState,
  type PublicJwk,
  readKeyList,
  revokeKey,
  writeKeyList,
} from './key-list.ts'

const hasher = createNodeHasher()
const T = 1_800_000_000
const now = T * 1000
const named = (kid: string): Omit<PublicJwk, 'nbf'> => {
  const { kty = '', crv = '', x = '' } = publicJwkOf(TEST_KEYS.ed25519)
  return { kty, crv, x, kid, alg: 'Ed25519', use: 'sig' }
}
const key = (kid: string, times: Partial<PublicJwk> = {}): PublicJwk => ({
  ...named(kid),
  nbf: T,
  ...times,
})

describe('the life of a key', () => {
  it.each([
    { at: 'a millisecond before it begins', times: {}, offset: -1, state: 'next' },
    { at: 'when it begins', times: {}, offset: 0, state: 'current' },
    { at: 'a millisecond before it ends', times: { exp: T + 10 }, offset: 9999, state: 'current' },
    { at: 'when it ends', times: { exp: T + 10 }, offset: 10_000, state: 'retired' },
    {
      at: 'before a revocation that is in it',
      times: { revoked: { revoked_at: T + 10 } },
      offset: 0,
      state: 'revoked',
    },
    {
      at: 'long after its end, revoked',
      times: { exp: T + 1, revoked: { revoked_at: T + 9 } },
      offset: 10_000,
      state: 'revoked',
    },
  ])('is $state $at', ({ times, offset, state }) => {
    expect(keyState(key('a', times), now + offset)).toBe(state)
  })
})

describe('the key that signs', () => {
  it.each<{ keys: readonly PublicJwk[]; kid: string | null }>([
    { keys: [], kid: null },
    { keys: [key('a', { nbf: T + 1 })], kid: null },
    { keys: [key('a', { exp: T })], kid: null },
    { keys: [key('a', { revoked: { revoked_at: T } })], kid: null },
    { keys: [key('a', { nbf: T - 9 }), key('b', { nbf: T - 5 })], kid: 'b' },
    { keys: [key('b', { nbf: T - 5 }), key('a', { nbf: T - 9 })], kid: 'b' },
    { keys: [key('a', { nbf: T - 9, exp: T + 1 }), key('b', { nbf: T + 1 })], kid: 'a' },
  ])('is $kid', ({ keys, kid }) => {
    expect(currentKey(keys, now)?.kid ?? null).toBe(kid)
  })
})

describe('a new key', () => {
  const overlapMs = 600_000

  it('signs at once when it is the first', () => {
    expect(addKey([], named('a'), { now: now + 999, overlapMs })).toEqual([key('a')])
  })

  it('takes over when the overlap is past, and the old one ends then', () => {
    const keys = addKey([key('a', { nbf: T - 99 })], named('b'), { now, overlapMs })
    expect(keys).toEqual([key('a', { nbf: T - 99, exp: T + 600 }), key('b', { nbf: T + 600 })])
    expect([0, 599_999, 600_000].map((ms) => currentKey(keys, now + ms)?.kid)).toEqual([
      'a',
      'a',
      'b',
    ])
  })

  it('leaves no moment without a key that signs, however often it happens', () => {
    const first = addKey([], named('a'), { now, overlapMs })
    const second = addKey(first, named('b'), { now: now + 1000, overlapMs })
    const third = addKey(second, named('c'), { now: now + 2000, overlapMs })
    const signers = [0, 600_999, 601_000, 601_999, 602_000].map(
      (ms) => currentKey(third, now + ms)?.kid,
    )
    expect(signers).toEqual(['a', 'a', 'b', 'b', 'c'])
  })

  it('signs at once after the key that signed was revoked, also when another was to follow', () => {
    const keys = addKey([key('a', { nbf: T - 9 })], named('b'), { now, overlapMs })
    const after = addKey(revokeKey(keys, 'a', now), named('c'), { now, overlapMs })
    expect([0, 600_000, 10_000_000].map((ms) => currentKey(after, now + ms)?.kid)).toEqual([
      'c',
      'c',
      'c',
    ])
  })

  it('does not move the end of a key that has one', () => {
    expect(addKey([key('a', { exp: T + 5 })], named('b'), { now, overlapMs })[0]).toEqual(
      key('a', { exp: T + 5 }),
    )
  })
})

describe('a revocation', () => {
  it('stays as it was first made', () => {
    const once = revokeKey([key('a'), key('b')], 'a', now + 1999)
    expect(once).toEqual([key('a', { revoked: { revoked_at: T + 1 } }), key('b')])
    expect(revokeKey(once, 'a', now + 99_000)).toEqual(once)
  })

  it('of a key that nobody knows is an error', () => {
    expect(() => revokeKey([key('a')], 'b', now)).toThrow(
      expect.objectContaining({ code: 'key_unknown' }),
    )
  })
})

describe('the text of the list', () => {
  const keys = [key('a', { exp: T + 9 }), key('b', { revoked: { revoked_at: T } })]

  it('says the same when it is read again, one key a line', () => {
    expect(readKeyList(writeKeyList(keys), hasher)).toEqual(keys)
    expect(writeKeyList(keys).split('\n')).toHaveLength(5)
  })

  it.each([
    { fault: 'half of it', text: writeKeyList(keys).slice(0, 80) },
    { fault: 'nothing', text: '' },
    { fault: 'two keys of one name', text: writeKeyList([key('a'), key('a')]) },
    { fault: 'a private key', text: JSON.stringify({ keys: [{ ...key('a'), d: 'AAAA' }] }) },
    {
      fault: 'a key of another algorithm',
      text: JSON.stringify({ keys: [{ ...key('a'), alg: 'RS256' }] }),
    },
    { fault: 'a key without a beginning', text: JSON.stringify({ keys: [named('a')] }) },
    { fault: 'a name that leaves the folder', text: writeKeyList([key('../a')]) },
    { fault: 'a key of another curve', text: writeKeyList([key('a', { crv: 'X25519' })]) },
    { fault: 'a member that nobody knows', text: JSON.stringify({ keys, more: 1 }) },
  ])('is unreadable with $fault', ({ text }) => {
    expect(() => readKeyList(text, hasher)).toThrow(
      expect.objectContaining({ code: 'key_unreadable' }),
    )
  })
})

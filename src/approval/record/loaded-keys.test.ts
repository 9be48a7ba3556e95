import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { keySetOf, TEST_KEYS } from '../../testing/record-samples.ts'
import type { KeySource } from './key-ring.ts'
import { loadedKeys } from './loaded-keys.ts'

const hasher = createNodeHasher()
const ONE = keySetOf([TEST_KEYS.ed25519])
const TWO = keySetOf([TEST_KEYS.ed25519, TEST_KEYS.es256])
const KNOWN = TEST_KEYS.ed25519.kid
const NEW = TEST_KEYS.es256.kid

interface Issuer {
  readonly source: KeySource
  readonly clock: ManualClock
  /** What the next load gives; an error is thrown. */
  answer: string | Error
  loads: number
}

function createIssuer(answer: string | Error = ONE): Issuer {
  const clock = createManualClock()
  const issuer: { answer: string | Error; loads: number } = { answer, loads: 0 }
  const load = async (): Promise<string> => {
    issuer.loads += 1
    if (issuer.answer instanceof Error) throw issuer.answer
    return issuer.answer
  }
  return Object.assign(issuer, { clock, source: loadedKeys({ load, hasher, clock }) })
}

const kindOf = async ({ source }: Issuer, kid: string): Promise<string> =>
  (await source.find(kid)).kind

describe('keys that are loaded', () => {
  it('are loaded when they are first needed, and then kept', async () => {
    const issuer = createIssuer()
    expect(issuer.loads).toBe(0)
    expect([await kindOf(issuer, KNOWN), await kindOf(issuer, KNOWN)]).toEqual(['found', 'found'])
    expect(issuer.loads).toBe(1)
  })

  it('are loaded once for many who wait', async () => {
    const issuer = createIssuer()
    const kinds = await Promise.all(Array.from({ length: 50 }, () => kindOf(issuer, KNOWN)))
    expect(new Set(kinds)).toEqual(new Set(['found']))
    expect(issuer.loads).toBe(1)
  })

  it('are loaded again for a name that is new, so that a rotation is seen', async () => {
    const issuer = createIssuer()
    await kindOf(issuer, KNOWN)
    issuer.answer = TWO
    issuer.clock.advance(30_000)
    expect(await kindOf(issuer, NEW)).toBe('found')
    expect(issuer.loads).toBe(2)
  })

  it('are not loaded again within the cool-down', async () => {
    const issuer = createIssuer()
    await kindOf(issuer, KNOWN)
    issuer.answer = TWO
    issuer.clock.advance(29_999)
    expect(await kindOf(issuer, NEW)).toBe('unknown')
    expect(issuer.loads).toBe(1)
  })

  it('are loaded once for ten thousand names that somebody made up', async () => {
    const issuer = createIssuer()
    await kindOf(issuer, KNOWN)
    issuer.clock.advance(30_000)
    for (let index = 0; index < 10_000; index += 1) await issuer.source.find(`made-up-${index}`)
    expect(issuer.loads).toBe(2)
    expect(await kindOf(issuer, KNOWN)).toBe('found')
  })

  it('are not asked for more often while their issuer is away', async () => {
    const issuer = createIssuer(new Error('away'))
    for (let index = 0; index < 100; index += 1)
      expect(await kindOf(issuer, KNOWN)).toBe('unavailable')
    expect(issuer.loads).toBe(1)
  })

  it('are not asked for again while a load takes longer than the cool-down', async () => {
    const clock = createManualClock()
    const answer = Promise.withResolvers<string>()
    let loads = 0
    const load = (): Promise<string> => {
      loads += 1
      return answer.promise
    }
    const source = loadedKeys({ load, hasher, clock })
    const first = source.find(KNOWN)
    clock.advance(30_000)
    const second = source.find(KNOWN)
    answer.resolve(ONE)
    expect([(await first).kind, (await second).kind, loads]).toEqual(['found', 'found', 1])
  })

  it('count until they are too old, while their issuer is away', async () => {
    const issuer = createIssuer()
    await kindOf(issuer, KNOWN)
    issuer.answer = new Error('away')
    issuer.clock.advance(299_999)
    expect(await kindOf(issuer, KNOWN)).toBe('found')
    expect(issuer.loads).toBe(1)
    issuer.clock.advance(1)
    expect(await kindOf(issuer, KNOWN)).toBe('unavailable')
    expect(issuer.loads).toBe(2)
  })

  it('count again when their issuer is back', async () => {
    const issuer = createIssuer(new Error('away'))
    await kindOf(issuer, KNOWN)
    issuer.answer = ONE
    issuer.clock.advance(30_000)
    expect(await kindOf(issuer, KNOWN)).toBe('found')
  })

  it('show a revocation when the set is next renewed', async () => {
    const issuer = createIssuer()
    await kindOf(issuer, KNOWN)
    issuer.answer = keySetOf([TEST_KEYS.ed25519], { revoked: { revoked_at: 1 } })
    issuer.clock.advance(300_000)
    expect(await issuer.source.find(KNOWN)).toMatchObject({ key: { revokedAt: 1000 } })
  })

  it('are the old ones when the new set is not valid', async () => {
    const issuer = createIssuer()
    await kindOf(issuer, KNOWN)
    issuer.answer = '{"keys":'
    issuer.clock.advance(30_000)
    expect([await kindOf(issuer, NEW), await kindOf(issuer, KNOWN)]).toEqual(['unknown', 'found'])
  })

  it('lose a key that the new set does not have', async () => {
    const issuer = createIssuer(TWO)
    await kindOf(issuer, NEW)
    issuer.answer = ONE
    issuer.clock.advance(300_000)
    expect(await kindOf(issuer, NEW)).toBe('unknown')
  })
})

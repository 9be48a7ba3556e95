import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  APPROVAL,
  EXPECTED,
  expectedReceiptOf,
  expectedUseOf,
  keySetOf,
  signerOf,
  type TestKey,
} from '../../testing/record-samples.ts'
import type { Approval } from './approval.ts'
import { createKeyRing, pinnedKeys } from './key-ring.ts'
import type { Receipt } from './receipt.ts'
import {
  actionDigest,
  argsDigest,
  evidenceChallenge,
  recordDigest,
  shownDigest,
} from './record-digests.ts'
import { signApproval, signReceipt, signUse } from './sign-record.ts'
import type { Use } from './use.ts'
import { verifyApproval } from './verify-approval.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { verifyUse } from './verify-use.ts'

interface Vectors {
  readonly now: number
  readonly keys: readonly {
    readonly kid: string
    readonly alg: TestKey['alg']
    readonly privateJwk: TestKey['jwk']
  }[]
  readonly digests: readonly {
    readonly of: string
    readonly domain: string
    readonly salt: string
    readonly text: string
    readonly digest: string
  }[]
  readonly records: readonly {
    readonly name: string
    readonly typ: string
    readonly kid: string
    readonly deterministic: boolean
    readonly payload: Approval | Use | Receipt
    readonly jws: string
  }[]
  readonly refused: readonly {
    readonly name: string
    readonly reason: string
    readonly jws: string
  }[]
}

const file = new URL('../../../docs/records/vectors.json', import.meta.url)
const { now, keys, digests, records, refused }: Vectors = JSON.parse(readFileSync(file, 'utf8'))
const hasher = createNodeHasher()
const testKeys = keys.map(({ kid, alg, privateJwk }): TestKey => ({ kid, alg, jwk: privateJwk }))
const set = pinnedKeys(keySetOf(testKeys), hasher)
const issuers = new Set(records.map(({ payload }) => payload.iss))
const context = { keys: createKeyRing([...issuers].map((issuer) => [issuer, set])), hasher, now }
const approval = records[0]?.jws ?? ''

function keyOf(kid: string): TestKey {
  const key = testKeys.find((one) => one.kid === kid)
  if (key === undefined) throw new Error('the vectors have no such key')
  return key
}

const named = (name: string): (typeof digests)[number]['digest'] | undefined =>
  digests.find(({ of }) => of === name)?.digest

describe('the digests of the vectors', () => {
  it.each(digests)(
    '$of: plain SHA-256 of domain, zero byte, salt and text',
    ({ domain, salt, text, digest }) => {
      const plain = createHash('sha256')
        .update(domain)
        .update(Buffer.of(0))
        .update(salt + text)
      expect(`sha-256:${plain.digest('base64url')}`).toBe(digest)
    },
  )

  it('are those that our functions make', () => {
    const { salt, args } = EXPECTED.action
    expect(argsDigest(hasher, salt, args)).toBe(named('action.args'))
    expect(EXPECTED.shown && shownDigest(hasher, salt, EXPECTED.shown)).toBe(named('shown.d'))
    expect(actionDigest(hasher, APPROVAL)).toBe(named('ah'))
    expect(recordDigest(hasher, approval)).toBe(named('gh of the use and approval of the receipt'))
    expect(`sha-256:${evidenceChallenge(hasher, APPROVAL)}`).toBe(
      named('WebAuthn challenge, as sha-256'),
    )
  })

  it('are of canonical texts, by another implementation', () => {
    const { v, aud, sub, tnt, action, shown } = APPROVAL
    const text = canonicalize({ v, aud, sub, tnt, action, shown })
    expect(digests.find(({ of }) => of === 'ah')?.text).toBe(text)
  })
})

describe('the records of the vectors', () => {
  it.each(records)(
    '$name: canonical, and a JWS to another library',
    async ({ typ, kid, payload, jws }) => {
      const { jwk, alg } = keyOf(kid)
      const { d: _, ...publicJwk } = jwk
      const opened = await compactVerify(jws, await importJWK(publicJwk, alg), {
        algorithms: [alg],
      })
      expect(opened.protectedHeader).toEqual({ alg, kid, typ })
      expect(new TextDecoder().decode(opened.payload)).toBe(canonicalize(payload))
    },
  )

  it.each(records.filter(({ deterministic }) => deterministic))(
    '$name: the same bytes when signed again',
    async (vector) => {
      const signer = await signerOf(keyOf(vector.kid))
      const again = {
        'tool-approval+jwt': () => signApproval(signer, vector.payload as Approval),
        'tool-use+jwt': () => signUse(signer, vector.payload as Use),
        'tool-receipt+jwt': () => signReceipt(signer, vector.payload as Receipt),
      }
      expect(await new Map(Object.entries(again)).get(vector.typ)?.()).toBe(vector.jws)
    },
  )

  it.each(records)('$name: counts', async ({ typ, payload, jws }) => {
    const verify = {
      'tool-approval+jwt': async () => verifyApproval(jws, EXPECTED, context),
      'tool-use+jwt': async () => verifyUse(jws, expectedUseOf(approval), context),
      'tool-receipt+jwt': async () => verifyReceipt(jws, expectedReceiptOf(approval), context),
    }
    const [member = ''] = typ.replace('tool-', '').split('+')
    expect(
      await new Map<string, () => Promise<unknown>>(Object.entries(verify)).get(typ)?.(),
    ).toEqual({ ok: true, [member]: payload })
  })

  it('are of both algorithms', () => {
    expect(new Set(records.map(({ kid }) => keyOf(kid).alg))).toEqual(new Set(['Ed25519', 'ES256']))
    expect(records.filter(({ deterministic }) => !deterministic).length).toBeGreaterThan(0)
  })
})

it.each(refused)('does not count: $name', async ({ jws, reason }) => {
  expect(await verifyApproval(jws, EXPECTED, context)).toMatchObject({ ok: false, reason })
})

import { expect, it } from 'vitest'
import type { Signer } from '../../core/signer.ts'
import {
  APPROVAL,
  publicJwkOf,
  receiptOf,
  signerOf,
  TEST_KEYS,
  useOf,
} from '../../testing/record-samples.ts'
import type { Approval } from './approval.ts'
import { createKeySigner } from './key-signer.ts'
import { signApproval, signReceipt, signUse } from './sign-record.ts'

const signer = await signerOf(TEST_KEYS.ed25519)

it('signs the same bytes again with Ed25519', async () => {
  expect(await signApproval(signer, APPROVAL)).toBe(await signApproval(signer, APPROVAL))
})

it.each([
  { change: { v: 2 } },
  { change: { more: 1 } },
  { change: { exp: APPROVAL.iat } },
  { change: { apr: { ...APPROVAL.apr, lvl: 0 } } },
  { change: { iat: 1.5 } },
])('does not sign what a verifier would not read: $change', async ({ change }) => {
  await expect(signApproval(signer, { ...APPROVAL, ...change } as Approval)).rejects.toMatchObject({
    code: 'record_invalid',
  })
})

it('does not sign one kind of record as another', async () => {
  const use = useOf('an approval')
  const receipt = receiptOf('an approval')
  await expect(signUse(signer, receipt as never)).rejects.toMatchObject({ code: 'record_invalid' })
  await expect(signReceipt(signer, use as never)).rejects.toMatchObject({ code: 'record_invalid' })
})

it('signs what makes a record of 4096 bytes and not more', async () => {
  const masked = (count: number): Approval => ({
    ...APPROVAL,
    shown: {
      ...APPROVAL.shown,
      full: false,
      masked: [...Array(4).fill(`/${'a'.repeat(500)}`), `/${'b'.repeat(count)}`],
    },
  })
  const lengths = new Set<number>()
  // The length of the key id fills the steps in which base64url grows.
  for (const kid of ['k', 'kk', 'kkk', 'kkkk']) {
    for (let count = 1; count < 100; count += 1) {
      await signApproval({ ...signer, kid }, masked(count)).then(
        (record) => lengths.add(record.length),
        () => {},
      )
    }
  }
  expect(Math.max(...lengths)).toBe(4096)
  await expect(signApproval(signer, masked(400))).rejects.toMatchObject({
    code: 'record_too_large',
  })
})

it.each<{ gives: string; sign: Signer['sign'] }>([
  { gives: 'DER', sign: async () => new Uint8Array(71) },
  { gives: 'nothing', sign: async () => new Uint8Array(0) },
  { gives: 'an error', sign: () => Promise.reject(new Error('the key service is away')) },
])('has no record when the signer gives $gives', async ({ sign }) => {
  await expect(signApproval({ ...signer, sign }, APPROVAL)).rejects.toMatchObject({
    code: 'signer_failed',
  })
})

it.each([
  { key: 'a public key', alg: 'Ed25519', jwk: publicJwkOf(TEST_KEYS.ed25519) },
  { key: 'a key of the other algorithm', alg: 'Ed25519', jwk: TEST_KEYS.es256.jwk },
  { key: 'a secret', alg: 'ES256', jwk: { kty: 'oct', k: 'AAAA' } },
  { key: 'nothing', alg: 'ES256', jwk: {} },
] as const)('makes no signer from $key', async ({ alg, jwk }) => {
  await expect(createKeySigner({ kid: 'k', alg, jwk })).rejects.toMatchObject({
    code: 'signer_failed',
  })
})

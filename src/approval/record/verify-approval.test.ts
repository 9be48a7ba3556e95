import fc from 'fast-check'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../json/canonical.ts'
import type { JsonValue } from '../../json/value.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  APPROVAL,
  EXPECTED,
  keySetOf,
  MADE_AT,
  publicJwkOf,
  sampleRing,
  signerOf,
  signPayload,
  TEST_KEYS,
} from '../../testing/record-samples.ts'
import type { Approval } from './approval.ts'
import { createKeyRing, pinnedKeys } from './key-ring.ts'
import { actionDigest } from './record-digests.ts'
import { signApproval } from './sign-record.ts'
import { type ExpectedApproval, type VerifyContext, verifyApproval } from './verify-approval.ts'

const hasher = createNodeHasher()
const now = MADE_AT + 1000
const context: VerifyContext = { keys: sampleRing(), hasher, now }
const record = await signApproval(await signerOf(TEST_KEYS.ed25519), APPROVAL)

type Change = (approval: Approval) => Partial<Approval>

/** Signs a changed approval whose `ah` fits again, so that only the step for the change can see it. */
function signChanged(change: Change): Promise<string> {
  const changed = { ...APPROVAL, ...change(APPROVAL) }
  const ah = changed.ah === APPROVAL.ah ? actionDigest(hasher, changed) : changed.ah
  return signPayload(TEST_KEYS.ed25519, 'tool-approval+jwt', { ...changed, ah })
}

const action =
  (change: Partial<Approval['action']>): Change =>
  ({ action }) => ({ action: { ...action, ...change } })
const seconds = (at: number): number => at / 1000
const OTHER = `sha-256:${hasher.sha256('another')}`

describe('an approval that fits', () => {
  it.each([TEST_KEYS.ed25519, TEST_KEYS.es256])('counts when $alg signed it', async (key) => {
    const signed = await signApproval(await signerOf(key), APPROVAL)
    expect(await verifyApproval(signed, EXPECTED, context)).toEqual({
      ok: true,
      approval: APPROVAL,
    })
  })

  it.each([TEST_KEYS.ed25519, TEST_KEYS.es256])(
    'is an ordinary JWS of $alg to another library',
    async (key) => {
      const signed = await signApproval(await signerOf(key), APPROVAL)
      const { payload, protectedHeader } = await compactVerify(
        signed,
        await importJWK(publicJwkOf(key), key.alg),
      )
      expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(APPROVAL)
      expect(protectedHeader).toEqual({ alg: key.alg, kid: key.kid, typ: 'tool-approval+jwt' })
    },
  )

  it('is frozen, and so is what is in it', async () => {
    const verdict = await verifyApproval(record, EXPECTED, context)
    expect(
      verdict.ok && Object.isFrozen(verdict.approval) && Object.isFrozen(verdict.approval.action),
    ).toBe(true)
  })

  it('is not spent by being verified', async () => {
    const verdicts = [
      await verifyApproval(record, EXPECTED, context),
      await verifyApproval(record, EXPECTED, context),
    ]
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, true])
  })
})

describe('each step sees what no other step sees', () => {
  const inSkew = seconds(now) + 30
  // biome-ignore format: one row a fault, so that it reads as a table
  it.each<{ fault: string; change: Change; step: string; reason: string }>([
    { fault: 'a member that nobody knows', change: () => ({ more: 1 }) as object, step: 'schema', reason: 'malformed' },
    { fault: 'another issuer with the same keys', change: () => ({ iss: 'https://other.example' }), step: 'parties', reason: 'wrong_issuer' },
    { fault: 'another audience', change: () => ({ aud: 'https://pay.example/mcp/' }), step: 'parties', reason: 'wrong_audience' },
    { fault: 'another tenant', change: () => ({ tnt: 't_8' }), step: 'parties', reason: 'wrong_tenant' },
    { fault: 'made in the future', change: () => ({ iat: inSkew + 1, nbf: inSkew + 1 }), step: 'time', reason: 'not_yet_valid' },
    { fault: 'valid from later on', change: () => ({ nbf: inSkew + 1 }), step: 'time', reason: 'not_yet_valid' },
    { fault: 'over', change: () => ({ iat: seconds(now) - 300, nbf: seconds(now) - 300, exp: seconds(now) - 30 }), step: 'time', reason: 'expired' },
    { fault: 'valid for longer than 15 minutes', change: ({ iat }) => ({ exp: iat + 901 }), step: 'time', reason: 'too_long_valid' },
    { fault: 'another user', change: () => ({ sub: 'https://idp.example|u_124' }), step: 'caller', reason: 'wrong_subject' },
    { fault: 'another agent', change: () => ({ act: { sub: 'other-bot' } }), step: 'caller', reason: 'wrong_agent' },
    { fault: 'another server', change: action({ srv: 'https://pay.example' }), step: 'action', reason: 'wrong_tool' },
    { fault: 'another tool', change: action({ tool: 'refund_orders' }), step: 'action', reason: 'wrong_tool' },
    { fault: 'another contract', change: action({ def: OTHER }), step: 'action', reason: 'tool_changed' },
    { fault: 'another effect', change: action({ cls: 'write' }), step: 'action', reason: 'tool_changed' },
    { fault: 'another operation', change: action({ op: 'op_other' }), step: 'action', reason: 'wrong_operation' },
    { fault: 'other arguments', change: action({ args: OTHER }), step: 'arguments', reason: 'args_mismatch' },
    { fault: 'a digest of another action', change: () => ({ ah: OTHER }), step: 'consistency', reason: 'action_mismatch' },
    { fault: 'another rendering', change: ({ shown }) => ({ shown: { ...shown, d: OTHER } }), step: 'consistency', reason: 'shown_mismatch' },
    { fault: 'an argument that was kept back', change: ({ shown }) => ({ shown: { ...shown, full: false, masked: ['/order_id'] } }), step: 'consistency', reason: 'not_fully_shown' },
    { fault: 'another policy', change: ({ pol }) => ({ pol: { ...pol, id: 'other' } }), step: 'consistency', reason: 'policy_changed' },
    { fault: 'another version of the policy', change: ({ pol }) => ({ pol: { ...pol, d: OTHER } }), step: 'consistency', reason: 'policy_changed' },
    { fault: 'a weaker yes', change: ({ apr }) => ({ apr: { ...apr, lvl: 1 } }), step: 'assurance', reason: 'assurance_too_low' },
    { fault: "a client's word", change: ({ apr }) => ({ apr: { ...apr, lvl: 'asserted' } }), step: 'assurance', reason: 'assurance_too_low' },
  ])('$fault: $step, $reason', async ({ change, step, reason }) => {
    expect(await verifyApproval(await signChanged(change), EXPECTED, context)).toEqual({ ok: false, step, reason })
  })

  // biome-ignore format: one row a fault, so that it reads as a table
  it.each<{ fault: string; given: () => unknown; step: string; reason: string }>([
    { fault: 'nothing', given: () => undefined, step: 'form', reason: 'malformed' },
    { fault: 'an object that reads like a record', given: () => ({ toString: () => record }), step: 'form', reason: 'malformed' },
    { fault: 'a record with a space behind', given: () => `${record} `, step: 'form', reason: 'malformed' },
    { fault: 'another kind of record', given: () => signPayload(TEST_KEYS.ed25519, 'tool-use+jwt', APPROVAL), step: 'header', reason: 'header_refused' },
    { fault: 'a key that nobody knows', given: () => signPayload(TEST_KEYS.stranger, 'tool-approval+jwt', APPROVAL), step: 'header', reason: 'unknown_key' },
    { fault: "another key under a known key's name", given: () => signPayload({ ...TEST_KEYS.stranger, kid: TEST_KEYS.ed25519.kid }, 'tool-approval+jwt', APPROVAL), step: 'signature', reason: 'bad_signature' },
    { fault: "a known key's name with the other algorithm", given: () => signPayload({ ...TEST_KEYS.ed25519, kid: TEST_KEYS.es256.kid }, 'tool-approval+jwt', APPROVAL), step: 'header', reason: 'header_refused' },
  ])('$fault: $step, $reason', async ({ given, step, reason }) => {
    expect(await verifyApproval(await given(), EXPECTED, context)).toEqual({ ok: false, step, reason })
  })
})

describe('the limits of time', () => {
  const at = (offset: number): Promise<{ ok: boolean }> =>
    verifyApproval(record, EXPECTED, { ...context, now: MADE_AT + offset })
  it.each([
    { when: '30 s before it was made', offset: -30_000, ok: true },
    { when: 'a millisecond earlier', offset: -30_001, ok: false },
    { when: 'a millisecond before 30 s after its end', offset: 329_999, ok: true },
    { when: '30 s after its end', offset: 330_000, ok: false },
    { when: 'an hour before', offset: -3_600_000, ok: false },
    { when: 'an hour after', offset: 3_600_000, ok: false },
  ])('$when: $ok', async ({ offset, ok }) => {
    expect((await at(offset)).ok).toBe(ok)
  })

  it('lets an approval live for exactly 15 minutes', async () => {
    const signed = await signChanged(({ iat }) => ({ exp: iat + 900 }))
    expect((await verifyApproval(signed, EXPECTED, context)).ok).toBe(true)
  })
})

describe('the life of a key', () => {
  const made = MADE_AT / 1000
  it.each([
    {
      key: 'revoked before',
      more: { revoked: { revoked_at: made - 1000 } },
      reason: 'key_revoked',
    },
    {
      key: 'revoked 30 s from now',
      more: { revoked: { revoked_at: made + 31 } },
      reason: 'key_revoked',
    },
    {
      key: 'revoked later, seen from a time that is proven',
      more: { revoked: { revoked_at: made + 32 } },
      reason: null,
    },
    { key: 'not in use yet', more: { nbf: made + 31 }, reason: 'key_out_of_period' },
    { key: 'in use from within the skew', more: { nbf: made + 30 }, reason: null },
    {
      key: 'retired before the record was made',
      more: { exp: made - 31 },
      reason: 'key_out_of_period',
    },
    { key: 'retired within the skew', more: { exp: made - 30 }, reason: null },
  ])('$key: $reason', async ({ more, reason }) => {
    const verdict = await verifyApproval(record, EXPECTED, { ...context, keys: sampleRing(more) })
    expect(verdict.ok ? null : verdict.reason).toBe(reason)
  })

  it('does not let one issuer use the key of another', async () => {
    const keys = createKeyRing([
      ['https://other.example', pinnedKeys(keySetOf([TEST_KEYS.ed25519]), hasher)],
    ])
    expect(await verifyApproval(record, EXPECTED, { ...context, keys })).toMatchObject({
      reason: 'unknown_key',
    })
  })
})

describe('the arguments', () => {
  const withArgs = (args: string, salt = EXPECTED.action.salt): ExpectedApproval => ({
    ...EXPECTED,
    action: { ...EXPECTED.action, args, salt },
  })

  it('are refused after any change', async () => {
    const json = fc.jsonValue() as fc.Arbitrary<JsonValue>
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const args = canonicalJson(value)
        const verdict = await verifyApproval(record, withArgs(args), context)
        expect(verdict.ok ? null : verdict.reason).toBe(
          args === EXPECTED.action.args ? null : 'args_mismatch',
        )
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    { change: 'a number by one', args: '{"amount_cents":2600,"order_id":"A-1001"}' },
    { change: 'the order of members', args: '{"order_id":"A-1001","amount_cents":2599}' },
    { change: 'a space', args: '{"amount_cents":2599, "order_id":"A-1001"}' },
    { change: 'a member more', args: '{"amount_cents":2599,"order_id":"A-1001","x":null}' },
    { change: 'a letter that looks alike', args: '{"amount_cents":2599,"order_id":"А-1001"}' },
  ])('are refused after a change of $change', async ({ args }) => {
    expect(await verifyApproval(record, withArgs(args), context)).toMatchObject({
      reason: 'args_mismatch',
    })
  })

  it.each(['AAECAwQFBgcICQoLDA0ODg', '', 'short', 'AAECAwQFBgcICQoLDA0ODx'])(
    'are refused with the salt "%s"',
    async (salt) => {
      expect(
        await verifyApproval(record, withArgs(EXPECTED.action.args, salt), context),
      ).toMatchObject({
        reason: 'args_mismatch',
      })
    },
  )
})

describe('users and tenants', () => {
  const users = ['u_1', 'u_2', 'u_3']
  const tenants = ['t_1', 't_2']
  const pairs = users.flatMap((user) => tenants.map((tenant) => ({ user, tenant })))

  it.each(pairs)(
    'the approval of $user in $tenant counts for nobody else',
    async ({ user, tenant }) => {
      const signed = await signChanged(() => ({ sub: user, tnt: tenant }))
      const counts = await Promise.all(
        pairs.map(async (pair) =>
          (await verifyApproval(signed, { ...EXPECTED, ...pair }, context)).ok ? pair : null,
        ),
      )
      expect(counts.filter((pair) => pair !== null)).toEqual([{ user, tenant }])
    },
  )
})

describe('what a verifier cannot know', () => {
  it('is not compared: a rendering and a policy of null', async () => {
    const signed = await signChanged(({ shown, pol }) => ({
      shown: { ...shown, d: OTHER },
      pol: { ...pol, d: OTHER },
    }))
    expect(
      (await verifyApproval(signed, { ...EXPECTED, shown: null, policy: null }, context)).ok,
    ).toBe(true)
  })

  it('lets arguments be kept back where the action can be undone', async () => {
    const signed = await signChanged(({ shown, action }) => ({
      action: { ...action, cls: 'write' },
      shown: { ...shown, full: false, masked: ['/order_id'] },
    }))
    const expected = { ...EXPECTED, action: { ...EXPECTED.action, effect: 'write' } } as const
    expect((await verifyApproval(signed, expected, context)).ok).toBe(true)
  })
})

import { expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  APPROVAL,
  expectedUseOf,
  MADE_AT,
  sampleRing,
  signerOf,
  signPayload,
  TEST_KEYS,
  useOf,
} from '../../testing/record-samples.ts'
import { signApproval, signUse } from './sign-record.ts'
import type { Use } from './use.ts'
import { type ExpectedUse, verifyUse } from './verify-use.ts'

const hasher = createNodeHasher()
const context = { keys: sampleRing(), hasher, now: MADE_AT + 20_000 }
const approval = await signApproval(await signerOf(TEST_KEYS.ed25519), APPROVAL)
const USE = useOf(approval)
const EXPECTED = expectedUseOf(approval)
const OTHER = `sha-256:${hasher.sha256('another')}`
const made = MADE_AT / 1000

it('counts when the holder binds the approval to this action', async () => {
  const record = await signUse(await signerOf(TEST_KEYS.ed25519), USE)
  expect(await verifyUse(record, EXPECTED, context)).toEqual({ ok: true, use: USE })
})

const action = (change: Partial<Use['action']>): Partial<Use> => ({
  action: { ...USE.action, ...change },
})

// biome-ignore format: one row a fault, so that it reads as a table
it.each<{ fault: string; change: object; step: string; reason: string }>([
  { fault: 'a member that nobody knows', change: { more: 1 }, step: 'schema', reason: 'malformed' },
  { fault: 'another issuer', change: { iss: 'other-bot' }, step: 'parties', reason: 'wrong_issuer' },
  { fault: 'another audience', change: { aud: 'https://other.example' }, step: 'parties', reason: 'wrong_audience' },
  { fault: 'another tenant', change: { tnt: 't_8' }, step: 'parties', reason: 'wrong_tenant' },
  { fault: 'made in the future', change: { iat: made + 51, exp: made + 60 }, step: 'time', reason: 'not_yet_valid' },
  { fault: 'over', change: { iat: made - 40, exp: made - 10 }, step: 'time', reason: 'expired' },
  { fault: 'valid for longer than a minute', change: { exp: USE.iat + 61 }, step: 'time', reason: 'too_long_valid' },
  { fault: 'another approval', change: { gh: OTHER }, step: 'caller', reason: 'wrong_grant' },
  { fault: 'another tool', change: action({ tool: 'refund_orders' }), step: 'action', reason: 'wrong_tool' },
  { fault: 'another contract', change: action({ def: OTHER }), step: 'action', reason: 'tool_changed' },
  { fault: 'another operation', change: action({ op: 'op_other' }), step: 'action', reason: 'wrong_operation' },
  { fault: 'other arguments', change: action({ args: OTHER }), step: 'arguments', reason: 'args_mismatch' },
])('$fault: $step, $reason', async ({ change, step, reason }) => {
  const record = await signPayload(TEST_KEYS.ed25519, 'tool-use+jwt', { ...USE, ...change })
  expect(await verifyUse(record, EXPECTED, context)).toEqual({ ok: false, step, reason })
})

it('may be valid for exactly a minute', async () => {
  const record = await signPayload(TEST_KEYS.ed25519, 'tool-use+jwt', { ...USE, exp: USE.iat + 60 })
  expect((await verifyUse(record, EXPECTED, context)).ok).toBe(true)
})

it('does not count when the same agent signs with a key that the approval was not given to', async () => {
  const record = await signUse(await signerOf(TEST_KEYS.es256), USE)
  expect(await verifyUse(record, EXPECTED, context)).toEqual({
    ok: false,
    step: 'caller',
    reason: 'wrong_holder',
  })
})

it('does not count for another spelling of the approval', async () => {
  const record = await signUse(await signerOf(TEST_KEYS.ed25519), USE)
  const expected: ExpectedUse = { ...EXPECTED, approval: `${approval} ` }
  expect(await verifyUse(record, expected, context)).toMatchObject({ reason: 'wrong_grant' })
})

it('is not an approval, and an approval is no use', async () => {
  expect(await verifyUse(approval, EXPECTED, context)).toEqual({
    ok: false,
    step: 'header',
    reason: 'header_refused',
  })
})

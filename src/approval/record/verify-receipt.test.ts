import { expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  APPROVAL,
  expectedReceiptOf,
  MADE_AT,
  receiptOf,
  sampleRing,
  signerOf,
  signPayload,
  TEST_KEYS,
} from '../../testing/record-samples.ts'
import type { Receipt } from './receipt.ts'
import { recordDigest } from './record-digests.ts'
import { signApproval, signReceipt } from './sign-record.ts'
import { verifyReceipt } from './verify-receipt.ts'

const hasher = createNodeHasher()
const context = { keys: sampleRing(), hasher, now: MADE_AT + 20_000 }
const approval = await signApproval(await signerOf(TEST_KEYS.ed25519), APPROVAL)
const RECEIPT = receiptOf(approval)
const EXPECTED = expectedReceiptOf(approval)
const OTHER = `sha-256:${hasher.sha256('another')}`
const made = MADE_AT / 1000

it('counts for the approval and the action that it speaks of, also years later', async () => {
  const record = await signReceipt(await signerOf(TEST_KEYS.es256), RECEIPT)
  const now = MADE_AT + 100_000_000_000
  expect(await verifyReceipt(record, EXPECTED, { ...context, now })).toEqual({
    ok: true,
    receipt: RECEIPT,
  })
})

const action = (change: Partial<Receipt['action']>): Partial<Receipt> => ({
  action: { ...RECEIPT.action, ...change },
})

// biome-ignore format: one row a fault, so that it reads as a table
it.each<{ fault: string; change: object; step: string; reason: string }>([
  { fault: 'a member that nobody knows', change: { more: 1 }, step: 'schema', reason: 'malformed' },
  { fault: 'a contradiction', change: { executed: 'no' }, step: 'schema', reason: 'malformed' },
  { fault: 'another executor', change: { iss: 'https://other.example' }, step: 'parties', reason: 'wrong_issuer' },
  { fault: 'another tenant', change: { tnt: 't_8' }, step: 'parties', reason: 'wrong_tenant' },
  { fault: 'made in the future', change: { iat: made + 51 }, step: 'time', reason: 'not_yet_valid' },
  { fault: 'an end in the future', change: { ended: made + 51 }, step: 'time', reason: 'not_yet_valid' },
  { fault: 'another user', change: { sub: 'u_9' }, step: 'caller', reason: 'wrong_subject' },
  { fault: 'another agent', change: { act: { sub: 'other-bot' } }, step: 'caller', reason: 'wrong_agent' },
  { fault: 'another tool', change: action({ tool: 'refund_orders' }), step: 'action', reason: 'wrong_tool' },
  { fault: 'another operation', change: action({ op: 'op_other' }), step: 'action', reason: 'wrong_operation' },
  { fault: 'other arguments', change: action({ args: OTHER }), step: 'arguments', reason: 'args_mismatch' },
  { fault: 'another approval', change: { approval: OTHER }, step: 'consistency', reason: 'wrong_grant' },
  { fault: 'no approval', change: { approval: null }, step: 'consistency', reason: 'wrong_grant' },
  { fault: 'a use that nobody knows', change: { use: OTHER }, step: 'consistency', reason: 'wrong_grant' },
])('$fault: $step, $reason', async ({ change, step, reason }) => {
  const record = await signPayload(TEST_KEYS.es256, 'tool-receipt+jwt', { ...RECEIPT, ...change })
  expect(await verifyReceipt(record, EXPECTED, context)).toEqual({ ok: false, step, reason })
})

it.each([
  { grants: 'a rule alone', approval: null, use: null },
  { grants: 'an approval and its use', approval, use: 'the record of a use' },
])('counts for what $grants allowed', async ({ approval, use }) => {
  const digestOf = (text: string | null): string | null =>
    text === null ? null : recordDigest(hasher, text)
  const receipt = { ...RECEIPT, approval: digestOf(approval), use: digestOf(use) }
  const record = await signReceipt(await signerOf(TEST_KEYS.es256), receipt)
  expect((await verifyReceipt(record, { ...EXPECTED, approval, use }, context)).ok).toBe(true)
})

it.each([
  { at: 30, ok: true },
  { at: 31, ok: false },
])('may be $at s ahead of the verifier: $ok', async ({ at, ok }) => {
  const iat = made + 20 + at
  const record = await signReceipt(await signerOf(TEST_KEYS.es256), { ...RECEIPT, iat })
  expect((await verifyReceipt(record, EXPECTED, context)).ok).toBe(ok)
})

it('does not count when its key was retired before', async () => {
  const record = await signReceipt(await signerOf(TEST_KEYS.es256), RECEIPT)
  const keys = sampleRing({ exp: RECEIPT.iat - 31 })
  expect(await verifyReceipt(record, EXPECTED, { ...context, keys })).toMatchObject({
    reason: 'key_out_of_period',
  })
})

import { checkAction, checkKeyPeriod, type ExpectedAction } from './checks.ts'
import { openRecord, readPayload, SKEW_MS } from './open-record.ts'
import { isReceipt, type Receipt } from './receipt.ts'
import { recordDigest } from './record-digests.ts'
import { type Refused, refuse } from './refusal.ts'
import type { VerifyContext } from './verify-approval.ts'

/** What a receipt must be about. */
export interface ExpectedReceipt {
  /** The executor. */
  readonly issuer: string
  readonly tenant: string
  readonly user: string
  readonly agent: string
  readonly action: Omit<ExpectedAction, 'args' | 'salt'>
  /** Digest of the arguments, as the approval or the audit log holds it. */
  readonly args: string
  /** The record of the approval that was spent; null where a rule permitted. */
  readonly approval: string | null
  /** The record of the use, where the approval was a standing one. */
  readonly use: string | null
}

/** A receipt that speaks of what was expected, or the first step that it fails. */
export type ReceiptVerdict = { readonly ok: true; readonly receipt: Receipt } | Refused

/** Verifies what an executor says became of an action, in the order of {@link verifyApproval}. A receipt does not expire. */
export async function verifyReceipt(
  record: unknown,
  expected: ExpectedReceipt,
  context: Omit<VerifyContext, 'evidence'>,
): Promise<ReceiptVerdict> {
  const opened = await openRecord(record, 'tool-receipt+jwt', expected.issuer, context)
  if (!opened.ok) return opened
  const receipt = readPayload(opened.payload, isReceipt)
  if (receipt === null) return refuse('schema', 'malformed')
  return (
    checkParties(receipt, expected) ??
    checkMade(receipt, context.now) ??
    checkKeyPeriod(receipt.iat, opened.key) ??
    checkCaller(receipt, expected) ??
    checkAction(receipt.action, expected.action) ??
    checkArguments(receipt, expected) ??
    checkGrant(receipt, expected, context) ?? { ok: true, receipt }
  )
}

function checkParties({ iss, tnt }: Receipt, { issuer, tenant }: ExpectedReceipt): Refused | null {
  if (iss !== issuer) return refuse('parties', 'wrong_issuer')
  return tnt === tenant ? null : refuse('parties', 'wrong_tenant')
}

function checkMade({ iat, ended }: Receipt, now: number): Refused | null {
  return Math.max(iat, ended) * 1000 > now + SKEW_MS ? refuse('time', 'not_yet_valid') : null
}

function checkCaller({ sub, act }: Receipt, { user, agent }: ExpectedReceipt): Refused | null {
  if (sub !== user) return refuse('caller', 'wrong_subject')
  return act.sub === agent ? null : refuse('caller', 'wrong_agent')
}

function checkArguments({ action }: Receipt, { args }: ExpectedReceipt): Refused | null {
  return action.args === args ? null : refuse('arguments', 'args_mismatch')
}

function checkGrant(
  receipt: Receipt,
  { approval, use }: ExpectedReceipt,
  { hasher }: Pick<VerifyContext, 'hasher'>,
): Refused | null {
  const digestOf = (record: string | null): string | null =>
    record === null ? null : recordDigest(hasher, record)
  const same = receipt.approval === digestOf(approval) && receipt.use === digestOf(use)
  return same ? null : refuse('consistency', 'wrong_grant')
}

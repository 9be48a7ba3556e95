import {
  checkAction,
  checkArguments,
  checkParties,
  checkTime,
  type ExpectedAction,
  type ExpectedParties,
} from './checks.ts'
import { openRecord, readPayload } from './open-record.ts'
import { recordDigest } from './record-digests.ts'
import { type Refused, refuse } from './refusal.ts'
import { isUse, type Use } from './use.ts'
import type { VerifyContext } from './verify-approval.ts'

/** What the verifier knows by itself. The issuer of a use is whoever exercises the approval. */
export interface ExpectedUse extends ExpectedParties {
  /** RFC 7638 thumbprint of the key that the approval was given to. */
  readonly holder: string
  /** The record of the approval that is exercised. */
  readonly approval: string
  readonly action: ExpectedAction
}

/** A use that counts, or the first step that it fails. */
export type UseVerdict = { readonly ok: true; readonly use: Use } | Refused

/** A use is valid for a minute at most, whatever it says. */
const MAX_USE_SECONDS = 60

/** Verifies that the holder of an approval binds it to exactly one action, in the order of {@link verifyApproval}. */
export async function verifyUse(
  record: unknown,
  expected: ExpectedUse,
  context: Omit<VerifyContext, 'evidence'>,
): Promise<UseVerdict> {
  const opened = await openRecord(record, 'tool-use+jwt', expected.issuer, context)
  if (!opened.ok) return opened
  const use = readPayload(opened.payload, isUse)
  if (use === null) return refuse('schema', 'malformed')
  return (
    checkParties(use, expected) ??
    checkTime({ ...use, nbf: use.iat }, opened.key, context.now, MAX_USE_SECONDS) ??
    checkHolder(use, expected, opened.key.thumbprint, context) ??
    checkAction(use.action, expected.action) ??
    checkArguments(use.action, expected.action, context.hasher) ?? { ok: true, use }
  )
}

function checkHolder(
  { gh }: Use,
  { holder, approval }: ExpectedUse,
  thumbprint: string,
  { hasher }: Pick<VerifyContext, 'hasher'>,
): Refused | null {
  if (thumbprint !== holder) return refuse('caller', 'wrong_holder')
  return gh === recordDigest(hasher, approval) ? null : refuse('caller', 'wrong_grant')
}

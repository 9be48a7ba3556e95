import type { Shown } from '../../core/approver.ts'
import { type Assurance, reachesAssurance } from '../../core/assurance.ts'
import type { Hasher } from '../../json/hasher.ts'
import { type Approval, type Evidence, isApproval, type RecordApprover } from './approval.ts'
import {
  checkAction,
  checkArguments,
  checkParties,
  checkTime,
  type ExpectedAction,
  type ExpectedParties,
} from './checks.ts'
import type { KeyRing } from './key-ring.ts'
import { openRecord, readPayload } from './open-record.ts'
import { actionDigest, evidenceChallenge, shownDigest } from './record-digests.ts'
import { type Refused, refuse } from './refusal.ts'

/** What the verifier knows by itself, from its configuration and from this request; nothing of it comes from the record. */
export interface ExpectedApproval extends ExpectedParties {
  /** The authenticated caller of this request. */
  readonly user: string
  /** The authenticated agent of this request. */
  readonly agent: string
  readonly action: ExpectedAction
  /** What must have been shown; null where the verifier cannot know it, and only the issuer's word remains. */
  readonly shown: Shown | null
  /** The policy that holds now; null where the policy is evaluated again with the approval as an input. */
  readonly policy: { readonly id: string; readonly digest: string } | null
  /** The least assurance that counts. */
  readonly assurance: Assurance
}

/** Whether a passkey's signature over the challenge is one of this approver's, with user verification. */
export type EvidenceCheck = (
  evidence: Evidence,
  challenge: string,
  approver: RecordApprover,
) => Promise<boolean>

/** What a verification works with. */
export interface VerifyContext {
  readonly keys: KeyRing
  readonly hasher: Hasher
  /** Epoch ms. For a record of the past: when an outside checkpoint proves that it existed. */
  readonly now: number
  /** Without it no record counts for more than level 2. */
  readonly evidence?: EvidenceCheck
}

/** An approval that counts for what was expected, or the first step that it fails. */
export type ApprovalVerdict = { readonly ok: true; readonly approval: Approval } | Refused

/** An approval of one action is valid for 15 minutes at most, whatever it says. */
export const MAX_APPROVAL_SECONDS = 900

/**
 * Verifies an approval for exactly one action. The order of these lines is the security model: nothing is read before it is
 * signed, and nothing is spent here. Whoever executes consumes the approval afterwards, in the ledger.
 * Rejects only when the ring or the evidence check does; nothing may be executed then.
 */
export async function verifyApproval(
  record: unknown,
  expected: ExpectedApproval,
  context: VerifyContext,
): Promise<ApprovalVerdict> {
  const opened = await openRecord(record, 'tool-approval+jwt', expected.issuer, context)
  if (!opened.ok) return opened
  const approval = readPayload(opened.payload, isApproval)
  if (approval === null) return refuse('schema', 'malformed')
  return (
    checkParties(approval, expected) ??
    checkTime(approval, opened.key, context.now, MAX_APPROVAL_SECONDS) ??
    checkCaller(approval, expected) ??
    checkAction(approval.action, expected.action) ??
    checkArguments(approval.action, expected.action, context.hasher) ??
    checkConsistency(approval, expected, context.hasher) ??
    (await checkAssurance(approval, expected, context)) ?? { ok: true, approval }
  )
}

/** Step 6. */
function checkCaller({ sub, act }: Approval, { user, agent }: ExpectedApproval): Refused | null {
  if (sub !== user) return refuse('caller', 'wrong_subject')
  return act.sub === agent ? null : refuse('caller', 'wrong_agent')
}

/** Step 9. Runs after the arguments' step, which knows the salt to be well formed. */
function checkConsistency(
  approval: Approval,
  expected: ExpectedApproval,
  hasher: Hasher,
): Refused | null {
  const { ah, shown, pol, action } = approval
  if (ah !== actionDigest(hasher, approval)) return refuse('consistency', 'action_mismatch')
  if (
    expected.shown !== null &&
    shown.d !== shownDigest(hasher, expected.action.salt, expected.shown)
  ) {
    return refuse('consistency', 'shown_mismatch')
  }
  if (action.cls === 'irreversible' && !shown.full) return refuse('consistency', 'not_fully_shown')
  const samePolicy =
    expected.policy === null || (pol.id === expected.policy.id && pol.d === expected.policy.digest)
  return samePolicy ? null : refuse('consistency', 'policy_changed')
}

/** Step 10. */
async function checkAssurance(
  approval: Approval,
  { assurance }: ExpectedApproval,
  context: VerifyContext,
): Promise<Refused | null> {
  const proven = await provenAssurance(approval, context)
  return reachesAssurance(proven, assurance) ? null : refuse('assurance', 'assurance_too_low')
}

/** Levels 3 and 4 are the approver's own signature, so that a service that lies cannot reach them. */
async function provenAssurance(
  approval: Approval,
  { hasher, evidence }: VerifyContext,
): Promise<Assurance> {
  const { lvl, ev } = approval.apr
  if (lvl !== 3 && lvl !== 4) return lvl
  if (ev === undefined || evidence === undefined) return 2
  // Evidence that is there and wrong is a forgery, not a weaker approval.
  return (await evidence(ev, evidenceChallenge(hasher, approval), approval.apr)) ? lvl : 0
}

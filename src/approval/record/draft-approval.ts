import type { Answer, ApprovalRequest } from '../../core/approver.ts'
import { ToolnotaryError } from '../../errors.ts'
import type { Hasher } from '../../json/hasher.ts'
import type { Approval, Epochs } from './approval.ts'
import { actionDigest, shownDigest } from './record-digests.ts'
import { MAX_APPROVAL_SECONDS } from './verify-approval.ts'

/** What a record says beyond the question and the answer. */
export interface ApprovalDraft {
  readonly request: ApprovalRequest
  readonly answer: Answer
  /** Salt of the operation. */
  readonly salt: string
  /** The approval service. */
  readonly issuer: string
  /** The last verifier before the side effect. */
  readonly audience: string
  /** Canonical identity of the server in the tool's contract. */
  readonly server: string
  /** Who authenticated the person. */
  readonly approverIssuer: string
  /** The template that rendered the question, with its version. */
  readonly template: string
  readonly policy: { readonly id: string; readonly digest: string }
  readonly epochs: Epochs
  /** Epoch ms. */
  readonly now: number
}

/**
 * The payload of an approval from the question and the answer to it. It expires with the request, and after 15 minutes at
 * the latest.
 * Throws `record_invalid` for an answer that is not a yes of a person, and for a request that has expired.
 */
export function draftApproval(hasher: Hasher, draft: ApprovalDraft): Approval {
  const { request, answer, salt, now } = draft
  const { assurance } = answer
  if (answer.kind !== 'approved' || assurance === 0)
    throw new ToolnotaryError('record_invalid', { member: 'answer' })
  const iat = Math.floor(now / 1000)
  const exp = Math.min(Math.floor(request.expiresAt / 1000), iat + MAX_APPROVAL_SECONDS)
  if (exp <= iat) throw new ToolnotaryError('record_invalid', { member: 'exp' })
  const bound = {
    v: 1,
    aud: draft.audience,
    sub: request.caller.user,
    tnt: request.caller.tenant,
    action: {
      kind: 'exact',
      srv: draft.server,
      tool: request.tool,
      def: request.contract,
      args: request.args,
      op: request.operation,
      cls: request.effect,
    },
    // Everything is always shown: the rows, and below them the whole text.
    shown: {
      tmpl: draft.template,
      d: shownDigest(hasher, salt, request.shown),
      full: true,
      masked: [],
    },
  } as const
  return {
    ...bound,
    iss: draft.issuer,
    jti: request.id,
    iat,
    nbf: iat,
    exp,
    act: { sub: request.caller.agent },
    apr: { iss: draft.approverIssuer, sub: answer.by.user, lvl: assurance, ch: answer.by.channel },
    ah: actionDigest(hasher, bound),
    use: { max: 1 },
    pol: { id: draft.policy.id, d: draft.policy.digest },
    ep: draft.epochs,
  }
}

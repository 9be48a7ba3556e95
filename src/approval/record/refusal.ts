import type { ErrorCode } from '../../errors.ts'

/** The steps of a verification, in their order. */
export type VerifyStep =
  | 'form'
  | 'header'
  | 'signature'
  | 'schema'
  | 'parties'
  | 'time'
  | 'caller'
  | 'action'
  | 'arguments'
  | 'consistency'
  | 'assurance'

/** Why a record is refused: for the audit log and the operator, not for whoever presents it. */
export type RefusalReason =
  | 'malformed'
  | 'header_refused'
  | 'unknown_key'
  | 'keys_unavailable'
  | 'key_revoked'
  | 'bad_signature'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'wrong_tenant'
  | 'not_yet_valid'
  | 'expired'
  | 'too_long_valid'
  | 'key_out_of_period'
  | 'wrong_subject'
  | 'wrong_agent'
  | 'wrong_holder'
  | 'wrong_grant'
  | 'wrong_tool'
  | 'tool_changed'
  | 'wrong_operation'
  | 'args_mismatch'
  | 'action_mismatch'
  | 'shown_mismatch'
  | 'not_fully_shown'
  | 'policy_changed'
  | 'assurance_too_low'

/** A record that does not count. */
export interface Refused {
  readonly ok: false
  readonly step: VerifyStep
  readonly reason: RefusalReason
}

/** Makes a refusal. */
export function refuse(step: VerifyStep, reason: RefusalReason): Refused {
  return Object.freeze({ ok: false, step, reason })
}

type PublicCode = Extract<
  ErrorCode,
  'approval_unusable' | 'approval_expired' | 'assurance_too_low' | 'keys_unavailable'
>

/**
 * What whoever presents the record may learn. Everything that says how close a forgery came is one code: a stranger cannot
 * tell a wrong signature from an unknown key or another user's record.
 */
export function publicReason(reason: RefusalReason): PublicCode {
  switch (reason) {
    case 'expired':
      return 'approval_expired'
    case 'assurance_too_low':
      return 'assurance_too_low'
    case 'keys_unavailable':
      return 'keys_unavailable'
    case 'malformed':
    case 'header_refused':
    case 'unknown_key':
    case 'key_revoked':
    case 'bad_signature':
    case 'wrong_issuer':
    case 'wrong_audience':
    case 'wrong_tenant':
    case 'not_yet_valid':
    case 'too_long_valid':
    case 'key_out_of_period':
    case 'wrong_subject':
    case 'wrong_agent':
    case 'wrong_holder':
    case 'wrong_grant':
    case 'wrong_tool':
    case 'tool_changed':
    case 'wrong_operation':
    case 'args_mismatch':
    case 'action_mismatch':
    case 'shown_mismatch':
    case 'not_fully_shown':
    case 'policy_changed':
      return 'approval_unusable'
  }
}

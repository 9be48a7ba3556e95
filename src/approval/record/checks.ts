import type { Effect } from '../../core/tool.ts'
import type { Hasher } from '../../json/hasher.ts'
import type { ExactAction } from './action.ts'
import type { PublicKey } from './key-set.ts'
import { SKEW_MS } from './open-record.ts'
import { argsDigest } from './record-digests.ts'
import { type Refused, refuse } from './refusal.ts'

/** Whose record it must be and for whom. */
export interface ExpectedParties {
  readonly issuer: string
  readonly audience: string
  readonly tenant: string
}

/** The action that is about to be dispatched, as the verifier itself knows it. */
export interface ExpectedAction {
  readonly server: string
  readonly tool: string
  /** Digest of the contract that is pinned and dispatched. */
  readonly contract: string
  readonly effect: Effect
  readonly operation: string
  /** Canonical text of the arguments that were received and will run. */
  readonly args: string
  /** The salt that came with the record or lies beside the arguments. */
  readonly salt: string
}

/** Step 4. */
export function checkParties(
  { iss, aud, tnt }: { readonly iss: string; readonly aud: string; readonly tnt: string },
  { issuer, audience, tenant }: ExpectedParties,
): Refused | null {
  if (iss !== issuer) return refuse('parties', 'wrong_issuer')
  if (aud !== audience) return refuse('parties', 'wrong_audience')
  return tnt === tenant ? null : refuse('parties', 'wrong_tenant')
}

/** Step 5. The ledger's own clock decides again when the record is consumed; this is the check without it. */
export function checkTime(
  { iat, nbf, exp }: { readonly iat: number; readonly nbf: number; readonly exp: number },
  key: PublicKey,
  now: number,
  longestSeconds: number,
): Refused | null {
  // A reader has made sure that nbf is not before iat.
  if (nbf * 1000 > now + SKEW_MS) return refuse('time', 'not_yet_valid')
  if (exp * 1000 + SKEW_MS <= now) return refuse('time', 'expired')
  if (exp - iat > longestSeconds) return refuse('time', 'too_long_valid')
  return checkKeyPeriod(iat, key)
}

/** Whether the key was in use when the record says that it was made. */
export function checkKeyPeriod(iat: number, { validFrom, validTo }: PublicKey): Refused | null {
  const early = iat * 1000 + SKEW_MS < validFrom
  const late = validTo !== null && iat * 1000 - SKEW_MS > validTo
  return early || late ? refuse('time', 'key_out_of_period') : null
}

/** Step 7. */
export function checkAction(
  action: ExactAction,
  expected: Omit<ExpectedAction, 'args' | 'salt'>,
): Refused | null {
  if (action.srv !== expected.server || action.tool !== expected.tool)
    return refuse('action', 'wrong_tool')
  if (action.def !== expected.contract || action.cls !== expected.effect)
    return refuse('action', 'tool_changed')
  return action.op === expected.operation ? null : refuse('action', 'wrong_operation')
}

/** Step 8: the digest is made again from the arguments that will run. */
export function checkArguments(
  action: ExactAction,
  expected: ExpectedAction,
  hasher: Hasher,
): Refused | null {
  return action.args === digestOf(expected, hasher) ? null : refuse('arguments', 'args_mismatch')
}

function digestOf({ args, salt }: ExpectedAction, hasher: Hasher): string | null {
  try {
    return argsDigest(hasher, salt, args)
  } catch {
    // The salt travels with the record, so it may be anything.
    return null
  }
}

import type { Assurance } from '../../core/assurance.ts'
import { type ExactAction, isExactAction } from './action.ts'
import {
  closed,
  isBytes,
  isCount,
  isDigest,
  isFlag,
  isId,
  isName,
  isSeconds,
  listOf,
  oneOf,
  optional,
} from './shape.ts'

/** A passkey's signature over the record (WebAuthn Level 3), each member base64url. */
export interface Evidence {
  readonly type: 'webauthn'
  /** Credential id. */
  readonly cred: string
  /** `clientDataJSON`. */
  readonly cdj: string
  /** `authenticatorData`. */
  readonly ad: string
  readonly sig: string
}

/** The person who decided, as the channel authenticated them. */
export interface RecordApprover {
  /** Who authenticated the person. */
  readonly iss: string
  readonly sub: string
  /** When the person last authenticated, in seconds. */
  readonly auth_time?: number
  /** What the issuer says stands behind the yes. Never 0: what a model, tool or agent made is not a record. */
  readonly lvl: Exclude<Assurance, 0>
  /** Channel, in constant words. */
  readonly ch: string
  /** From level 3 on. Without it, or where it cannot be checked, the level counts as 2. */
  readonly ev?: Evidence
}

/** What the person was shown. */
export interface RecordShown {
  /** The registered template that rendered it, with its version. */
  readonly tmpl: string
  readonly loc?: string
  /** Salted digest of the rendering. */
  readonly d: string
  /** Whether nothing of the arguments was kept back. */
  readonly full: boolean
  /** JSON Pointers (RFC 6901) of the arguments that were kept back. */
  readonly masked: readonly string[]
}

/** Counters that an approval was made under; raising one revokes everything made under it. */
export interface Epochs {
  /** Of the tenant. */
  readonly t: number
  /** Of the user. */
  readonly u: number
  /** Of the agent. */
  readonly a: number
}

/** The payload of an approval: one person's yes to one action. Times are whole seconds (NumericDate). */
export interface Approval {
  readonly v: 1
  /** The approval service; its keys are pinned. */
  readonly iss: string
  /** Exactly one: the last verifier before the side effect. */
  readonly aud: string
  /** On whose behalf, qualified by its issuer where there are several. */
  readonly sub: string
  readonly tnt: string
  /** The approval's id. A replay is found by it, never by the text of the record. */
  readonly jti: string
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  /** The agent that asked. */
  readonly act: { readonly sub: string }
  readonly apr: RecordApprover
  readonly action: ExactAction
  /** Digest of `{ v, aud, sub, tnt, action, shown }`: equal in the approvals that several people give to one action. */
  readonly ah: string
  readonly shown: RecordShown
  readonly use: { readonly max: 1 }
  /** The policy that asked. */
  readonly pol: { readonly id: string; readonly d: string }
  readonly ep: Epochs
}

const isEvidence = closed<Evidence>({
  type: oneOf('webauthn'),
  cred: isBytes,
  cdj: isBytes,
  ad: isBytes,
  sig: isBytes,
})

const isApprover = closed<RecordApprover>({
  iss: isName,
  sub: isName,
  auth_time: optional(isSeconds),
  lvl: oneOf('asserted', 1, 2, 3, 4),
  ch: isName,
  ev: optional(isEvidence),
})

const isShown = closed<RecordShown>({
  tmpl: isName,
  loc: optional(isName),
  d: isDigest,
  full: isFlag,
  masked: listOf(isName, 64),
})

const hasMembers = closed<Approval>({
  v: oneOf(1),
  iss: isName,
  aud: isName,
  sub: isName,
  tnt: isName,
  jti: isId,
  iat: isSeconds,
  nbf: isSeconds,
  exp: isSeconds,
  act: closed<Approval['act']>({ sub: isName }),
  apr: isApprover,
  action: isExactAction,
  ah: isDigest,
  shown: isShown,
  use: closed<Approval['use']>({ max: oneOf(1) }),
  pol: closed<Approval['pol']>({ id: isName, d: isDigest }),
  ep: closed<Epochs>({ t: isCount, u: isCount, a: isCount }),
})

/** Whether a parsed payload is an approval and nothing more, and does not contradict itself. */
export function isApproval(value: unknown): value is Approval {
  return hasMembers(value) && agrees(value)
}

function agrees({ iat, nbf, exp, apr, shown }: Approval): boolean {
  if (iat > nbf || nbf >= exp) return false
  if (apr.ev !== undefined && apr.lvl !== 3 && apr.lvl !== 4) return false
  return shown.full === (shown.masked.length === 0)
}

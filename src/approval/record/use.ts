import { type ExactAction, isExactAction } from './action.ts'
import { closed, isDigest, isId, isName, isSeconds, oneOf } from './shape.ts'

/** The payload of a use: whoever holds a standing approval binds it to one action. Times are whole seconds. */
export interface Use {
  readonly v: 1
  /** Who exercises the approval. */
  readonly iss: string
  readonly aud: string
  readonly tnt: string
  readonly jti: string
  readonly iat: number
  readonly exp: number
  /** Digest of the approval that is exercised, byte for byte. */
  readonly gh: string
  readonly action: ExactAction
}

const hasMembers = closed<Use>({
  v: oneOf(1),
  iss: isName,
  aud: isName,
  tnt: isName,
  jti: isId,
  iat: isSeconds,
  exp: isSeconds,
  gh: isDigest,
  action: isExactAction,
})

/** Whether a parsed payload is a use and nothing more, and does not contradict itself. */
export function isUse(value: unknown): value is Use {
  return hasMembers(value) && value.iat < value.exp
}

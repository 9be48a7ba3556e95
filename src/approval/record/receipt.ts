import type { EndingKind, Executed } from '../../core/outcome.ts'
import { type ExactAction, isExactAction } from './action.ts'
import { closed, isDigest, isId, isName, isSeconds, nullable, oneOf } from './shape.ts'

/** How a call can end for good. */
export type ReceiptEnding = Exclude<EndingKind, 'pending' | 'waiting_input' | 'running'>

/** The payload of a receipt: what the executor says became of one operation. Times are whole seconds. */
export interface Receipt {
  readonly v: 1
  /** The executor. */
  readonly iss: string
  readonly sub: string
  readonly tnt: string
  readonly jti: string
  readonly iat: number
  readonly act: { readonly sub: string }
  readonly action: ExactAction
  /** Digest of the approval's record, byte for byte; null where a rule permitted. */
  readonly approval: string | null
  /** Digest of the use, where the approval was a standing one. */
  readonly use: string | null
  readonly ending: ReceiptEnding
  readonly executed: Executed
  /** Salted digest of the result as it left the gate; null where there is none. */
  readonly result: string | null
  /** When the right to execute was taken; null when it never was. */
  readonly began: number | null
  readonly ended: number
}

const NO: readonly Executed[] = ['no']
const YES: readonly Executed[] = ['yes']
const NO_OR_UNKNOWN: readonly Executed[] = ['no', 'unknown']

/** What each ending may say of execution. */
const EXECUTED: ReadonlyMap<string, readonly Executed[]> = new Map(
  Object.entries({
    completed: YES,
    limited: NO,
    invalid: NO,
    unknown_tool: NO,
    quarantined: NO,
    denied: NO,
    declined: NO,
    expired: NO,
    revoked: NO,
    unavailable: NO,
    tool_error: YES,
    bad_output: YES,
    cancelled: NO_OR_UNKNOWN,
    timed_out: NO_OR_UNKNOWN,
    unknown: ['unknown'],
  } satisfies Record<ReceiptEnding, readonly Executed[]>),
)

const hasMembers = closed<Receipt>({
  v: oneOf(1),
  iss: isName,
  sub: isName,
  tnt: isName,
  jti: isId,
  iat: isSeconds,
  act: closed<Receipt['act']>({ sub: isName }),
  action: isExactAction,
  approval: nullable(isDigest),
  use: nullable(isDigest),
  ending: oneOf(...EXECUTED.keys()),
  executed: oneOf('no', 'yes', 'unknown'),
  result: nullable(isDigest),
  began: nullable(isSeconds),
  ended: isSeconds,
})

/** Whether a parsed payload is a receipt and nothing more, and does not contradict itself. */
export function isReceipt(value: unknown): value is Receipt {
  return hasMembers(value) && agrees(value)
}

function agrees({ ending, executed, began, ended, use, approval }: Receipt): boolean {
  if (EXECUTED.get(ending)?.includes(executed) !== true) return false
  // What ran was begun, and ends after that.
  if (began === null ? executed !== 'no' : began > ended) return false
  return use === null || approval !== null
}

import type { ErrorCode } from '../errors.ts'
import type { JsonObject } from '../json/value.ts'
import type { Caller, CallerInput } from './caller.ts'
import type { GateTool } from './gate-context.ts'
import type { OperationRef } from './operation.ts'
import type { Placement } from './placement.ts'

/** What an adapter hands in: untrusted but for the caller, who comes from the transport or the application's session. */
export interface CallRequest {
  readonly tool: string
  /** JSON text, or data that a provider's client has parsed already. */
  readonly arguments: unknown
  readonly caller: CallerInput
  /** What names the intent; null makes a new one, which is right only where the protocol has no such name. */
  readonly operation: OperationRef | null
  readonly placement: Placement
  readonly signal?: AbortSignal | undefined
  /** Epoch ms. */
  readonly deadlineAt?: number | undefined
  /** What the adapter found wrong with the call as a whole; it then ends as `invalid`. */
  readonly problem?: Extract<ErrorCode, 'call_id_duplicate' | 'operation_missing'> | undefined
}

/** A call that was read once. Frozen. */
export interface ReceivedCall {
  readonly tool: string
  readonly args: JsonObject
  /** Canonical JSON of `args`. */
  readonly text: string
  readonly caller: Caller
  readonly operation: string
  /** Whether the caller named the operation, so that it may be a known one. */
  readonly named: boolean
  readonly placement: Placement
}

/** A call of a tool that exists and whose contract is accepted. */
export interface ResolvedCall {
  readonly received: ReceivedCall
  readonly target: GateTool
}

/** A call with the arguments that will be judged, shown and run. Frozen. */
export interface ValidatedCall extends ResolvedCall {
  /** With defaults applied, frozen. */
  readonly args: JsonObject
  /** Canonical JSON of `args`. */
  readonly text: string
}

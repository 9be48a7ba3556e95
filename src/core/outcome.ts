import type { ErrorCode } from '../errors.ts'
import type { JsonValue } from '../json/value.ts'
import type { Owner } from './placement.ts'
import type { ToolResult } from './result.ts'
import type { Change } from './sanitizer.ts'
import type { Stage } from './stage.ts'

/** Whether the tool ran. `unknown`: it was sent and nobody can tell. */
export type Executed = 'no' | 'yes' | 'unknown'

/** One thing that is wrong with the arguments, told so that a model can correct it. */
export interface Issue {
  /** JSON Pointer into the arguments (RFC 6901). */
  readonly path: string
  readonly message: string
}

/** The ending of a call before it is known who owned it. */
export type Ending =
  | {
      readonly kind: 'completed'
      readonly executed: 'yes'
      readonly result: ToolResult
      readonly changes: readonly Change[]
    }
  | {
      readonly kind: 'limited'
      readonly executed: 'no'
      readonly reason: ErrorCode
      readonly retryAfterMs: number
    }
  | {
      readonly kind: 'invalid'
      readonly executed: 'no'
      readonly reason: ErrorCode
      readonly issues: readonly Issue[]
    }
  | { readonly kind: 'unknown_tool'; readonly executed: 'no'; readonly reason: ErrorCode }
  | { readonly kind: 'quarantined'; readonly executed: 'no'; readonly reason: ErrorCode }
  | {
      readonly kind: 'denied'
      readonly executed: 'no'
      readonly reason: ErrorCode
      readonly rule: string
    }
  | {
      readonly kind: 'pending'
      readonly executed: 'no'
      readonly reason: ErrorCode
      /** A handle that grants nothing. */
      readonly approval: string
      readonly expiresAt: number
    }
  | { readonly kind: 'declined'; readonly executed: 'no'; readonly reason: ErrorCode }
  | { readonly kind: 'expired'; readonly executed: 'no'; readonly reason: ErrorCode }
  | { readonly kind: 'revoked'; readonly executed: 'no'; readonly reason: ErrorCode }
  | { readonly kind: 'unavailable'; readonly executed: 'no'; readonly reason: ErrorCode }
  | {
      readonly kind: 'tool_error'
      readonly executed: 'yes'
      readonly reason: ErrorCode
      /** What the tool wants the model to read, sanitized; null for every failure that was not meant to be read. */
      readonly message: string | null
    }
  | { readonly kind: 'bad_output'; readonly executed: 'yes'; readonly reason: ErrorCode }
  | { readonly kind: 'cancelled'; readonly executed: 'no' | 'unknown'; readonly reason: ErrorCode }
  | { readonly kind: 'timed_out'; readonly executed: 'no' | 'unknown'; readonly reason: ErrorCode }
  | { readonly kind: 'unknown'; readonly executed: 'unknown'; readonly reason: ErrorCode }
  | {
      readonly kind: 'waiting_input'
      readonly executed: 'unknown'
      readonly reason: ErrorCode
      readonly request: JsonValue
    }
  | {
      readonly kind: 'running'
      readonly executed: 'unknown'
      readonly reason: ErrorCode
      readonly task: string
    }

/** The closed list of endings. */
export type EndingKind = Ending['kind']

/** Where and for whom a call ended. */
export interface Whereabouts {
  readonly tool: string
  /** Null when the call ended before it had one. */
  readonly operation: string | null
  /** The stage that ended the call. */
  readonly stage: Stage
  /** Who owns that stage, in the placement of the call. */
  readonly owners: readonly Owner[]
  /** True when this is the stored ending of an earlier request and nothing ran now. */
  readonly replayed: boolean
}

/** How a call ended. Plain data: it survives JSON. */
export type Outcome = Ending & Whereabouts

import type { Assurance } from './assurance.ts'
import type { Caller } from './caller.ts'
import type { Effect, ShownRow } from './tool.ts'

/** What a person is shown: rows to read first, and all of the arguments. */
export interface Shown {
  readonly rows: readonly ShownRow[]
  /** The canonical text of the arguments: the same text that runs. */
  readonly json: string
}

/** A question to a person about exactly one action. */
export interface ApprovalRequest {
  readonly id: string
  readonly operation: string
  readonly tool: string
  readonly title: string | null
  readonly effect: Effect
  /** Who asks and for whom. */
  readonly caller: Caller
  readonly shown: Shown
  /** Salted digest of the arguments. */
  readonly args: string
  readonly contract: string
  readonly rule: string
  /** The least assurance that counts. */
  readonly assurance: Assurance
  readonly requestedAt: number
  readonly expiresAt: number
}

/** Who answered, as the channel authenticated them. */
export interface ApproverIdentity {
  readonly user: string
  /** Which channel, in constant words. */
  readonly channel: string
}

/** What a person answered. */
export interface Answer {
  readonly kind: 'approved' | 'declined'
  readonly by: ApproverIdentity
  readonly assurance: Assurance
}

/**
 * A way to ask a person. Resolves with the answer, or with null when the question was delivered and the answer will
 * reach the ledger by another way. May throw: the call is then not executed. An answer that comes after the gate has
 * stopped waiting still counts until the request expires.
 */
export interface Approver {
  /** The most that an answer through this channel can carry. */
  readonly assurance: Assurance
  ask(request: ApprovalRequest, context: { readonly signal: AbortSignal }): Promise<Answer | null>
}

import type { Answer, ApprovalRequest } from './approver.ts'
import type { AuditEntry, ChainedEntry } from './audit-entry.ts'

/** Where an operation is. Every edge between two states is one compare-and-swap. */
export type OperationState = 'requested' | 'pending' | 'approved' | 'executing' | 'ended'

/** Where an approval is. `consumed` is spent: it never counts again. */
export type ApprovalState = 'pending' | 'approved' | 'declined' | 'expired' | 'revoked' | 'consumed'

/** One intent that wants to be claimed. */
export interface Claim {
  readonly operation: string
  readonly tenant: string
  /** Keyed digest over caller, agent, tool, contract and arguments: equal for equal intents, useless to an outsider. */
  readonly lookup: string
  readonly tool: string
  /** Canonical text of the arguments: what was judged is what is shown and what runs. */
  readonly args: string
  /** Salt of the arguments' digests; kept with the arguments so that both can be erased. */
  readonly salt: string
  readonly at: number
}

/** An operation as the ledger holds it. */
export interface OperationView {
  readonly operation: string
  readonly state: OperationState
  readonly salt: string
  readonly approval: ApprovalView | null
  /** JSON text of the outcome, when ended. */
  readonly outcome: string | null
  /** When the right to execute ends (epoch ms), while executing. */
  readonly leaseUntil: number | null
  /** How often the operation was begun. */
  readonly attempts: number
}

/** An approval as the ledger holds it. */
export interface ApprovalView {
  readonly state: ApprovalState
  readonly request: ApprovalRequest
  readonly answer: Answer | null
}

/**
 * What a claim met. `held`: the operation, new or known, in its state; a new id whose tenant and lookup equal those of an
 * operation with an open question is given that one, and finds it from then on. `mismatch`: the id belongs to another
 * tenant or lookup.
 */
export type Claimed =
  | { readonly kind: 'held'; readonly operation: OperationView; readonly created: boolean }
  | { readonly kind: 'mismatch' }

/** What {@link Ledger.begin} needs to let an operation run. */
export interface Begin {
  readonly operation: string
  /** The approval that is spent, or null where a rule permits. */
  readonly approval: string | null
  /** When another process may conclude that this one is gone (epoch ms). */
  readonly leaseUntil: number
  /** The attempt whose lease is over and that this one takes over, or null for the first. */
  readonly retakes: number | null
  readonly at: number
  readonly audit: AuditEntry
}

/** An entry with the arguments that it speaks of, which are kept apart from the log so that they can be erased. */
export interface AuditRecord {
  readonly entry: AuditEntry
  readonly kept: { readonly salt: string; readonly args: string } | null
}

/** Whether the operation may run now. `lost`: another leg has it or has ended it. */
export type Begun =
  | { readonly kind: 'begun'; readonly attempt: number }
  | { readonly kind: 'lost'; readonly operation: OperationView }
  | {
      readonly kind: 'refused'
      readonly reason: 'approval_expired' | 'approval_revoked' | 'approval_unusable'
    }

/** What {@link Ledger.settle} writes. */
export interface Settle {
  readonly operation: string
  /** The attempt that ends. A later attempt, or an ended operation, is not overwritten. */
  readonly attempt: number
  /** JSON text of the outcome. */
  readonly outcome: string
  readonly audit: AuditEntry
}

/**
 * Operations, approvals, intents and audit in one place, because they share one transaction. Every method resolves only
 * once what it says is durable, and rejects with a `ledger_…` code when it is not; the caller then does not execute. Writes
 * take effect in the order in which they were made; false, `lost` and `refused` leave no entry. What comes back is frozen.
 */
export interface Ledger {
  /** Secret of the look-up digests (32 bytes): as durable as the operations that are found by it. */
  readonly lookupKey: Uint8Array
  /**
   * Makes the operation known, or finds what is known of it. Of its own a claim need not survive a power cut: nothing has
   * happened yet. It is durable with the first write after it.
   */
  claim(claim: Claim): Promise<Claimed>
  /** requested → pending; false when another leg was first. */
  request(request: ApprovalRequest, audit: AuditEntry): Promise<boolean>
  /** pending → approved or declined, while `audit.at` is before its expiry; false when it was decided or expired already. */
  decide(approval: string, answer: Answer, audit: AuditEntry): Promise<boolean>
  /** pending or approved → expired or revoked; false when it was spent or over already. */
  close(approval: string, state: 'expired' | 'revoked', audit: AuditEntry): Promise<boolean>
  /**
   * One transaction: the operation's state, the approval spent, the intent and its audit entry. `refused` and `lost` write
   * nothing. Rejects with `ledger_unavailable` for an operation that nobody claimed.
   */
  begin(begin: Begin): Promise<Begun>
  /** One transaction: the outcome and its audit entry; false when that attempt does not hold the operation any more. */
  settle(settle: Settle): Promise<boolean>
  /** Adds entries to the audit log, in order. */
  append(records: readonly AuditRecord[]): Promise<void>
  /** What is known of an operation, by its id or one that joined it, or null. */
  find(operation: string): Promise<OperationView | null>
  /** What is known of an approval, or null. */
  findApproval(approval: string): Promise<ApprovalView | null>
  /**
   * Resolves when the operation is not in `state`, the signal aborts, or the ledger is disposed; may resolve early, so look
   * again.
   */
  changed(operation: string, state: OperationState, signal: AbortSignal): Promise<void>
  /** The audit log in order, from a place on. */
  entries(fromSeq?: number): AsyncIterable<ChainedEntry>
  /** Finishes what is on its way and gives everything back. */
  dispose(): Promise<void>
}

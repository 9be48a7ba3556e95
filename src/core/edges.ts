import type { ApprovalRequest } from './approver.ts'
import type { ApprovalState, Begin, Begun, OperationState, Settle } from './ledger.ts'

/** What every compare-and-swap looks at: an {@link OperationView}, or less where a store reads less. */
export interface Standing {
  readonly state: OperationState
  readonly attempts: number
  readonly leaseUntil: number | null
  readonly approval: StandingApproval | null
}

/** The part of an approval that decides whether it still counts. */
export interface StandingApproval {
  readonly state: ApprovalState
  readonly request: Pick<ApprovalRequest, 'id' | 'expiresAt'>
}

/** Whether an operation may run now, and if not, why. A store asks inside its transaction and then writes. */
export type BeginVerdict =
  | { readonly kind: 'begun' | 'lost' }
  | Extract<Begun, { readonly kind: 'refused' }>

const BEGUN: BeginVerdict = Object.freeze({ kind: 'begun' })
const LOST: BeginVerdict = Object.freeze({ kind: 'lost' })

/** Judges {@link Ledger.begin}: the one place that says who may execute. */
export function judgeBegin(found: Standing, begin: Begin): BeginVerdict {
  if (begin.retakes !== null) return mayRetake(found, begin) ? BEGUN : LOST
  if (begin.approval !== null) return judgeApproval(found, begin.approval, begin.at)
  switch (found.state) {
    case 'requested':
      return BEGUN
    case 'pending':
    case 'approved':
      // Once a person was asked, no rule takes the question back.
      return refused('approval_unusable')
    case 'executing':
    case 'ended':
      return LOST
  }
}

function mayRetake({ state, attempts, leaseUntil }: Standing, { retakes, at }: Begin): boolean {
  return state === 'executing' && attempts === retakes && leaseUntil !== null && leaseUntil <= at
}

function judgeApproval({ state, approval }: Standing, id: string, at: number): BeginVerdict {
  if (approval === null || approval.request.id !== id) return refused('approval_unusable')
  switch (approval.state) {
    case 'approved':
      if (state !== 'approved') return refused('approval_unusable')
      return at < approval.request.expiresAt ? BEGUN : refused('approval_expired')
    case 'consumed':
      return LOST
    case 'expired':
      return refused('approval_expired')
    case 'revoked':
      return refused('approval_revoked')
    case 'pending':
    case 'declined':
      return refused('approval_unusable')
  }
}

function refused(reason: Extract<Begun, { readonly kind: 'refused' }>['reason']): BeginVerdict {
  return { kind: 'refused', reason }
}

/** Whether an answer still counts: nobody answered, and the request has not expired at `at`. */
export function mayDecide({ state, request }: StandingApproval, at: number): boolean {
  return state === 'pending' && at < request.expiresAt
}

/** Whether an approval can still be taken back: it is neither spent nor over. */
export function mayClose({ state }: StandingApproval): boolean {
  return state === 'pending' || state === 'approved'
}

/** Whether an attempt still holds the operation. */
export function maySettle({ state, attempts }: Standing, { attempt }: Settle): boolean {
  return state === 'executing' && attempts === attempt
}

/** Whether an equal intent under another id is given this operation: only while its question is open. */
export function mayJoin({ state, approval }: Standing, at: number): boolean {
  return state === 'pending' && approval !== null && mayDecide(approval, at)
}

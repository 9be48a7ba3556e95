import { ToolnotaryError } from '../errors.ts'
import { awaitDecision, requestApproval } from './ask-approval.ts'
import { reachesAssurance } from './assurance.ts'
import { type AuthorizedCall, assertAuthorized } from './authorize.ts'
import type { ValidatedCall } from './call.ts'
import { Ended, endInvalid } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import { joinExecution, replayEnding } from './join.ts'
import type { Claimed, OperationView } from './ledger.ts'
import type { Trail } from './trail.ts'
import { within } from './within.ts'

/** Permission to execute exactly these frozen arguments, once. Only `approve` makes one, and the executor checks. */
export interface GrantedCall {
  readonly call: ValidatedCall
  /** The claimed operation, or null for a read that a rule permits. */
  readonly operation: OperationView | null
  /** The approval that is spent, or null where a rule permits. */
  readonly approval: string | null
  /** The attempt that this one takes over, or null. */
  readonly retakes: number | null
}

/** Its private member is the proof: no cast and no copy has one, and it costs nothing to look for. */
class Granted implements GrantedCall {
  readonly #made = true
  readonly call: ValidatedCall
  readonly operation: OperationView | null
  readonly approval: string | null
  readonly retakes: number | null

  constructor({ call, operation, approval, retakes }: GrantedCall) {
    this.call = call
    this.operation = operation
    this.approval = approval
    this.retakes = retakes
    Object.freeze(this)
  }

  static has(value: GrantedCall): boolean {
    return #made in value
  }
}

/** Throws `proof_missing` for anything that did not come out of {@link approve}, whatever its type says. */
export function assertGranted(value: GrantedCall): void {
  if (!Granted.has(value)) throw new ToolnotaryError('proof_missing')
}

/** Claims the operation, and where a person must say yes finds that yes or asks for it. */
export async function approve(
  gate: GateContext,
  trail: Trail,
  authorized: AuthorizedCall,
): Promise<GrantedCall | Ended> {
  trail.stage = 'approve'
  assertAuthorized(authorized)
  const { call, ask } = authorized
  if (ask === null && call.target.tool.effect === 'read') {
    return new Granted({ call, operation: null, approval: null, retakes: null })
  }
  const claimed = await within(gate, trail, 'ledger_unavailable', () => claim(gate, call))
  if (claimed instanceof Ended) return claimed
  if (claimed.kind === 'mismatch') return endInvalid('approve', 'operation_mismatch')
  return proceed(gate, trail, authorized, claimed.operation)
}

function claim(gate: GateContext, call: ValidatedCall): Promise<Claimed> {
  const { tenant, user, agent } = call.received.caller
  const { tool, contract } = call.target
  const intent = JSON.stringify([tenant, user, agent, tool.name, contract, call.text])
  return gate.ledger.claim({
    operation: call.received.operation,
    tenant,
    lookup: gate.hasher.hmacSha256(gate.lookupKey, intent),
    tool: tool.name,
    args: call.text,
    salt: gate.ids.salt(),
    at: gate.clock.now(),
  })
}

/** Goes from whatever state the operation is in to a grant or an ending. */
async function proceed(
  gate: GateContext,
  trail: Trail,
  authorized: AuthorizedCall,
  found: OperationView,
): Promise<GrantedCall | Ended> {
  let operation: OperationView | Ended = found
  let waited = false
  for (;;) {
    if (operation instanceof Ended) return operation
    // An equal intent that waits already is joined: from here on this leg speaks for that operation.
    trail.operation = operation.operation
    trail.salt = operation.salt
    switch (operation.state) {
      case 'requested':
        if (authorized.ask === null) return byRule(authorized, operation)
        operation = await requestApproval(gate, trail, authorized, authorized.ask, operation)
        break
      case 'pending':
        waited = true
        operation = await awaitDecision(gate, trail, operation)
        break
      case 'approved':
        return byApproval(trail, authorized, operation)
      case 'executing': {
        const joined: OperationView | Ended = await joinExecution(
          gate,
          trail,
          authorized.call,
          operation,
        )
        if (!(joined instanceof Ended) && joined.state === 'executing') {
          return retake(authorized, joined)
        }
        operation = joined
        break
      }
      case 'ended':
        return replayEnding(operation, waited)
    }
  }
}

function byRule(authorized: AuthorizedCall, operation: OperationView): GrantedCall {
  return new Granted({ call: authorized.call, operation, approval: null, retakes: null })
}

function byApproval(
  trail: Trail,
  authorized: AuthorizedCall,
  operation: OperationView,
): GrantedCall | Ended {
  const { approval } = operation
  const answer = approval?.answer
  if (approval === null || answer?.kind !== 'approved')
    return endInvalid('approve', 'approval_unusable')
  trail.approval = approval.request.id
  trail.approver = answer.by.user
  // The policy may have become stricter since the person answered: what counts is what it asks for now.
  if (authorized.ask !== null && !reachesAssurance(answer.assurance, authorized.ask)) {
    return new Ended('approve', { kind: 'declined', executed: 'no', reason: 'assurance_too_low' })
  }
  return new Granted({
    call: authorized.call,
    operation,
    approval: approval.request.id,
    retakes: null,
  })
}

/** The lease is over and the other side honours the idempotency key: the same attempt is made again. */
function retake(authorized: AuthorizedCall, operation: OperationView): GrantedCall | Ended {
  const answer = operation.approval?.answer
  const given = answer?.kind === 'approved' ? answer.assurance : 0
  // The policy of today decides about the attempt of today: what was permitted then may need a person now.
  if (authorized.ask !== null && !reachesAssurance(given, authorized.ask)) {
    return new Ended('approve', { kind: 'unknown', executed: 'unknown', reason: 'outcome_unknown' })
  }
  return new Granted({
    call: authorized.call,
    operation,
    approval: null,
    retakes: operation.attempts,
  })
}

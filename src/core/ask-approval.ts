import { saltedDigest } from '../json/digest.ts'
import type { ApprovalRequest } from './approver.ts'
import type { Assurance } from './assurance.ts'
import { reachesAssurance } from './assurance.ts'
import type { AuthorizedCall } from './authorize.ts'
import { Ended, endInterrupted } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { ApprovalView, OperationView } from './ledger.ts'
import { takePoint } from './limit.ts'
import { entryOf } from './record.ts'
import { showAction } from './show.ts'
import type { Trail } from './trail.ts'
import { endFault, raceTime, within } from './within.ts'

/** Puts the question on record. Returns the operation as it then is; another leg may have been first. */
export async function requestApproval(
  gate: GateContext,
  trail: Trail,
  authorized: AuthorizedCall,
  ask: Assurance,
  operation: OperationView,
): Promise<OperationView | Ended> {
  const { approver } = gate
  // A channel of assurance 0 is one at which nobody can be reached.
  if (approver === null || approver.assurance === 0) return decline('no_approver')
  if (!reachesAssurance(approver.assurance, ask)) return decline('assurance_too_low')
  const limited = await countAsk(gate, trail, authorized)
  if (limited !== null) return limited
  const shown = await within(gate, trail, 'approver_unavailable', () => showAction(authorized.call))
  if (shown instanceof Ended) return shown
  const { received, target } = authorized.call
  const now = gate.clock.now()
  const request: ApprovalRequest = Object.freeze({
    id: gate.ids.next('apr'),
    operation: operation.operation,
    tool: target.tool.name,
    title: target.tool.title,
    effect: target.tool.effect,
    caller: received.caller,
    shown,
    args: saltedDigest(gate.hasher, 'toolnotary/args/v1', operation.salt, authorized.call.text),
    contract: target.contract,
    rule: authorized.rule,
    assurance: ask,
    requestedAt: now,
    expiresAt: now + gate.approvalTtlMs,
  })
  trail.approval = request.id
  const written = await within(gate, trail, 'ledger_unavailable', () =>
    gate.ledger.request(request, entryOf(gate, trail, { event: 'requested' })),
  )
  return written instanceof Ended ? written : look(gate, trail, operation.operation)
}

function decline(reason: 'no_approver' | 'assurance_too_low'): Ended {
  return new Ended('approve', { kind: 'declined', executed: 'no', reason })
}

async function countAsk(
  gate: GateContext,
  trail: Trail,
  authorized: AuthorizedCall,
): Promise<Ended | null> {
  const { caller } = authorized.call.received
  const rate = gate.limits.ask
  if (rate === null) return null
  const key = JSON.stringify([caller.tenant, caller.user, caller.agent])
  return takePoint(gate, trail, 'ask_limited', { scope: 'ask', key, rate })
}

async function look(
  gate: GateContext,
  trail: Trail,
  operation: string,
): Promise<OperationView | Ended> {
  const found = await within(gate, trail, 'ledger_unavailable', () => gate.ledger.find(operation))
  if (found instanceof Ended) return found
  return (
    found ?? endFault(gate, trail, 'ledger_unavailable', new Error('a claimed operation is gone'))
  )
}

/** Asks, and waits for an answer no longer than the gate allows. Returns the operation when it has been decided. */
export async function awaitDecision(
  gate: GateContext,
  trail: Trail,
  operation: OperationView,
): Promise<OperationView | Ended> {
  const { approval } = operation
  if (approval === null)
    return endFault(gate, trail, 'ledger_unavailable', new Error('pending without a request'))
  trail.approval = approval.request.id
  const { approver } = gate
  // Asked again at every leg: the channel of this process may be weaker than the one that the question was made for.
  const reached =
    approver !== null && reachesAssurance(approver.assurance, approval.request.assurance)
  const asked = reached ? gate.asking.ask(gate, approver, approval.request) : NOBODY
  return waitForDecision(gate, trail, approval, asked)
}

async function waitForDecision(
  gate: GateContext,
  trail: Trail,
  approval: ApprovalView,
  asked: Promise<void>,
): Promise<OperationView | Ended> {
  const { operation, expiresAt } = approval.request
  const waitUntil = Math.min(gate.clock.now() + gate.approvalWaitMs, expiresAt)
  // An answer that is there at once is seen, however slow this process is: nobody gives up without having waited.
  for (let waited = false; ; waited = true) {
    const seen = await look(gate, trail, operation)
    if (seen instanceof Ended) return seen
    if (seen.state !== 'pending') {
      gate.asking.withdraw(approval.request.id)
      return seen
    }
    const left = waitUntil - gate.clock.now()
    if (gate.clock.now() >= expiresAt) return expire(gate, trail, approval, operation)
    if (left <= 0 && waited) return pending(approval)
    const failed = await waitForChange(gate, trail, operation, asked, Math.max(left, 0))
    if (failed !== null) return failed
  }
}

const NOBODY = Promise.resolve()

function pending(approval: ApprovalView): Ended {
  const { id, expiresAt } = approval.request
  return new Ended('approve', {
    kind: 'pending',
    executed: 'no',
    reason: 'approval_pending',
    approval: id,
    expiresAt,
  })
}

async function expire(
  gate: GateContext,
  trail: Trail,
  approval: ApprovalView,
  operation: string,
): Promise<OperationView | Ended> {
  const closed = await within(gate, trail, 'ledger_unavailable', () =>
    gate.ledger.close(approval.request.id, 'expired', entryOf(gate, trail, { event: 'expired' })),
  )
  return closed instanceof Ended ? closed : look(gate, trail, operation)
}

/** Null when it is worth looking again; an ending when the caller is gone or the approver failed. */
async function waitForChange(
  gate: GateContext,
  trail: Trail,
  operation: string,
  asked: Promise<void>,
  ms: number,
): Promise<Ended | null> {
  const stop = new AbortController()
  const changed = gate.ledger.changed(operation, 'pending', stop.signal)
  // Only a failure of the question matters here: its answer arrives through the ledger.
  const failed = asked.then(() => changed)
  try {
    const met = await raceTime(gate, trail, Promise.race([changed, failed]), ms)
    if (met.kind === 'settled' || met.kind === 'overdue') return null
    return endInterrupted('approve', met.kind, 'no')
  } catch (cause) {
    return endFault(gate, trail, 'approver_unavailable', cause)
  } finally {
    stop.abort()
  }
}

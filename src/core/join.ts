import type { ValidatedCall } from './call.ts'
import { Ended, endInterrupted } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { ApprovalState, OperationView } from './ledger.ts'
import type { Outcome } from './outcome.ts'
import { concludeLost } from './reconcile.ts'
import type { Trail } from './trail.ts'
import { endFault, raceTime, within } from './within.ts'

/**
 * Waits for the ending of an operation that another leg executes. When that leg's lease is over, the operation is
 * reconciled; a returned operation that still executes may be taken over.
 */
export async function joinExecution(
  gate: GateContext,
  trail: Trail,
  call: ValidatedCall,
  operation: OperationView,
): Promise<OperationView | Ended> {
  let seen = operation
  while (seen.state === 'executing') {
    const left = (seen.leaseUntil ?? 0) - gate.clock.now()
    if (left <= 0) return concludeLost(gate, trail, call, seen)
    const interrupted = await waitForEnd(gate, trail, seen.operation, left)
    if (interrupted !== null) return interrupted
    const found = await within(gate, trail, 'ledger_unavailable', () =>
      gate.ledger.find(operation.operation),
    )
    if (found instanceof Ended) return unknownIfGone(found)
    // It executed when it was last seen: that it is gone does not undo that.
    if (found === null) return unknownIfGone(endFault(gate, trail, 'ledger_unavailable', GONE))
    seen = found
  }
  return seen
}

const GONE = new Error('an operation is gone')

/** Another leg may have executed: this one can only say that it does not know. */
function unknownIfGone(ended: Ended): Ended {
  const { kind, reason } = ended.ending as Extract<Ended['ending'], { reason: unknown }>
  if (kind === 'cancelled' || kind === 'timed_out')
    return endInterrupted('execute', kind, 'unknown')
  return new Ended('execute', { kind: 'unknown', executed: 'unknown', reason })
}

async function waitForEnd(
  gate: GateContext,
  trail: Trail,
  operation: string,
  ms: number,
): Promise<Ended | null> {
  const stop = new AbortController()
  try {
    const met = await raceTime(
      gate,
      trail,
      gate.ledger.changed(operation, 'executing', stop.signal),
      ms,
    )
    if (met.kind === 'settled' || met.kind === 'overdue') return null
    return endInterrupted('execute', met.kind, 'unknown')
  } catch {
    return new Ended('execute', {
      kind: 'unknown',
      executed: 'unknown',
      reason: 'ledger_unavailable',
    })
  } finally {
    stop.abort()
  }
}

/** The stored ending of an operation that is over: nothing runs. `waited`: this leg saw the person's answer arrive. */
export function replayEnding(operation: OperationView, waited = false): Ended {
  if (operation.outcome !== null) {
    // Our own text out of our own ledger: it was an outcome when it was written.
    const { stage, ...ending } = JSON.parse(operation.outcome) as Outcome
    return new Ended(stage, ending, true)
  }
  return approvalEnding(operation.approval?.state ?? 'consumed', !waited)
}

function approvalEnding(state: ApprovalState, replayed: boolean): Ended {
  switch (state) {
    case 'declined':
      return new Ended(
        'approve',
        { kind: 'declined', executed: 'no', reason: 'approval_declined' },
        replayed,
      )
    case 'expired':
      return new Ended(
        'approve',
        { kind: 'expired', executed: 'no', reason: 'approval_expired' },
        replayed,
      )
    case 'revoked':
      return new Ended(
        'approve',
        { kind: 'revoked', executed: 'no', reason: 'approval_revoked' },
        replayed,
      )
    case 'pending':
    case 'approved':
    case 'consumed':
      // An ended operation has no approval in these states: whoever sees one must not guess that nothing happened.
      return new Ended('approve', {
        kind: 'unknown',
        executed: 'unknown',
        reason: 'outcome_unknown',
      })
  }
}

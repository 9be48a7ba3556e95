import { assertGranted, type GrantedCall } from './approve.ts'
import { Ended, endInterrupted, endLimited } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import { joinExecution, replayEnding } from './join.ts'
import type { Begun, OperationView } from './ledger.ts'
import { entryOf } from './record.ts'
import { type ReturnedCall, runTool } from './run-tool.ts'
import type { Release } from './slots.ts'
import type { Trail } from './trail.ts'
import { within } from './within.ts'

/** Takes a slot, commits the intent, and runs the frozen arguments. */
export async function execute(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
): Promise<ReturnedCall | Ended> {
  trail.stage = 'execute'
  // Checked at run time too: a type can be cast, a proof cannot be made elsewhere.
  assertGranted(granted)
  const result = await attempt(gate, trail, granted)
  return result instanceof Ended && granted.retakes !== null ? neverNo(result) : result
}

/** An attempt that takes another one over knows nothing of that one: it cannot say that nothing happened. */
function neverNo(ended: Ended): Ended {
  if (ended.ending.executed !== 'no') return ended
  const unknown = { kind: 'unknown', executed: 'unknown', reason: 'outcome_unknown' } as const
  return new Ended(ended.stage, unknown, ended.replayed)
}

async function attempt(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
): Promise<ReturnedCall | Ended> {
  const release = await takeSlot(gate, trail, granted)
  if (release instanceof Ended) return release
  // The intent is durable before the tool is called: after a crash nobody has to guess whether it might have run.
  const stopped = await commitIntent(gate, trail, granted)
  if (stopped !== null) {
    release()
    return stopped
  }
  return runTool(gate, trail, granted, release)
}

const RETRY_MS = 1_000

async function takeSlot(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
): Promise<Release | Ended> {
  const { slots, tool } = granted.call.target
  // Who waits as long as a call may take waits behind handlers that hang.
  const waitUntil = Math.min(trail.deadlineAt, gate.clock.now() + tool.timeoutMs)
  const answer = await slots.take(gate.clock, trail.signal, waitUntil)
  switch (answer.kind) {
    case 'taken':
      return answer.release
    case 'full':
      return endLimited('execute', 'queue_full', RETRY_MS)
    case 'cancelled':
      return endInterrupted('execute', 'cancelled', 'no')
    case 'timed_out':
      if (waitUntil < trail.deadlineAt) return endLimited('execute', 'queue_full', RETRY_MS)
      return endInterrupted('execute', 'timed_out', 'no')
  }
}

/** Null when the tool may run now. */
async function commitIntent(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
): Promise<Ended | null> {
  const { operation } = granted
  if (operation === null) {
    const interruption = trail.interruption(gate.clock.now())
    return interruption === null ? null : endInterrupted('execute', interruption, 'no')
  }
  const asked: { begin?: Promise<Begun> } = {}
  const begun = await within(gate, trail, 'ledger_unavailable', () => {
    asked.begin = begin(gate, trail, granted, operation)
    return asked.begin
  })
  if (begun instanceof Ended) {
    const ended = granted.retakes === null ? begun : neverNo(begun)
    abandon(gate, trail, operation, ended, asked.begin)
    return begun
  }
  switch (begun.kind) {
    case 'begun':
      trail.attempt = begun.attempt
      return null
    case 'lost':
      return followWinner(gate, trail, granted, begun.operation)
    case 'refused':
      return refusal(begun.reason, trail.rule ?? '')
  }
}

function begin(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
  operation: OperationView,
): Promise<Begun> {
  const at = gate.clock.now()
  return gate.ledger.begin({
    operation: operation.operation,
    approval: granted.approval,
    retakes: granted.retakes,
    leaseUntil: at + granted.call.target.tool.timeoutMs + RECORDING_PORTS * gate.portTimeoutMs,
    at,
    audit: entryOf(gate, trail, { event: 'intent' }),
  })
}

/** Ports that a live attempt may wait for besides its tool: begin, output schema and sanitizer, settle. */
const RECORDING_PORTS = 4

/** We stopped waiting for the ledger and will not run: if it commits after all, it must not look as if we did. */
function abandon(
  gate: GateContext,
  trail: Trail,
  operation: OperationView,
  ended: Ended,
  late: Promise<Begun> | undefined,
): void {
  late
    ?.then(
      (begun) => {
        if (begun.kind !== 'begun') return undefined
        const outcome = JSON.stringify({ stage: ended.stage, ...ended.ending })
        const audit = entryOf(gate, trail, { event: 'outcome', ended })
        return gate.ledger.settle({
          operation: operation.operation,
          attempt: begun.attempt,
          outcome,
          audit,
        })
      },
      () => undefined,
    )
    .catch((cause: unknown) => {
      gate.alarm({
        kind: 'outcome_not_recorded',
        tool: trail.tool,
        operation: operation.operation,
        cause,
      })
    })
}

/** Another leg was first: its ending is this leg's ending. */
async function followWinner(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
  operation: OperationView,
): Promise<Ended> {
  const joined = await joinExecution(gate, trail, granted.call, operation)
  if (joined instanceof Ended) return joined
  if (joined.state === 'ended') return replayEnding(joined)
  return new Ended('execute', { kind: 'unknown', executed: 'unknown', reason: 'outcome_unknown' })
}

function refusal(reason: Extract<Begun, { kind: 'refused' }>['reason'], rule: string): Ended {
  switch (reason) {
    case 'approval_expired':
      return new Ended('execute', { kind: 'expired', executed: 'no', reason })
    case 'approval_revoked':
      return new Ended('execute', { kind: 'revoked', executed: 'no', reason })
    case 'approval_unusable':
      return new Ended('execute', { kind: 'denied', executed: 'no', reason, rule })
  }
}

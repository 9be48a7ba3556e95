import type { GrantedCall } from './approve.ts'
import { Ended, endInterrupted, type Interruption } from './ended.ts'
import { executeContext } from './execute-context.ts'
import type { GateContext } from './gate-context.ts'
import { entryOf } from './record.ts'
import { ToolError } from './result.ts'
import type { Release } from './slots.ts'
import type { Trail } from './trail.ts'
import { isThenable, raceTime } from './within.ts'

/** A call that was executed, with what the handler gave back; nothing of it is believed yet. */
export interface ReturnedCall {
  readonly granted: GrantedCall
  readonly returned: unknown
}

/** Calls the handler with the frozen arguments, its time and the caller's signal. */
export async function runTool(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
  release: Release,
): Promise<ReturnedCall | Ended> {
  const stop = new AbortController()
  // From this line on nobody may say that nothing happened.
  trail.dispatched = true
  try {
    const returned = start(granted, stop)
    if (!isThenable(returned)) {
      release()
      return { granted, returned }
    }
    return await awaitHandler(gate, trail, granted, Promise.resolve(returned), stop, release)
  } catch (error) {
    release()
    return endToolError(gate, trail, error)
  }
}

function start(granted: GrantedCall, stop: AbortController): unknown {
  const operation = granted.operation?.operation ?? granted.call.received.operation
  return granted.call.target.tool.execute(executeContext(granted.call, operation, stop))
}

async function awaitHandler(
  gate: GateContext,
  trail: Trail,
  granted: GrantedCall,
  running: Promise<unknown>,
  stop: AbortController,
  release: Release,
): Promise<ReturnedCall | Ended> {
  // The slot is given back when the handler settles, which may be after its call has ended.
  running.then(release, release)
  try {
    const met = await raceTime(gate, trail, running, granted.call.target.tool.timeoutMs)
    if (met.kind === 'settled') return { granted, returned: met.value }
    const kind = met.kind === 'overdue' ? 'timed_out' : met.kind
    return await interrupt(gate, trail, kind, running, stop)
  } catch (error) {
    return endToolError(gate, trail, error)
  }
}

/** How long a handler may take to say, once told to stop, that nothing happened. */
const GRACE_MS = 20

async function interrupt(
  gate: GateContext,
  trail: Trail,
  kind: Interruption,
  running: Promise<unknown>,
  stop: AbortController,
): Promise<Ended> {
  stop.abort()
  const last = await settledSoon(gate, running)
  if (last.kind === 'failed' && last.error instanceof ToolError && last.error.executed === 'no') {
    return endInterrupted('execute', kind, 'no')
  }
  if (last.kind === 'running') watchLate(gate, trail, running)
  return endInterrupted('execute', kind, 'unknown')
}

type Settled =
  | { readonly kind: 'returned' | 'running' }
  | { readonly kind: 'failed'; readonly error: unknown }

function settledSoon(gate: GateContext, running: Promise<unknown>): Promise<Settled> {
  return new Promise((resolve) => {
    const stop = gate.clock.after(GRACE_MS, () => resolve({ kind: 'running' }))
    const finish = (settled: Settled): void => {
      stop()
      resolve(settled)
    }
    running.then(
      () => finish({ kind: 'returned' }),
      (error: unknown) => finish({ kind: 'failed', error }),
    )
  })
}

/** A handler that settles after its call has ended changes no ending; the log says that it did. */
function watchLate(gate: GateContext, trail: Trail, running: Promise<unknown>): void {
  const note = (): void => {
    gate.alarm({ kind: 'late_result', tool: trail.tool, operation: trail.operation, cause: null })
    const entry = entryOf(gate, trail, { event: 'late_result' })
    gate.ledger.append([{ entry, kept: null }]).catch((cause: unknown) => {
      gate.alarm({
        kind: 'audit_not_recorded',
        tool: trail.tool,
        operation: trail.operation,
        cause,
      })
    })
  }
  running.then(note, note)
}

const MAX_MESSAGE = 2_000

function endToolError(gate: GateContext, trail: Trail, error: unknown): Ended {
  const message = error instanceof ToolError ? ownMessage(gate, error) : null
  if (message === null)
    gate.alarm({ kind: 'tool_failed', tool: trail.tool, operation: trail.operation, cause: error })
  return new Ended('execute', {
    kind: 'tool_error',
    executed: 'yes',
    reason: 'tool_failed',
    message,
  })
}

function ownMessage(gate: GateContext, error: ToolError): string | null {
  try {
    // Cut only what is clean: half a secret would not be recognised.
    const clean = gate.sanitizer.sanitizeText(error.message)
    return clean.slice(0, MAX_MESSAGE).toWellFormed()
  } catch {
    return null
  }
}

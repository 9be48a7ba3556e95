import type { CallRequest } from './call.ts'
import { IN_PROCESS, type Placement } from './placement.ts'

/** A request whose members were read once. `sound` is false when it is not one: nothing of it may then be used. */
export interface ReadRequest {
  readonly sound: boolean
  readonly request: CallRequest
}

const NO_REQUEST: CallRequest = Object.freeze({
  tool: '',
  arguments: null,
  caller: { user: '' },
  operation: null,
  placement: IN_PROCESS,
})

/**
 * Reads every member of a request exactly once, before anything awaits: what was judged cannot differ from what runs.
 * Never throws, whatever a caller without types hands in.
 */
export function readRequest(request: CallRequest): ReadRequest {
  try {
    const { tool, arguments: args, caller, operation, placement } = request
    const { signal, deadlineAt, problem } = request
    const sound = isPlacement(placement) && isSignal(signal) && isInstant(deadlineAt)
    if (!sound) return { sound: false, request: NO_REQUEST }
    const snapshot = {
      tool,
      arguments: args,
      caller,
      operation,
      placement,
      signal,
      deadlineAt,
      problem,
    }
    return { sound: true, request: Object.freeze(snapshot) }
  } catch {
    return { sound: false, request: NO_REQUEST }
  }
}

function isPlacement(placement: Placement): boolean {
  const { position, owners } = placement
  return typeof position === 'string' && typeof owners === 'object' && owners !== null
}

function isSignal(signal: AbortSignal | undefined): boolean {
  return signal === undefined || signal instanceof AbortSignal
}

function isInstant(at: number | undefined): boolean {
  return at === undefined || Number.isFinite(at)
}

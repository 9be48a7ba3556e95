import type { CallRequest } from '../core/call.ts'
import type { CallerInput } from '../core/caller.ts'
import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { IN_PROCESS } from '../core/placement.ts'
import { canonicalJson } from '../json/canonical.ts'
import { parseJson } from '../json/parse.ts'
import { plainJson } from '../json/plain.ts'

/** One call as a provider reports it. */
export interface ProviderCall {
  /** The gate's name of the tool. */
  readonly name: string
  /** JSON text, or data that the provider's client has parsed already. */
  readonly arguments: unknown
  /** The provider's id of the call; undefined where it sent none. */
  readonly callId: string | undefined
}

/** For whom, in which conversation and for how long the calls of a turn run. */
export interface TurnContext {
  /** From the application's own session, never from the model. */
  readonly caller: CallerInput
  /** The application's id of the conversation: with a call's id it names the operation, so that nothing runs twice. */
  readonly conversation: string
  readonly signal?: AbortSignal | undefined
  /** Epoch ms. */
  readonly deadlineAt?: number | undefined
}

/**
 * Runs the calls of one turn in parallel. Outcomes come in the order of the calls. Equal calls with one id are one
 * execution; different calls with one id are all `invalid`, because their answers could not be told apart.
 */
export function runTurn(
  gate: Pick<Gate, 'call'>,
  calls: readonly ProviderCall[],
  context: TurnContext,
): Promise<readonly Outcome[]> {
  const byId = Map.groupBy(calls, ({ callId }) => callId)
  const shared = new Map<string, Promise<Outcome>>()
  const run = (call: ProviderCall): Promise<Outcome> => {
    const { callId } = call
    if (callId === undefined) return gate.call(toRequest(call, context))
    const namesakes = byId.get(callId) ?? []
    if (namesakes.length > 1 && !areEqual(namesakes)) {
      return gate.call({ ...toRequest(call, context), problem: 'call_id_duplicate' })
    }
    const outcome = shared.get(callId) ?? gate.call(toRequest(call, context))
    shared.set(callId, outcome)
    return outcome
  }
  return Promise.all(calls.map(run))
}

function toRequest(call: ProviderCall, context: TurnContext): CallRequest {
  const { name, arguments: input, callId } = call
  const { caller, conversation, signal, deadlineAt } = context
  const request = {
    tool: name,
    arguments: input,
    caller,
    placement: IN_PROCESS,
    signal,
    deadlineAt,
  }
  // Without an id the operation could not be recognised when it comes again, so it never runs.
  if (callId === undefined) return { ...request, operation: null, problem: 'operation_missing' }
  return { ...request, operation: { conversation, callId } }
}

function areEqual(calls: readonly ProviderCall[]): boolean {
  const [first, ...others] = calls.map(intentOf)
  return first !== null && others.every((other) => other === first)
}

/** A text that is equal for calls that ask for the same, or null where that cannot be said. */
function intentOf({ name, arguments: input }: ProviderCall): string | null {
  const read = typeof input === 'string' ? parseJson(input) : plainJson(input)
  if (read.ok) return JSON.stringify([name, canonicalJson(read.value)])
  // A text that is not JSON never equals a canonical one.
  return typeof input === 'string' ? JSON.stringify([name, input]) : null
}

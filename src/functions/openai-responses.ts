import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { ToolnotaryError } from '../errors.ts'
import { readFunctionCalls } from './openai-responses-calls.ts'
import { listTools, type OpenAiCallOutput, runCalls, runOutput } from './openai-responses-turn.ts'
import type { TurnContext } from './turn.ts'

/** What the loop needs of a client of the `openai` package. */
export interface OpenAiClient<Response> {
  readonly responses: {
    create(
      body: { readonly model?: unknown; readonly input?: unknown; readonly tools?: unknown },
      options?: { readonly signal?: AbortSignal },
    ): PromiseLike<Response>
  }
}

/** What the loop needs of a response. */
export interface OpenAiResponse {
  readonly output: readonly unknown[]
}

/** What {@link openaiResponses}.loop takes. */
export interface OpenAiLoopOptions extends TurnContext {
  readonly model: string
  readonly input: string | readonly unknown[]
  /** How many requests the loop may make; 10 where it is absent. */
  readonly maxTurns?: number
  /** Further members of every request, such as `instructions`. */
  readonly request?: Readonly<Record<string, unknown>>
}

/**
 * How a loop ended. `answered`: the last response calls no function. `out_of_turns`: it still does, and those calls were
 * not executed, because no model would have read what came of them.
 */
export interface OpenAiLoopResult<Response> {
  readonly kind: 'answered' | 'out_of_turns'
  /** The last response. */
  readonly response: Response
  /** Of all calls, in order. */
  readonly outcomes: readonly Outcome[]
  /** How many requests were made. */
  readonly turns: number
  /** The conversation, up to and with the last response: the input to go on from. */
  readonly input: readonly unknown[]
}

/** The items of `run`: append them to the next request's input, after `response.output`. */
async function dispatch(
  gate: Pick<Gate, 'tools' | 'call'>,
  output: readonly unknown[],
  context: TurnContext,
): Promise<OpenAiCallOutput[]> {
  const { items } = await runOutput(gate, output, context)
  return items
}

/**
 * Asks the model and runs what it calls until it calls nothing. Keeps the conversation itself, so that nothing has to be
 * stored at OpenAI. Rejects as the client does, and with `gate_option_invalid`.
 */
async function loop<Response>(
  client: OpenAiClient<Response>,
  gate: Pick<Gate, 'tools' | 'call'>,
  options: OpenAiLoopOptions,
): Promise<OpenAiLoopResult<Extract<Response, OpenAiResponse>>> {
  const { model, input, maxTurns = 10, request, ...context } = options
  if (!Number.isSafeInteger(maxTurns) || maxTurns < 1) {
    throw new ToolnotaryError('gate_option_invalid', { option: 'maxTurns' })
  }
  const tools = listTools(gate)
  const sending = context.signal === undefined ? {} : { signal: context.signal }
  let said = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  let outcomes: readonly Outcome[] = []
  for (let turns = 1; ; turns += 1) {
    const body = { ...request, model, input: said, tools, stream: false }
    const response = asResponse(await client.responses.create(body, sending))
    said = [...said, ...response.output]
    const calls = readFunctionCalls(response.output)
    if (calls.length === 0 || turns === maxTurns) {
      const kind = calls.length === 0 ? 'answered' : 'out_of_turns'
      return { kind, response, outcomes, turns, input: said }
    }
    const turn = await runCalls(gate, calls, context)
    said = [...said, ...turn.items]
    outcomes = [...outcomes, ...turn.outcomes]
  }
}

// The client's type also has the stream that it gives when it is asked for one, and the loop never does.
function asResponse<Response>(answer: Response): Extract<Response, OpenAiResponse> {
  return answer as Extract<Response, OpenAiResponse>
}

/** Function calling through OpenAI's Responses API. */
export const openaiResponses = Object.freeze({ tools: listTools, run: runOutput, dispatch, loop })

import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { runLoop } from './loop.ts'
import { reportOf, type StrictReport } from './offer.ts'
import { openAiOffer } from './openai-offer.ts'
import { readFunctionCalls } from './openai-responses-calls.ts'
import { collectResponse } from './openai-responses-stream.ts'
import {
  listTools,
  type OpenAiCallOutput,
  type OpenAiContext,
  runOutput,
} from './openai-responses-turn.ts'
import { readOwn } from './read-own.ts'

/** What the loop needs of a client of the `openai` package. */
export interface OpenAiClient<Response> {
  readonly responses: {
    create(
      body: {
        readonly model?: unknown
        readonly input?: unknown
        readonly tools?: unknown
        readonly stream?: boolean
      },
      options?: { readonly signal?: AbortSignal },
    ): PromiseLike<Response>
  }
}

/** What the loop needs of a response. */
export interface OpenAiResponse {
  readonly output: readonly unknown[]
}

/** What {@link openaiResponses}.loop takes. */
export interface OpenAiLoopOptions extends OpenAiContext {
  readonly model: string
  readonly input: string | readonly unknown[]
  /** How many requests the loop may make; 10 where it is absent. */
  readonly maxTurns?: number
  /** Whether to stream; the loop assembles what arrives. */
  readonly stream?: boolean
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
  context: OpenAiContext,
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
  const { model, input, maxTurns = 10, stream = false, request, ...context } = options
  const tools = listTools(gate)
  const sending = context.signal === undefined ? {} : { signal: context.signal }
  const first = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const { reply, messages, ...ended } = await runLoop<OpenAiResponse, unknown>(
    {
      ask: async (said) => {
        const body = { ...request, model, input: said, tools, stream }
        const answer: unknown = await client.responses.create(body, sending)
        return stream
          ? collectResponse(answer as AsyncIterable<unknown>)
          : (answer as OpenAiResponse)
      },
      said: ({ output }) => output,
      hasCalls: ({ output }) => readFunctionCalls(output).length > 0,
      answer: async ({ output }) => {
        const { items, outcomes } = await runOutput(gate, output, context)
        return { messages: items, outcomes }
      },
    },
    first,
    maxTurns,
  )
  // The client's type has both, the response and the stream, and only the request says which it is.
  return { ...ended, response: reply as Extract<Response, OpenAiResponse>, input: messages }
}

/**
 * Names the tools of which OpenAI says in `response.tools` that it does not hold the model to the schema that was sent as
 * strict: their arguments may then miss it, and the gate's own validation is what is left.
 */
function readBack(gate: Pick<Gate, 'tools'>, response: unknown): readonly string[] {
  const told = readOwn(response, 'tools')
  const loose = new Set(
    (Array.isArray(told) ? told : [])
      .filter((tool) => readOwn(tool, 'strict') !== true)
      .map((tool) => readOwn(tool, 'name')),
  )
  return openAiOffer(gate)
    .tools.filter(({ strictness, wireName }) => strictness.strict && loose.has(wireName))
    .map(({ tool }) => tool.name)
}

function report(gate: Pick<Gate, 'tools'>): readonly StrictReport[] {
  return reportOf(openAiOffer(gate))
}

/** Function calling through OpenAI's Responses API. */
export const openaiResponses = Object.freeze({
  tools: listTools,
  report,
  readBack,
  run: runOutput,
  dispatch,
  loop,
  collect: collectResponse,
})

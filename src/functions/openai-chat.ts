import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { type LoopResult, runLoop } from './loop.ts'
import { modelText } from './model-text.ts'
import { reportOf, type StrictReport } from './offer.ts'
import { collectChat, readChatCalls } from './openai-chat-calls.ts'
import { openAiOffer } from './openai-offer.ts'
import { readOwn } from './read-own.ts'
import { runTurn, type TurnContext } from './turn.ts'

// What goes into a request can be written, because the types of the `openai` package ask for it.

/** A function as `tools` of a request lists it. */
export interface ChatFunctionTool {
  type: 'function'
  function: {
    name: string
    description: string
    parameters: Record<string, unknown>
    /** Never left out, so that nobody has to know what is assumed. */
    strict: boolean
  }
}

/** The answer to one tool call, as a message of the next request. The API takes text only, so images are left out. */
export interface ChatToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string
}

/** The answers to the calls of one choice, and how each of them came about, in the order of the calls. */
export interface ChatTurn {
  readonly messages: ChatToolMessage[]
  readonly outcomes: readonly Outcome[]
}

/** What the loop needs of a client of the `openai` package. */
export interface ChatClient {
  readonly chat: {
    readonly completions: {
      create(body: never, options?: { readonly signal?: AbortSignal }): PromiseLike<unknown>
    }
  }
}

/** What {@link openaiChat}.loop takes. */
export interface ChatLoopOptions extends TurnContext {
  readonly model: string
  readonly messages: readonly unknown[]
  /** How many requests the loop may make; 10 where it is absent. */
  readonly maxTurns?: number
  /** Whether to stream; the loop assembles what arrives. */
  readonly stream?: boolean
  /** Further members of every request. */
  readonly request?: Readonly<Record<string, unknown>>
}

function tools(gate: Pick<Gate, 'tools'>): ChatFunctionTool[] {
  return openAiOffer(gate).tools.map(({ tool, wireName, schema, strictness }) => ({
    type: 'function',
    function: {
      name: wireName,
      description: tool.description,
      parameters: schema as Record<string, unknown>,
      strict: strictness.strict,
    },
  }))
}

function report(gate: Pick<Gate, 'tools'>): readonly StrictReport[] {
  return reportOf(openAiOffer(gate))
}

/** Runs every function call of a choice (`completion.choices[0]`). Custom tool calls are left alone. */
async function run(
  gate: Pick<Gate, 'tools' | 'call'>,
  choice: unknown,
  context: TurnContext,
): Promise<ChatTurn> {
  const offer = openAiOffer(gate)
  const calls = readChatCalls(choice).map((call) => ({
    ...call,
    ...offer.receive(call.name, call.arguments),
  }))
  const outcomes = await runTurn(gate, calls, context)
  const messages = outcomes.map((outcome, index): ChatToolMessage => {
    const { callId = '' } = calls[index] ?? {}
    return { role: 'tool', tool_call_id: callId, content: modelText(outcome) }
  })
  return { messages, outcomes }
}

/** The messages of `run`: append them after the assistant message. */
async function dispatch(
  gate: Pick<Gate, 'tools' | 'call'>,
  choice: unknown,
  context: TurnContext,
): Promise<ChatToolMessage[]> {
  return (await run(gate, choice, context)).messages
}

/** Asks the model and runs what it calls until it calls nothing. Rejects as the client does. */
function loop(
  client: ChatClient,
  gate: Pick<Gate, 'tools' | 'call'>,
  options: ChatLoopOptions,
): Promise<LoopResult<unknown, unknown>> {
  const { model, messages, maxTurns = 10, stream = false, request, ...context } = options
  const sending = context.signal === undefined ? {} : { signal: context.signal }
  const offered = tools(gate)
  return runLoop<unknown, unknown>(
    {
      ask: async (said) => {
        const body = { ...request, model, messages: said, tools: offered, stream }
        const answer = await client.chat.completions.create(body as never, sending)
        return stream ? collectChat(answer as AsyncIterable<unknown>) : firstChoice(answer)
      },
      said: (choice) => [readOwn(choice, 'message')],
      hasCalls: (choice) => readChatCalls(choice).length > 0,
      answer: (choice) => run(gate, choice, context),
    },
    messages,
    maxTurns,
  )
}

function firstChoice(completion: unknown): unknown {
  const choices = readOwn(completion, 'choices')
  return Array.isArray(choices) ? choices[0] : undefined
}

/** Function calling through OpenAI's Chat Completions API. */
export const openaiChat = Object.freeze({
  tools,
  report,
  run,
  dispatch,
  loop,
  collect: collectChat,
})

import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { collectMessage, readToolUses } from './anthropic-calls.ts'
import { type LoopResult, runLoop } from './loop.ts'
import { modelBlocks } from './model-text.ts'
import { STRICT_NAMES } from './names.ts'
import { createOffers, reportOf, type StrictReport } from './offer.ts'
import { readOwn } from './read-own.ts'
import { planAnthropicStrict } from './strict/anthropic.ts'
import { runTurn, type TurnContext } from './turn.ts'

// What goes into a request can be written, because the types of the `@anthropic-ai/sdk` package ask for it.

/** A tool as `tools` of a request lists it. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [member: string]: unknown }
  strict: boolean
}

/** What Anthropic accepts as a part of a result. */
export type AnthropicPart =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } }

type ImageType = 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp'

/** The answer to one `tool_use` block. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicPart[]
  is_error: boolean
}

/** All answers to one assistant message: one user message with nothing before the results. */
export interface AnthropicTurn {
  /** Null when the message calls nothing. */
  readonly message: { role: 'user'; content: AnthropicToolResult[] } | null
  readonly outcomes: readonly Outcome[]
}

/** What the loop needs of a client of the `@anthropic-ai/sdk` package. */
export interface AnthropicClient {
  readonly messages: {
    create(body: never, options?: { readonly signal?: AbortSignal }): PromiseLike<unknown>
  }
}

/** What {@link anthropicMessages}.loop takes. */
export interface AnthropicLoopOptions extends TurnContext {
  readonly model: string
  readonly messages: readonly unknown[]
  /** How many tokens a reply may have; 4,096 where it is absent. */
  readonly maxTokens?: number
  /** How many requests the loop may make; 10 where it is absent. */
  readonly maxTurns?: number
  /** Whether to stream; the loop assembles what arrives. */
  readonly stream?: boolean
  /** Further members of every request. */
  readonly request?: Readonly<Record<string, unknown>>
}

const offerOf = createOffers(STRICT_NAMES, planAnthropicStrict)

function tools(gate: Pick<Gate, 'tools'>): AnthropicTool[] {
  return offerOf(gate).tools.map(({ tool, wireName, schema, strictness }) => ({
    name: wireName,
    description: tool.description,
    input_schema: schema as AnthropicTool['input_schema'],
    strict: strictness.strict,
  }))
}

function report(gate: Pick<Gate, 'tools'>): readonly StrictReport[] {
  return reportOf(offerOf(gate))
}

/** Runs every `tool_use` block of a message. Server tools, thinking and text are left alone. */
async function run(
  gate: Pick<Gate, 'tools' | 'call'>,
  message: unknown,
  context: TurnContext,
): Promise<AnthropicTurn> {
  const offer = offerOf(gate)
  const calls = readToolUses(message).map((call) => ({
    ...call,
    ...offer.receive(call.name, call.arguments),
  }))
  const outcomes = await runTurn(gate, calls, context)
  const content = outcomes.map((outcome, index): AnthropicToolResult => {
    const { callId = '', toolset } = calls[index] ?? {}
    return {
      type: 'tool_result',
      tool_use_id: callId,
      content: modelBlocks(outcome).map(toPart),
      is_error: outcome.kind !== 'completed',
      ...(toolset !== undefined && { toolset_name: toolset }),
    }
  })
  return { message: content.length === 0 ? null : { role: 'user', content }, outcomes }
}

function toPart(block: ReturnType<typeof modelBlocks>[number]): AnthropicPart {
  if (block.kind === 'text') return { type: 'text', text: block.text }
  const source = {
    type: 'base64',
    media_type: block.mimeType as ImageType,
    data: block.data,
  } as const
  return { type: 'image', source }
}

/** The messages of `run`, none or one: append them right after the assistant message, which stays unchanged. */
async function dispatch(
  gate: Pick<Gate, 'tools' | 'call'>,
  message: unknown,
  context: TurnContext,
): Promise<NonNullable<AnthropicTurn['message']>[]> {
  const turn = await run(gate, message, context)
  return turn.message === null ? [] : [turn.message]
}

/** Asks the model and runs what it calls until it calls nothing. Rejects as the client does. */
function loop(
  client: AnthropicClient,
  gate: Pick<Gate, 'tools' | 'call'>,
  options: AnthropicLoopOptions,
): Promise<LoopResult<unknown, unknown>> {
  const {
    model,
    messages,
    maxTokens = 4_096,
    maxTurns = 10,
    stream = false,
    request,
    ...context
  } = options
  const sending = context.signal === undefined ? {} : { signal: context.signal }
  const offered = tools(gate)
  return runLoop<unknown, unknown>(
    {
      ask: async (said) => {
        const body = {
          ...request,
          model,
          max_tokens: maxTokens,
          messages: said,
          tools: offered,
          stream,
        }
        const answer = await client.messages.create(body as never, sending)
        return stream ? collectMessage(answer as AsyncIterable<unknown>) : answer
      },
      said: (message) => [{ role: 'assistant', content: readOwn(message, 'content') }],
      hasCalls: (message) => readToolUses(message).length > 0,
      answer: async (message) => {
        const turn = await run(gate, message, context)
        return { messages: turn.message === null ? [] : [turn.message], outcomes: turn.outcomes }
      },
    },
    messages,
    maxTurns,
  )
}

/** Tool use through Anthropic's Messages API. */
export const anthropicMessages = Object.freeze({
  tools,
  report,
  run,
  dispatch,
  loop,
  collect: collectMessage,
})

import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { collectContent, readFunctionParts } from './gemini-calls.ts'
import { type LoopResult, runLoop } from './loop.ts'
import { modelBlocks } from './model-text.ts'
import { GEMINI_NAMES } from './names.ts'
import { createOffers } from './offer.ts'
import { readOwn } from './read-own.ts'
import { runTurn, type TurnContext } from './turn.ts'

// What goes into a request can be written, because the types of the `@google/genai` package ask for it.

/** The gate's tools as one entry of `config.tools`. Gemini has no strict mode that takes JSON Schema. */
export interface GeminiTool {
  functionDeclarations: GeminiFunction[]
}

/** A function as Gemini declares it. */
export interface GeminiFunction {
  name: string
  description: string
  parametersJsonSchema: unknown
}

/** The answer to one function call, as a part of the next content. */
export interface GeminiResponsePart {
  functionResponse: {
    /** Absent where the call had none. */
    id?: string
    name: string
    response: { output: string } | { error: string }
    parts?: { inlineData: { mimeType: string; data: string } }[]
  }
}

/** All answers to one content of the model. */
export interface GeminiTurn {
  /** Null when the content calls nothing. */
  readonly content: { role: 'user'; parts: GeminiResponsePart[] } | null
  readonly outcomes: readonly Outcome[]
}

/** Gemini's ids of calls are optional: without one, the turn and the position of a call name its operation. */
export interface GeminiContext extends TurnContext {
  /** Which content of the conversation this is, from 0. Calls without an id and without a turn do not run. */
  readonly turn?: number | undefined
}

/** What the loop needs of a client of the `@google/genai` package. */
export interface GeminiClient {
  readonly models: {
    generateContent(request: never): PromiseLike<unknown>
    generateContentStream(request: never): PromiseLike<AsyncIterable<unknown>>
  }
}

/** What {@link gemini}.loop takes. */
export interface GeminiLoopOptions extends TurnContext {
  readonly model: string
  readonly contents: readonly unknown[]
  /** How many requests the loop may make; 10 where it is absent. */
  readonly maxTurns?: number
  /** Whether to stream; the loop assembles what arrives. */
  readonly stream?: boolean
  /** Further members of `config`. */
  readonly config?: Readonly<Record<string, unknown>>
}

const offerOf = createOffers(GEMINI_NAMES, (schemas) =>
  schemas.map(() => ({ strict: false, reasons: [] })),
)

function tools(gate: Pick<Gate, 'tools'>): GeminiTool {
  return {
    functionDeclarations: offerOf(gate).tools.map(({ tool, wireName, schema }) => ({
      name: wireName,
      description: tool.description,
      parametersJsonSchema: schema,
    })),
  }
}

/** Runs every function call of a candidate (`response.candidates[0]`). Thoughts, text and executable code are left alone. */
async function run(
  gate: Pick<Gate, 'tools' | 'call'>,
  candidate: unknown,
  context: GeminiContext,
): Promise<GeminiTurn> {
  const { turn, ...turnContext } = context
  const offer = offerOf(gate)
  const parts = readFunctionParts(candidate)
  const calls = parts.map((part, index) => ({
    callId: part.callId ?? (turn === undefined ? undefined : `turn-${turn}-call-${index}`),
    ...offer.receive(part.name, part.arguments),
  }))
  const outcomes = await runTurn(gate, calls, turnContext)
  const answers = outcomes.map((outcome, index): GeminiResponsePart => {
    const { callId, name = '' } = parts[index] ?? {}
    return {
      functionResponse: {
        ...(callId !== undefined && { id: callId }),
        name,
        ...responseOf(outcome),
      },
    }
  })
  return { content: answers.length === 0 ? null : { role: 'user', parts: answers }, outcomes }
}

function responseOf(
  outcome: Outcome,
): Pick<GeminiResponsePart['functionResponse'], 'response' | 'parts'> {
  const blocks = modelBlocks(outcome)
  const text = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n')
  const images = blocks.flatMap((block) =>
    block.kind === 'image' ? [{ inlineData: { mimeType: block.mimeType, data: block.data } }] : [],
  )
  const response = outcome.kind === 'completed' ? { output: text } : { error: text }
  return images.length === 0 ? { response } : { response, parts: images }
}

/** The contents of `run`, none or one: append them after the model's content, which stays unchanged. */
async function dispatch(
  gate: Pick<Gate, 'tools' | 'call'>,
  candidate: unknown,
  context: GeminiContext,
): Promise<NonNullable<GeminiTurn['content']>[]> {
  const { content } = await run(gate, candidate, context)
  return content === null ? [] : [content]
}

/** Asks the model and runs what it calls until it calls nothing. Rejects as the client does. */
function loop(
  client: GeminiClient,
  gate: Pick<Gate, 'tools' | 'call'>,
  options: GeminiLoopOptions,
): Promise<LoopResult<unknown, unknown>> {
  const { model, contents, maxTurns = 10, stream = false, config, ...context } = options
  const { signal } = context
  const asked = {
    ...config,
    tools: [tools(gate)],
    ...(signal !== undefined && { abortSignal: signal }),
  }
  return runLoop<unknown, unknown>(
    {
      ask: async (said) => {
        const request = { model, contents: said, config: asked } as never
        if (stream) return collectContent(await client.models.generateContentStream(request))
        return firstCandidate(await client.models.generateContent(request))
      },
      // The whole content, unchanged: its thought signatures must come back with it.
      said: (candidate) => [readOwn(candidate, 'content')],
      hasCalls: (candidate) => readFunctionParts(candidate).length > 0,
      answer: async (candidate, turn) => {
        const answered = await run(gate, candidate, {
          ...context,
          turn: contents.length + 2 * turn,
        })
        return {
          messages: answered.content === null ? [] : [answered.content],
          outcomes: answered.outcomes,
        }
      },
    },
    contents,
    maxTurns,
  )
}

function firstCandidate(response: unknown): unknown {
  const candidates = readOwn(response, 'candidates')
  return Array.isArray(candidates) ? candidates[0] : undefined
}

/** Function calling through Gemini's generateContent. */
export const gemini = Object.freeze({ tools, run, dispatch, loop, collect: collectContent })

import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import type { JsonObject } from '../json/value.ts'
import { modelBlocks, modelText } from './model-text.ts'
import { openAiOffer } from './openai-offer.ts'
import {
  type OpenAiCaller,
  type OpenAiFunctionCall,
  readFunctionCalls,
} from './openai-responses-calls.ts'
import { runTurn, type TurnContext } from './turn.ts'

// What goes into a request can be written, because the types of the `openai` package ask for it.

/** A function as `tools` of a request lists it. */
export interface OpenAiFunctionTool {
  type: 'function'
  name: string
  description: string
  parameters: JsonObject
  /** Never left out: without it OpenAI rewrites the schema. */
  strict: boolean
}

/** What OpenAI accepts as a part of the output of a function. */
export type OpenAiOutputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; detail: 'auto'; image_url: string }

/** The answer to one function call, as an item of the next request's input. */
export interface OpenAiCallOutput {
  type: 'function_call_output'
  /** Absent where the call had none. */
  call_id?: string
  output: string | OpenAiOutputPart[]
  namespace?: string
  caller?: OpenAiCaller
}

/** The answers to the calls of one response, and how each of them came about, in the order of the calls. */
export interface OpenAiTurn {
  readonly items: OpenAiCallOutput[]
  readonly outcomes: readonly Outcome[]
}

/** For whom and in which conversation the calls of a response run. */
export interface OpenAiContext extends TurnContext {
  /** Namespaces under which the application offers this gate's tools; calls in any other namespace are unknown tools. */
  readonly namespaces?: readonly string[]
}

/** The gate's tools for the `tools` of a request: strict where OpenAI can enforce the schema. */
export function listTools(gate: Pick<Gate, 'tools'>): OpenAiFunctionTool[] {
  return openAiOffer(gate).tools.map(({ tool, wireName, schema, strictness }) => ({
    type: 'function',
    name: wireName,
    description: tool.description,
    parameters: schema,
    strict: strictness.strict,
  }))
}

/**
 * Runs every function call of `response.output` through the gate, in parallel. Each gets exactly one answer, also when it
 * is malformed; items of every other kind are left alone.
 */
export function runOutput(
  gate: Pick<Gate, 'tools' | 'call'>,
  output: readonly unknown[],
  context: OpenAiContext,
): Promise<OpenAiTurn> {
  return runCalls(gate, readFunctionCalls(output), context)
}

async function runCalls(
  gate: Pick<Gate, 'tools' | 'call'>,
  calls: readonly OpenAiFunctionCall[],
  context: OpenAiContext,
): Promise<OpenAiTurn> {
  const offer = openAiOffer(gate)
  const received = calls.map((call) => ({
    ...call,
    ...offer.receive(nameIn(context, call), call.arguments),
  }))
  const outcomes = await runTurn(gate, received, context)
  return { items: outcomes.map((outcome, index) => toItem(outcome, calls[index])), outcomes }
}

/** A function is its namespace and its name: one of a namespace that is not ours is none of our tools. */
function nameIn(
  { namespaces = [] }: OpenAiContext,
  { name, namespace }: OpenAiFunctionCall,
): string {
  return namespace === undefined || namespaces.includes(namespace) ? name : `${namespace}.${name}`
}

function toItem(outcome: Outcome, call: OpenAiFunctionCall | undefined): OpenAiCallOutput {
  const { callId, namespace, caller } = call ?? {}
  return {
    type: 'function_call_output',
    ...(callId !== undefined && { call_id: callId }),
    output: toOutput(outcome),
    ...(namespace !== undefined && { namespace }),
    ...(caller !== undefined && { caller }),
  }
}

function toOutput(outcome: Outcome): string | OpenAiOutputPart[] {
  const blocks = modelBlocks(outcome)
  if (blocks.every(({ kind }) => kind === 'text')) return modelText(outcome)
  return blocks.map((block) => {
    if (block.kind === 'text') return { type: 'input_text', text: block.text }
    const { mimeType, data } = block
    return { type: 'input_image', detail: 'auto', image_url: `data:${mimeType};base64,${data}` }
  })
}

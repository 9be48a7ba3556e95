import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { ERRORS } from '../errors.ts'
import type { JsonObject } from '../json/value.ts'
import { modelBlocks, modelError, modelText } from './model-text.ts'
import { openAiOffer } from './openai-offer.ts'
import { runTurn, type TurnContext } from './turn.ts'

/** For whom the tools run, and who else wants to know how calls ended. */
export interface AgentContext extends Omit<TurnContext, 'signal'> {
  /** Called with the outcome of every call, before the model reads it. */
  readonly onOutcome?: (outcome: Outcome) => void
}

/** What AI SDK sends to a model as the result of a tool. */
export type AiSdkOutput =
  | { type: 'text'; value: string }
  /** The SDK itself puts the value under `error`. */
  | { type: 'error-json'; value: JsonObject }
  | {
      type: 'content'
      value: (
        | { type: 'text'; text: string }
        | { type: 'file'; mediaType: string; data: { type: 'data'; data: string } }
      )[]
    }

/** A Standard Schema that describes and accepts everything: the gate judges, and its refusals reach the model. */
export interface AiSdkSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): { readonly value: unknown }
    readonly jsonSchema: {
      input(): Record<string, unknown>
      output(): Record<string, unknown>
    }
  }
}

/** A tool as the Vercel AI SDK takes it. */
export interface AiSdkTool {
  description: string
  inputSchema: AiSdkSchema
  /** Never left out. */
  strict: boolean
  execute(
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal },
  ): Promise<Outcome>
  toModelOutput(options: { readonly output: Outcome }): AiSdkOutput
}

/**
 * The gate's tools for `tools` of `generateText` and `streamText` (AI SDK 7). The decision stays with the gate: the tools
 * never ask the SDK for approval, so that no approval in a message history, which a client can write, ever counts.
 * The SDK parses the arguments itself, so a duplicate key in them is lost before the gate can refuse it.
 */
export function aiSdkTools(
  gate: Pick<Gate, 'tools' | 'call'>,
  context: AgentContext,
): Record<string, AiSdkTool> {
  const { onOutcome, ...turn } = context
  const offer = openAiOffer(gate)
  const entries = offer.tools.map(({ tool, wireName, schema, strictness }): [string, AiSdkTool] => [
    wireName,
    {
      description: tool.description,
      inputSchema: unjudged(schema),
      strict: strictness.strict,
      execute: async (input, { toolCallId, abortSignal }) => {
        const call = { callId: toolCallId, ...offer.receive(wireName, input) }
        const [outcome] = await runTurn(gate, [call], { ...turn, signal: abortSignal })
        if (outcome === undefined) throw new TypeError('a call has one outcome')
        tellOutcome(onOutcome, outcome)
        return outcome
      },
      toModelOutput: ({ output }) => readBack(output),
    },
  ])
  return Object.fromEntries(entries)
}

function unjudged(schema: JsonObject): AiSdkSchema {
  const describe = (): Record<string, unknown> => schema as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'toolnotary',
      validate: (value) => ({ value }),
      jsonSchema: { input: describe, output: describe },
    },
  }
}

const UNREADABLE: JsonObject = Object.freeze({ code: 'outcome_unknown', executed: 'unknown' })

/** An outcome that comes out of a message history was written by a client, and may be anything. */
function readBack(output: Outcome): AiSdkOutput {
  try {
    const isKnown = output.kind === 'completed' || Object.hasOwn(ERRORS, output.reason)
    if (isKnown) return toModelOutput(output)
  } catch {
    // Shown as what it is: an output that nobody can read.
  }
  return { type: 'error-json', value: UNREADABLE }
}

function toModelOutput(outcome: Outcome): AiSdkOutput {
  if (outcome.kind !== 'completed') return { type: 'error-json', value: modelError(outcome) }
  const blocks = modelBlocks(outcome)
  if (blocks.every(({ kind }) => kind === 'text'))
    return { type: 'text', value: modelText(outcome) }
  return {
    type: 'content',
    value: blocks.map((block) =>
      block.kind === 'text'
        ? { type: 'text', text: block.text }
        : { type: 'file', mediaType: block.mimeType, data: { type: 'data', data: block.data } },
    ),
  }
}

/** Tells a listener, whose own faults must not turn an executed call into a failed one. */
export function tellOutcome(listen: AgentContext['onOutcome'], outcome: Outcome): void {
  try {
    const told: unknown = listen?.(outcome)
    if (told instanceof Promise) told.catch(() => undefined)
  } catch {
    // The call has ended as it has ended.
  }
}

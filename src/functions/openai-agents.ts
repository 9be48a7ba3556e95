import type { Gate } from '../core/gate.ts'
import { type AgentContext, tellOutcome } from './ai-sdk.ts'
import { modelText } from './model-text.ts'
import { openAiOffer } from './openai-offer.ts'
import { readOwn } from './read-own.ts'
import { runTurn } from './turn.ts'

/** A function tool as OpenAI Agents JS takes it. */
export interface AgentsTool {
  type: 'function'
  name: string
  description: string
  parameters: {
    type: 'object'
    properties: Record<string, never>
    required: string[]
    additionalProperties: boolean
  }
  strict: boolean
  invoke(runContext: unknown, input: string, details?: unknown): Promise<string>
  needsApproval(): Promise<boolean>
  isEnabled(): Promise<boolean>
}

/**
 * The gate's tools for `tools` of an agent (OpenAI Agents JS 0.20). The decision stays with the gate: the tools never ask
 * the library for approval, so that no approval in a run state, which is not signed, ever counts. A call whose arguments
 * are not a JSON object never reaches them: the library ends the run with an interruption, and answers once that is
 * approved or rejected; nothing runs.
 */
export function openAiAgentsTools(
  gate: Pick<Gate, 'tools' | 'call'>,
  context: AgentContext,
): AgentsTool[] {
  const { onOutcome, ...turn } = context
  const offer = openAiOffer(gate)
  return offer.tools.map(({ tool, wireName, schema, strictness }) => ({
    type: 'function',
    name: wireName,
    description: tool.description,
    parameters: schema as unknown as AgentsTool['parameters'],
    strict: strictness.strict,
    invoke: async (_runContext, input, details) => {
      const callId = readOwn(readOwn(details, 'toolCall'), 'callId')
      const id = typeof callId === 'string' && callId !== '' ? callId : undefined
      const signal = readOwn(details, 'signal')
      const call = { callId: id, ...offer.receive(wireName, input) }
      const within = signal instanceof AbortSignal ? { ...turn, signal } : turn
      const [outcome] = await runTurn(gate, [call], within)
      if (outcome === undefined) throw new TypeError('a call has one outcome')
      tellOutcome(onOutcome, outcome)
      return modelText(outcome)
    },
    needsApproval: async () => false,
    isEnabled: async () => true,
  }))
}

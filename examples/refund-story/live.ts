import { randomUUID } from 'node:crypto'
import {
  anthropicMessages,
  gemini,
  openaiChat,
  openaiResponses,
} from '../../src/functions/index.ts'
import type { CallRequest, Gate, Outcome } from '../../src/index.ts'
import type { LiveModel, Provider } from './arguments.ts'
import type { StepContext } from './drivers/driver.ts'
import type { Scene } from './scene.ts'
import { STORY, type StoryCall } from './story.ts'
import { openStepGate } from './tell.ts'
import { shopTools } from './tools.ts'
import type { StepResult } from './transcript.ts'

type Listener = Pick<Gate, 'tools' | 'call'>

/** How one provider is asked. The clients are loaded when they are needed, and find another endpoint than the real one in their own environment variables. */
interface Endpoint {
  /** The environment variable with the key. */
  readonly variable: string
  ask(
    apiKey: string,
    gate: Listener,
    model: string,
    prompt: string,
    context: StepContext,
  ): Promise<unknown>
}

const ENDPOINTS: Readonly<Record<Provider, Endpoint>> = {
  'openai-responses': {
    variable: 'OPENAI_API_KEY',
    ask: async (apiKey, gate, model, prompt, context) => {
      const { OpenAI } = await import('openai')
      const client = new OpenAI({ apiKey })
      return openaiResponses.loop(client, gate, { model, input: prompt, ...context })
    },
  },
  'openai-chat': {
    variable: 'OPENAI_API_KEY',
    ask: async (apiKey, gate, model, prompt, context) => {
      const { OpenAI } = await import('openai')
      const client = new OpenAI({ apiKey })
      const messages = [{ role: 'user', content: prompt }]
      return openaiChat.loop(client, gate, { model, messages, ...context })
    },
  },
  'anthropic-messages': {
    variable: 'ANTHROPIC_API_KEY',
    ask: async (apiKey, gate, model, prompt, context) => {
      const { Anthropic } = await import('@anthropic-ai/sdk')
      const client = new Anthropic({ apiKey })
      const messages = [{ role: 'user', content: prompt }]
      return anthropicMessages.loop(client, gate, { model, messages, ...context })
    },
  },
  gemini: {
    variable: 'GEMINI_API_KEY',
    ask: async (apiKey, gate, model, prompt, context) => {
      const { GoogleGenAI } = await import('@google/genai')
      const client = new GoogleGenAI({ apiKey })
      const contents = [{ role: 'user', parts: [{ text: prompt }] }]
      return gemini.loop(client, gate, { model, contents, ...context })
    },
  },
}

/** The key of a provider in the environment, or which variable is missing. */
export function readKey(
  { provider }: LiveModel,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly apiKey: string } | { readonly problem: string } {
  const { variable } = ENDPOINTS[provider]
  const apiKey = environment[variable]
  if (apiKey === undefined || apiKey === '') return { problem: `${variable} is not set` }
  return { apiKey }
}

/** Says every prompt of the story to a real model. It answers as it likes, so no ending is expected. */
export async function tellLive(
  scene: Scene,
  { provider, model }: LiveModel,
  apiKey: string,
): Promise<readonly StepResult[]> {
  const { transcript, run } = scene
  const stage = { ...scene, tools: shopTools(scene.orders, run) }
  const results: StepResult[] = []
  transcript.position(`in process · ${provider} · ${model}, live`)
  for (const step of STORY.filter(({ prompt }) => prompt !== '')) {
    const { gate, approver } = openStepGate(stage, step, scene.person !== null)
    const heard = listenTo(gate)
    // A conversation of its own each time: a real model's calls are never those of an earlier run.
    const context = {
      caller: { user: 'customer-1', agent: `assistant-live-${run}` },
      conversation: `live-${randomUUID()}`,
    }
    const startedAt = performance.now()
    await ENDPOINTS[provider].ask(apiKey, heard.gate, model, step.prompt, context)
    await gate.dispose()
    const ms = Math.round(performance.now() - startedAt)
    const { calls, outcomes } = heard.said()
    const asked = approver === null || approver.asked.length > 0
    const { name } = step
    const result = { name, provider, streamed: false, calls, outcomes, ms, asked, asExpected: true }
    results.push(result)
    transcript.say(
      `customer: ${step.prompt}${calls.length === 0 ? ' (the model called nothing)' : ''}`,
    )
    transcript.step(result)
  }
  return results
}

interface Heard {
  readonly gate: Listener
  said(): Pick<StepResult, 'calls' | 'outcomes'>
}

/** The gate, and what it was asked and how it answered, in the order of the endings. */
function listenTo(gate: Gate): Heard {
  const calls: StoryCall[] = []
  const outcomes: Outcome[] = []
  const call = async (request: CallRequest): Promise<Outcome> => {
    const outcome = await gate.call(request)
    const { tool, arguments: input } = request
    calls.push({ name: tool, arguments: typeof input === 'string' ? input : JSON.stringify(input) })
    outcomes.push(outcome)
    return outcome
  }
  return { gate: { tools: gate.tools, call }, said: () => ({ calls, outcomes }) }
}

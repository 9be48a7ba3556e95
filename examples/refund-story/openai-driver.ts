import OpenAI from 'openai'
import { openaiResponses } from '../../src/functions/index.ts'
import { openOpenAiFake } from '../../src/testing/openai-fake.ts'
import type { Driver } from './driver.ts'
import type { StoryCall } from './story.ts'

/** The story through the real `openai` client and the Responses API of a local fake. */
export async function openOpenAiDriver(): Promise<Driver> {
  let asking: readonly Item[] = []
  const told = new Map<string, readonly Item[]>()
  // The model of the fake: first it asks for the step's calls, then it has read the answers and only talks.
  const fake = await openOpenAiFake((body) => (hasAnswers(body) ? [SAYS_DONE] : asking))
  const client = new OpenAI({ apiKey: 'no-key-needed', baseURL: fake.baseUrl, maxRetries: 0 })
  return {
    provider: 'openai-responses',
    title: 'OpenAI Responses',
    tell: async (gate, { name, prompt }, calls, context) => {
      asking = calls.map((call, index) => callItem(call, `call_${name}_${index}`))
      told.set(name, asking)
      const { outcomes } = await openaiResponses.loop(client, gate, {
        model: 'local',
        input: prompt,
        ...context,
      })
      return outcomes
    },
    again: async (gate, stepName, context) => {
      const { outcomes } = await openaiResponses.run(gate, told.get(stepName) ?? [], context)
      return outcomes
    },
    close: async () => fake[Symbol.asyncDispose](),
  }
}

type Item = Readonly<Record<string, unknown>>

const SAYS_DONE: Item = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Done.' }],
}

/** Ids are the same each time the story is told in one conversation: so a killed run goes on where it was. */
function callItem({ name, arguments: text }: StoryCall, callId: string): Item {
  return { type: 'function_call', call_id: callId, name, arguments: text }
}

function hasAnswers(body: Readonly<Record<string, unknown>>): boolean {
  const { input } = body
  return Array.isArray(input) && input.some((item) => item?.type === 'function_call_output')
}

import OpenAI from 'openai'
import { openaiResponses } from '../../../src/functions/index.ts'
import { openOpenAiFake } from '../../../src/testing/openai-fake.ts'
import { functionCall, message, type OpenAiItem } from '../../../src/testing/openai-fake-items.ts'
import type { Driver, DriverOptions } from './driver.ts'

/** The story through the real `openai` client and the Responses API of a local fake. */
export async function openResponsesDriver({ stream }: DriverOptions): Promise<Driver> {
  let asking: readonly OpenAiItem[] = []
  const told = new Map<string, readonly OpenAiItem[]>()
  const fake = await openOpenAiFake(({ input }) =>
    Array.isArray(input) && input.length > 1 ? [message('Done.')] : asking,
  )
  const client = new OpenAI({ apiKey: 'no-key-needed', baseURL: fake.baseUrl, maxRetries: 0 })
  return {
    provider: 'openai-responses',
    title: 'OpenAI Responses',
    streamed: stream,
    tell: async (gate, { name, prompt, calls }, context) => {
      asking = calls.map((call, index) =>
        functionCall(call.name, call.arguments, { call_id: `call_${name}_${index}` }),
      )
      told.set(name, asking)
      const options = { model: 'local', input: prompt, stream, ...context }
      return (await openaiResponses.loop(client, gate, options)).outcomes
    },
    again: async (gate, stepName, context) =>
      (await openaiResponses.run(gate, told.get(stepName) ?? [], context)).outcomes,
    close: async () => fake[Symbol.asyncDispose](),
  }
}

import { GoogleGenAI } from '@google/genai'
import { gemini } from '../../../src/functions/index.ts'
import { openGeminiFake } from '../../../src/testing/gemini-fake.ts'
import { bodiesOf } from '../../../src/testing/model-turn.ts'
import { type Driver, type DriverOptions, StoryModel } from './driver.ts'

/** The story through the real `@google/genai` client and the generateContent of a local fake. */
export async function openGeminiDriver({ stream }: DriverOptions): Promise<Driver> {
  const model = new StoryModel()
  const told = new Map<string, unknown>()
  const fake = await openGeminiFake(model.script(({ contents }) => bodiesOf(contents).length))
  const client = new GoogleGenAI({ apiKey: 'no-key-needed', httpOptions: { baseUrl: fake.origin } })
  return {
    provider: 'gemini',
    title: 'Gemini generateContent',
    streamed: stream,
    tell: async (gate, step, context) => {
      model.ask(step)
      const contents = [{ role: 'user', parts: [{ text: step.prompt }] }]
      const ended = await gemini.loop(client, gate, {
        model: 'local',
        contents,
        stream,
        ...context,
      })
      told.set(step.name, { content: ended.messages[1], finishReason: 'STOP' })
      return ended.outcomes
    },
    again: async (gate, stepName, context) =>
      (await gemini.run(gate, told.get(stepName), context)).outcomes,
    close: async () => fake[Symbol.asyncDispose](),
  }
}

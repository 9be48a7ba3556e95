import OpenAI from 'openai'
import { openaiChat } from '../../../src/functions/index.ts'
import { openChatFake } from '../../../src/testing/chat-fake.ts'
import { bodiesOf } from '../../../src/testing/model-turn.ts'
import { type Driver, type DriverOptions, StoryModel } from './driver.ts'

/** The story through the real `openai` client and the Chat Completions API of a local fake. */
export async function openChatDriver({ stream }: DriverOptions): Promise<Driver> {
  const model = new StoryModel()
  const told = new Map<string, unknown>()
  const fake = await openChatFake(model.script(({ messages }) => bodiesOf(messages).length))
  const client = new OpenAI({
    apiKey: 'no-key-needed',
    baseURL: `${fake.origin}/v1`,
    maxRetries: 0,
  })
  return {
    provider: 'openai-chat',
    title: 'OpenAI Chat Completions',
    streamed: stream,
    tell: async (gate, step, context) => {
      model.ask(step)
      const messages = [{ role: 'user', content: step.prompt }]
      const ended = await openaiChat.loop(client, gate, {
        model: 'local',
        messages,
        stream,
        ...context,
      })
      told.set(step.name, { message: ended.messages[1], finish_reason: 'tool_calls' })
      return ended.outcomes
    },
    again: async (gate, stepName, context) =>
      (await openaiChat.run(gate, told.get(stepName), context)).outcomes,
    close: async () => fake[Symbol.asyncDispose](),
  }
}

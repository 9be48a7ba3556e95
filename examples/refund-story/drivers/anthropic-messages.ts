import Anthropic from '@anthropic-ai/sdk'
import { anthropicMessages } from '../../../src/functions/index.ts'
import { openAnthropicFake } from '../../../src/testing/anthropic-fake.ts'
import { bodiesOf } from '../../../src/testing/model-turn.ts'
import { type Driver, type DriverOptions, StoryModel } from './driver.ts'

/** The story through the real `@anthropic-ai/sdk` client and the Messages API of a local fake. */
export async function openAnthropicDriver({ stream }: DriverOptions): Promise<Driver> {
  const model = new StoryModel()
  const told = new Map<string, object>()
  const fake = await openAnthropicFake(model.script(({ messages }) => bodiesOf(messages).length))
  const client = new Anthropic({ apiKey: 'no-key-needed', baseURL: fake.origin, maxRetries: 0 })
  return {
    provider: 'anthropic-messages',
    title: 'Anthropic Messages',
    streamed: stream,
    tell: async (gate, step, context) => {
      model.ask(step)
      const messages = [{ role: 'user', content: step.prompt }]
      const ended = await anthropicMessages.loop(client, gate, {
        model: 'local',
        messages,
        stream,
        ...context,
      })
      told.set(step.name, { ...(ended.messages[1] as object), stop_reason: 'tool_use' })
      return ended.outcomes
    },
    again: async (gate, stepName, context) =>
      (await anthropicMessages.run(gate, told.get(stepName), context)).outcomes,
    close: async () => fake[Symbol.asyncDispose](),
  }
}

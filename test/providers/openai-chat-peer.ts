import OpenAI from 'openai'
import { openaiChat } from '../../src/functions/openai-chat.ts'
import { openChatFake } from '../../src/testing/chat-fake.ts'
import { bodiesOf, type FakeBody, isBody } from '../../src/testing/model-turn.ts'
import { type ProviderPeer, type ToldAnswer, turnOf, watch } from './provider-peer.ts'

/** OpenAI's Chat Completions API through the `openai` package. */
export function createOpenAiChatPeer(stream: boolean): ProviderPeer {
  return {
    name: `OpenAI Chat Completions${stream ? ', streamed' : ''}`,
    loop: 'ours',
    argumentsAsText: true,
    idsOptional: false,
    optionalAsNull: true,
    takesImages: false,
    unknownTool: 'gate',
    brokenArguments: 'gate',
    offeredNames: (gate) => openaiChat.tools(gate).map((tool) => tool.function.name),
    tell: async (gate, turns, context) => {
      await using fake = await openChatFake((_body, turn) => turnOf(turns, turn))
      const client = new OpenAI({ baseURL: `${fake.origin}/v1`, apiKey: 'test', maxRetries: 0 })
      const messages = [{ role: 'user', content: 'Hello' }]
      const options = { ...context, model: 'test', messages, stream }
      const ended = await watch(
        gate,
        async (watched) => (await openaiChat.loop(client, watched, options)).kind,
      )
      const { requests } = fake
      return { ...ended, requests, answers: answersOf(requests.at(-1)) }
    },
  }
}

function answersOf(request: FakeBody | undefined): readonly ToldAnswer[] {
  const messages = bodiesOf(request?.['messages'])
  const names = new Map(
    messages
      .flatMap((message) => bodiesOf(message['tool_calls']))
      .map((call) => [call['id'], isBody(call['function']) ? call['function']['name'] : undefined]),
  )
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id: callId, content }) => ({
      callId,
      name: names.get(callId),
      text: String(content),
      isError: null,
      images: [],
    }))
}

import Anthropic from '@anthropic-ai/sdk'
import { anthropicMessages } from '../../src/functions/anthropic-messages.ts'
import { openAnthropicFake } from '../../src/testing/anthropic-fake.ts'
import { bodiesOf, type FakeBody, isBody } from '../../src/testing/model-turn.ts'
import { type ProviderPeer, type ToldAnswer, turnOf, watch } from './provider-peer.ts'

/** Anthropic's Messages API through the `@anthropic-ai/sdk` package. */
export function createAnthropicPeer(stream: boolean): ProviderPeer {
  return {
    name: `Anthropic Messages${stream ? ', streamed' : ''}`,
    loop: 'ours',
    // Whole messages come with an input that the API has parsed.
    argumentsAsText: stream,
    idsOptional: false,
    optionalAsNull: false,
    takesImages: true,
    unknownTool: 'gate',
    brokenArguments: 'gate',
    offeredNames: (gate) => anthropicMessages.tools(gate).map(({ name }) => name),
    tell: async (gate, turns, context) => {
      await using fake = await openAnthropicFake((_body, turn) => turnOf(turns, turn))
      const client = new Anthropic({ baseURL: fake.origin, apiKey: 'test', maxRetries: 0 })
      const messages = [{ role: 'user', content: 'Hello' }]
      const options = { ...context, model: 'test', messages, stream }
      const ended = await watch(
        gate,
        async (watched) => (await anthropicMessages.loop(client, watched, options)).kind,
      )
      const { requests } = fake
      return { ...ended, requests, answers: answersOf(requests.at(-1)) }
    },
  }
}

function answersOf(request: FakeBody | undefined): readonly ToldAnswer[] {
  const blocks = bodiesOf(request?.['messages']).flatMap(({ content }) => bodiesOf(content))
  const names = new Map(
    blocks.filter(({ type }) => type === 'tool_use').map(({ id, name }) => [id, name]),
  )
  return blocks.filter(({ type }) => type === 'tool_result').map((block) => toAnswer(block, names))
}

function toAnswer(block: FakeBody, names: ReadonlyMap<unknown, unknown>): ToldAnswer {
  const { tool_use_id: callId, is_error: isError } = block
  const parts = bodiesOf(block['content'])
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  const images = parts.flatMap(({ source }) => (isBody(source) ? [String(source['data'])] : []))
  return {
    callId,
    name: names.get(callId),
    text: texts.join('\n'),
    isError: isError === true,
    images,
  }
}

import OpenAI from 'openai'
import { openaiResponses } from '../../src/functions/openai-responses.ts'
import { openResponsesFake, responsesAnswers } from './openai-wire.ts'
import { type ProviderPeer, watch } from './provider-peer.ts'

/** OpenAI's Responses API through the `openai` package. */
export function createOpenAiResponsesPeer(stream: boolean): ProviderPeer {
  return {
    name: `OpenAI Responses${stream ? ', streamed' : ''}`,
    loop: 'ours',
    argumentsAsText: true,
    idsOptional: false,
    optionalAsNull: true,
    takesImages: true,
    unknownTool: 'gate',
    brokenArguments: 'gate',
    offeredNames: (gate) => openaiResponses.tools(gate).map(({ name }) => name),
    tell: async (gate, turns, context) => {
      await using fake = await openResponsesFake(turns)
      const client = new OpenAI({ baseURL: fake.baseUrl, apiKey: 'test', maxRetries: 0 })
      const options = { ...context, model: 'test', input: 'Hello', stream }
      const ended = await watch(
        gate,
        async (watched) => (await openaiResponses.loop(client, watched, options)).kind,
      )
      const { requests } = fake
      return { ...ended, requests, answers: responsesAnswers(requests.at(-1)) }
    },
  }
}

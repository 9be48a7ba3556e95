import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, streamText } from 'ai'
import { aiSdkTools } from '../../src/functions/ai-sdk.ts'
import { openResponsesFake, responsesAnswers } from './openai-wire.ts'
import { type ProviderPeer, watch } from './provider-peer.ts'

/** The Vercel AI SDK before OpenAI's Responses API. */
export function createAiSdkPeer(stream: boolean): ProviderPeer {
  return {
    name: `AI SDK${stream ? ', streamed' : ''}`,
    loop: 'library',
    argumentsAsText: false,
    idsOptional: false,
    optionalAsNull: true,
    takesImages: true,
    unknownTool: 'library',
    brokenArguments: 'library',
    offeredNames: (gate) =>
      Object.keys(aiSdkTools(gate, { caller: { user: 'user-1' }, conversation: 'names' })),
    tell: async (gate, turns, { maxTurns = 10, signal, ...context }) => {
      await using fake = await openResponsesFake(turns)
      const model = createOpenAI({ baseURL: fake.baseUrl, apiKey: 'test' }).responses('test')
      const ended = await watch(gate, async (watched) => {
        const options = {
          model,
          tools: aiSdkTools(watched, context),
          prompt: 'Hello',
          stopWhen: isStepCount(maxTurns),
          maxRetries: 0,
          // Else the library sends references to items in place of the items.
          providerOptions: { openai: { store: false } },
          ...(signal !== undefined && { abortSignal: signal }),
        }
        if (!stream) await generateText(options)
        else await consume(options)
        return 'answered'
      })
      const { requests } = fake
      return { ...ended, requests, answers: responsesAnswers(requests.at(-1)) }
    },
  }
}

async function consume(options: Parameters<typeof streamText>[0]): Promise<void> {
  let failure: unknown = null
  const result = streamText({
    ...options,
    onError: ({ error }) => {
      failure = error
    },
  })
  await result.consumeStream()
  if (failure instanceof Error) throw failure
  await result.text
}

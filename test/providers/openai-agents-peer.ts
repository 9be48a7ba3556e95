import { Agent, OpenAIResponsesModel, Runner, setTracingDisabled } from '@openai/agents'
import OpenAI from 'openai'
import { openAiAgentsTools } from '../../src/functions/openai-agents.ts'
import { openResponsesFake, responsesAnswers } from './openai-wire.ts'
import { type ProviderPeer, watch } from './provider-peer.ts'

setTracingDisabled(true)

/** OpenAI Agents JS before OpenAI's Responses API. */
export function createOpenAiAgentsPeer(stream: boolean): ProviderPeer {
  return {
    name: `OpenAI Agents${stream ? ', streamed' : ''}`,
    loop: 'library',
    argumentsAsText: true,
    idsOptional: false,
    optionalAsNull: true,
    takesImages: false,
    unknownTool: 'library',
    brokenArguments: 'library',
    offeredNames: (gate) =>
      openAiAgentsTools(gate, { caller: { user: 'user-1' }, conversation: 'names' }).map(
        ({ name }) => name,
      ),
    tell: async (gate, turns, { maxTurns = 10, signal, ...context }) => {
      await using fake = await openResponsesFake(turns)
      const client = new OpenAI({ baseURL: fake.baseUrl, apiKey: 'test', maxRetries: 0 })
      const ended = await watch(gate, async (watched) => {
        const agent = new Agent({
          name: 'test',
          model: new OpenAIResponsesModel(client, 'test'),
          tools: openAiAgentsTools(watched, context),
        })
        const runner = new Runner({ toolNotFoundBehavior: 'return_error_to_model' })
        const options = { maxTurns, ...(signal !== undefined && { signal }) }
        if (!stream) {
          await runner.run(agent, 'Hello', options)
          return 'answered'
        }
        const result = await runner.run(agent, 'Hello', { ...options, stream: true })
        await result.completed
        if (result.error instanceof Error) throw result.error
        return 'answered'
      })
      const { requests } = fake
      return { ...ended, requests, answers: responsesAnswers(requests.at(-1)) }
    },
  }
}

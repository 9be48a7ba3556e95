import { GoogleGenAI } from '@google/genai'
import { gemini } from '../../src/functions/gemini.ts'
import { openGeminiFake } from '../../src/testing/gemini-fake.ts'
import { bodiesOf, type FakeBody, isBody } from '../../src/testing/model-turn.ts'
import { type ProviderPeer, type ToldAnswer, turnOf, watch } from './provider-peer.ts'

/** Gemini's generateContent through the `@google/genai` package. */
export function createGeminiPeer(stream: boolean): ProviderPeer {
  return {
    name: `Gemini generateContent${stream ? ', streamed' : ''}`,
    loop: 'ours',
    argumentsAsText: false,
    idsOptional: true,
    optionalAsNull: false,
    takesImages: true,
    unknownTool: 'gate',
    brokenArguments: 'gate',
    offeredNames: (gate) => gemini.tools(gate).functionDeclarations.map(({ name }) => name),
    tell: async (gate, turns, context) => {
      await using fake = await openGeminiFake((_body, turn) => turnOf(turns, turn))
      const httpOptions = { baseUrl: fake.origin, apiVersion: 'v1' }
      const client = new GoogleGenAI({ apiKey: 'test', httpOptions })
      const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]
      const options = { ...context, model: 'test', contents, stream }
      const ended = await watch(
        gate,
        async (watched) => (await gemini.loop(client, watched, options)).kind,
      )
      const { requests } = fake
      return { ...ended, requests, answers: answersOf(requests.at(-1)) }
    },
  }
}

function answersOf(request: FakeBody | undefined): readonly ToldAnswer[] {
  return bodiesOf(request?.['contents'])
    .flatMap(({ parts }) => bodiesOf(parts))
    .map(({ functionResponse }) => functionResponse)
    .filter(isBody)
    .map(({ id, name, response, parts }) => {
      const { output, error } = isBody(response) ? response : {}
      const images = bodiesOf(parts).map(({ inlineData }) =>
        isBody(inlineData) ? String(inlineData['data']) : '',
      )
      const isError = error !== undefined
      return { callId: id, name, text: String(isError ? error : output), isError, images }
    })
}

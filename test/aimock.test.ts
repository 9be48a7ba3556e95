import { Anthropic } from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import { GoogleGenAI } from '@google/genai'
import { OpenAI } from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { anthropicMessages, gemini, openaiChat, openaiResponses } from '../src/functions/index.ts'
import { anyone, createGate, defineTool, type Gate, type Outcome } from '../src/index.ts'

// A fake by others, who read the providers' documentation with other eyes than ours.
const mock = new LLMock({ port: 0 })

const toolCalls = [{ name: 'add', arguments: '{"first":2,"second":3}' }]

beforeAll(async () => {
  // Its own choice for Gemini is FUNCTION_CALL, which that API does not have; our adapter runs nothing for an unknown end.
  mock.on({ hasToolResult: false, model: 'gemini' }, { toolCalls, finishReason: 'stop' })
  mock.on({ hasToolResult: false }, { toolCalls })
  mock.on({ hasToolResult: true }, { content: 'It is five.' })
  await mock.start()
})

afterAll(() => mock.stop())

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.strictObject({ first: z.int(), second: z.int() }),
  output: z.int(),
  effect: 'read',
  authorize: anyone,
  execute: ({ args }) => args.first + args.second,
})

interface Ended {
  readonly kind: string
  readonly turns: number
  readonly outcomes: readonly Outcome[]
}

const context = { caller: { user: 'user-1' }, conversation: 'conversation-1', model: 'any' }
const said = [{ role: 'user', content: 'What is two and three?' }]
const contents = [{ role: 'user', parts: [{ text: 'What is two and three?' }] }]

const LOOPS: readonly {
  readonly provider: string
  loop(gate: Gate, stream: boolean): Promise<Ended>
}[] = [
  {
    provider: 'OpenAI Responses',
    loop: (gate, stream) => {
      const client = new OpenAI({ apiKey: 'test', baseURL: `${mock.url}/v1`, maxRetries: 0 })
      return openaiResponses.loop(client, gate, { ...context, input: said, stream })
    },
  },
  {
    provider: 'OpenAI Chat Completions',
    loop: (gate, stream) => {
      const client = new OpenAI({ apiKey: 'test', baseURL: `${mock.url}/v1`, maxRetries: 0 })
      return openaiChat.loop(client, gate, { ...context, messages: said, stream })
    },
  },
  {
    provider: 'Anthropic Messages',
    loop: (gate, stream) => {
      const client = new Anthropic({ apiKey: 'test', baseURL: mock.url, maxRetries: 0 })
      return anthropicMessages.loop(client, gate, { ...context, messages: said, stream })
    },
  },
  {
    provider: 'Gemini',
    loop: (gate, stream) => {
      // It serves this version only.
      const httpOptions = { baseUrl: mock.url, apiVersion: 'v1beta' }
      const client = new GoogleGenAI({ apiKey: 'test', httpOptions })
      return gemini.loop(client, gate, { ...context, model: 'gemini', contents, stream })
    },
  },
]

const CASES = LOOPS.flatMap((each) => [
  { ...each, how: 'whole', stream: false },
  { ...each, how: 'streamed', stream: true },
])

it.each(CASES)(
  'runs a call of $provider, $how, and ends with its text',
  async ({ loop, stream }) => {
    const gate = createGate({ tools: [add] })
    const { kind, turns, outcomes } = await loop(gate, stream)
    expect({ kind, turns, outcomes }).toMatchObject({
      kind: 'answered',
      turns: 2,
      outcomes: [{ kind: 'completed', tool: 'add', result: { kind: 'value', value: 5 } }],
    })
  },
)

import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { openGate } from '../testing/open-gate.ts'
import { type OpenAiScript, openOpenAiFake } from '../testing/openai-fake.ts'
import { functionCall, message, reasoning } from '../testing/openai-fake-items.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { openaiResponses } from './openai-responses.ts'

const options = {
  model: 'test',
  input: 'Hello',
  caller: { user: 'user-1' },
  conversation: 'conversation-1',
}
const CALL = functionCall('act', { order_id: 'o_1' })

async function open(script: OpenAiScript) {
  const { tool, runs } = createRecordingTool('read')
  const { gate } = openGate({ tools: [tool] })
  const fake = await openOpenAiFake(script)
  const client = new OpenAI({ baseURL: fake.baseUrl, apiKey: 'test', maxRetries: 0 })
  return { gate, fake, client, runs, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() }
}

it('runs what the model calls until it calls nothing', async () => {
  const script = [[reasoning(), CALL, CALL], [message('One moment.'), CALL], [message('Done.')]]
  await using opened = await open(script)
  const { client, gate, fake } = opened
  const { kind, response, outcomes, turns } = await openaiResponses.loop(client, gate, options)
  const text: string = response.output_text
  expect({ kind, text, turns }).toEqual({ kind: 'answered', text: 'Done.', turns: 3 })
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['completed', 'completed', 'completed'])
  expect(fake.requests).toHaveLength(3)
  expect(opened.runs).toHaveLength(3)
})

it('gives the conversation to go on from', async () => {
  await using opened = await open([[CALL], [message('Done.')], [message('Bye.')]])
  const { client, gate, fake } = opened
  const { input } = await openaiResponses.loop(client, gate, options)
  await openaiResponses.loop(client, gate, { ...options, input })
  expect(fake.requests[2]?.['input']).toEqual(input)
  expect(input).toMatchObject([
    { role: 'user', content: 'Hello' },
    { type: 'function_call' },
    { type: 'function_call_output', output: '{"done":true}' },
    { type: 'message' },
  ])
})

it('stops after maxTurns requests and does not run calls that no model would read the answer of', async () => {
  await using opened = await open(() => [CALL])
  const { client, gate, fake, runs } = opened
  const result = await openaiResponses.loop(client, gate, { ...options, maxTurns: 3 })
  expect(result).toMatchObject({ kind: 'out_of_turns', turns: 3 })
  expect(result.outcomes).toHaveLength(2)
  expect(fake.requests).toHaveLength(3)
  expect(runs).toHaveLength(2)
})

it('makes at most 10 requests where nothing else is said', async () => {
  await using opened = await open(() => [CALL])
  await openaiResponses.loop(opened.client, opened.gate, options)
  expect(opened.fake.requests).toHaveLength(10)
})

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses maxTurns %d',
  async (maxTurns) => {
    await using opened = await open([])
    const looping = openaiResponses.loop(opened.client, opened.gate, { ...options, maxTurns })
    await expect(looping).rejects.toMatchObject({ code: 'gate_option_invalid' })
    expect(opened.fake.requests).toEqual([])
  },
)

it('adds further members to every request, but never in place of its own', async () => {
  await using opened = await open([[CALL], [message('Done.')]])
  const request = {
    instructions: 'Be brief.',
    model: 'other',
    tools: [],
    input: 'other',
    stream: true,
  }
  await openaiResponses.loop(opened.client, opened.gate, { ...options, request })
  const own = { instructions: 'Be brief.', model: 'test', stream: false }
  expect(opened.fake.requests).toMatchObject([own, own])
  expect(opened.fake.requests[0]?.['tools']).toHaveLength(1)
})

it('stops asking when its signal aborts, and runs nothing more', async () => {
  const stop = new AbortController()
  await using opened = await open(() => {
    stop.abort()
    return [CALL]
  })
  const looping = openaiResponses.loop(opened.client, opened.gate, {
    ...options,
    signal: stop.signal,
  })
  await expect(looping).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
  expect(opened.runs).toEqual([])
})

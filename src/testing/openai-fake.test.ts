import OpenAI, { APIError } from 'openai'
import { describe, expect, it } from 'vitest'
import { openOpenAiFake } from './openai-fake.ts'
import { functionCall, message, type OpenAiItem, reasoning } from './openai-fake-items.ts'

const TOOL: OpenAiItem = {
  type: 'function',
  name: 'act',
  strict: false,
  parameters: { type: 'object', properties: {} },
}

const send = (
  baseURL: string,
  body: object,
  apiKey = 'test',
): Promise<OpenAI.Responses.Response> => {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  return client.responses.create({ model: 'test', input: 'Hello', ...body, stream: false })
}

/** The status, code and member that a request is refused with; null when it is not. */
async function refusalOf(
  body: object,
  script: readonly (readonly OpenAiItem[])[] = [[message('Hello')]],
) {
  await using fake = await openOpenAiFake(script)
  try {
    await send(fake.baseUrl, body)
    return null
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    return { status: error.status, code: error.code, param: error.param }
  }
}

it('answers in the shape of the API, with its tools and ids of its kind', async () => {
  const items = [reasoning(), functionCall('act', { a: 1 }), message('Working.')]
  await using fake = await openOpenAiFake([items])
  const response = await send(fake.baseUrl, { tools: [TOOL] })
  expect(response).toMatchObject({ status: 'completed', tools: [TOOL], output_text: 'Working.' })
  expect(response.id).toMatch(/^resp_[0-9a-f]{48}$/)
  expect(response.output).toMatchObject([
    { id: expect.stringMatching(/^rs_/) },
    {
      id: expect.stringMatching(/^fc_[0-9a-f]{48}$/),
      call_id: expect.stringMatching(/^call_[0-9a-f]{24}$/),
      arguments: '{"a":1}',
      status: 'completed',
    },
    { id: expect.stringMatching(/^msg_/), role: 'assistant', status: 'completed' },
  ])
  expect(fake.requests).toMatchObject([{ model: 'test', input: 'Hello', tools: [TOOL] }])
})

it('says that a response with a cut call is incomplete', async () => {
  await using fake = await openOpenAiFake(() => [
    functionCall('act', '{"a', { status: 'incomplete' }),
  ])
  const { status, incomplete_details: details } = await send(fake.baseUrl, {})
  expect({ status, details }).toEqual({
    status: 'incomplete',
    details: { reason: 'max_output_tokens' },
  })
})

it('gives no more than its script', async () => {
  expect(await refusalOf({}, [])).toMatchObject({ status: 500 })
})

it('wants a key, its one route and a model', async () => {
  await using fake = await openOpenAiFake(() => [message('Hello')])
  await expect(send(fake.baseUrl, {}, ' ')).rejects.toMatchObject({ status: 401 })
  await expect(send(`${fake.baseUrl}/x`, {})).rejects.toMatchObject({ status: 404 })
  await expect(send(fake.baseUrl, { model: 5 })).rejects.toMatchObject({
    status: 400,
    param: 'model',
  })
})

describe('tools', () => {
  it.each([
    { fault: 'a name with a dot', tools: [{ ...TOOL, name: 'a.b' }], at: 'tools[0].name' },
    {
      fault: 'a name that is too long',
      tools: [{ ...TOOL, name: 'a'.repeat(65) }],
      at: 'tools[0].name',
    },
    { fault: 'two tools of one name', tools: [TOOL, TOOL], at: 'tools[1].name' },
    { fault: 'strict left out', tools: [{ ...TOOL, strict: undefined }], at: 'tools[0].strict' },
    { fault: 'no parameters', tools: [{ ...TOOL, parameters: null }], at: 'tools[0].parameters' },
    {
      fault: 'parameters that are no object',
      tools: [{ ...TOOL, parameters: { type: 'string' } }],
      at: 'tools[0].parameters',
    },
    {
      fault: 'a strict schema that is open',
      tools: [{ ...TOOL, strict: true }],
      at: 'tools[0].parameters',
    },
  ])('may not have $fault', async ({ tools, at }) => {
    expect(await refusalOf({ tools })).toMatchObject({ status: 400, param: at })
  })

  it('may be strict, and of kinds that are not functions', async () => {
    const parameters = { type: 'object', properties: {}, required: [], additionalProperties: false }
    const strict = { ...TOOL, strict: true, parameters }
    expect(await refusalOf({ tools: [strict, { type: 'web_search' }] })).toBeNull()
  })
})

describe('a conversation', () => {
  const call = { type: 'function_call', call_id: 'call_1', name: 'act', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'call_1', output: 'done' }
  const image = (url: string) => [{ type: 'input_image', image_url: url }]

  it.each([
    { what: 'a call with its answer', input: [call, output] },
    { what: 'two calls of one id with an answer each', input: [call, call, output, output] },
    {
      what: 'an answer with parts',
      input: [call, { ...output, output: image('data:image/png;base64,aGk=') }],
    },
  ])('may have $what', async ({ input }) => {
    expect(await refusalOf({ input })).toBeNull()
  })

  it.each([
    { what: 'a call without an answer', input: [call] },
    { what: 'an answer to no call', input: [output] },
    { what: 'an answer before its call', input: [output, call] },
    { what: 'two answers to one call', input: [call, output, output] },
    { what: 'an answer to another call', input: [call, { ...output, call_id: 'call_2' }] },
    { what: 'an answer without an id', input: [call, { ...output, call_id: undefined }] },
    { what: 'a call without an id', input: [{ ...call, call_id: undefined }, output] },
    { what: 'a call without arguments', input: [{ ...call, arguments: undefined }, output] },
    { what: "a call with another kind's id", input: [{ ...call, id: 'msg_1' }, output] },
    { what: 'an answer that is data', input: [call, { ...output, output: { done: true } }] },
    { what: 'an answer without parts', input: [call, { ...output, output: [] }] },
    {
      what: 'an image of no known type',
      input: [call, { ...output, output: image('data:image/svg+xml;base64,aGk=') }],
    },
    {
      what: 'an image that is not base64',
      input: [call, { ...output, output: image('data:image/png;base64,*') }],
    },
  ])('may not have $what', async ({ input }) => {
    expect(await refusalOf({ input })).toMatchObject({ status: 400 })
  })

  it('goes on from a stored response, and from no other', async () => {
    await using fake = await openOpenAiFake([
      [functionCall('act', {}, { call_id: 'call_1' })],
      [message('Done.')],
    ])
    const { id } = await send(fake.baseUrl, {})
    const next = { previous_response_id: id, input: [output] }
    await expect(
      send(fake.baseUrl, { ...next, previous_response_id: 'resp_x' }),
    ).rejects.toMatchObject({
      code: 'previous_response_not_found',
    })
    await expect(send(fake.baseUrl, { ...next, input: 'Hello' })).rejects.toMatchObject({
      status: 400,
    })
    expect((await send(fake.baseUrl, next)).output_text).toBe('Done.')
  })

  it('must keep the thought that a call followed', async () => {
    const script = [
      [reasoning(), functionCall('act', {}, { call_id: 'call_1' })],
      [message('Done.')],
    ]
    await using fake = await openOpenAiFake(script)
    const [thought, made] = (await send(fake.baseUrl, {})).output
    await expect(send(fake.baseUrl, { input: [made, output] })).rejects.toMatchObject({
      status: 400,
    })
    expect((await send(fake.baseUrl, { input: [thought, made, output] })).output_text).toBe('Done.')
  })
})

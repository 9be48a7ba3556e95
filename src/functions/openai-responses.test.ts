import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { toolContent } from '../core/result.ts'
import { openGate } from '../testing/open-gate.ts'
import { openOpenAiFake } from '../testing/openai-fake.ts'
import {
  functionCall,
  message,
  type OpenAiItem,
  reasoning,
  refusal,
} from '../testing/openai-fake-items.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'
import { openaiResponses } from './openai-responses.ts'

const context = {
  caller: { user: 'user-1' },
  conversation: 'conversation-1',
  namespaces: ['orders'],
}
const ORDER = { order_id: 'o_1' }

const clientOf = (baseURL: string): OpenAI => new OpenAI({ baseURL, apiKey: 'test', maxRetries: 0 })

/** Lets a real client fetch the items, answers them, and sends the answers to the fake, which refuses wrong ones. */
async function converse(items: readonly OpenAiItem[], tool = createRecordingTool('read')) {
  const { gate } = openGate({ tools: [tool.tool] })
  await using fake = await openOpenAiFake([items, [message('Done.')]])
  const client = clientOf(fake.baseUrl)
  const tools = openaiResponses.tools(gate)
  const question = { role: 'user' as const, content: 'Hello' }
  const { output } = await client.responses.create({ model: 'test', input: [question], tools })
  const turn = await openaiResponses.run(gate, output, context)
  // Output items are input items, but for one kind in the package's types; the answers fit without a cast.
  const said = output as OpenAI.Responses.ResponseInput
  const input: OpenAI.Responses.ResponseInput = [question, ...said, ...turn.items]
  const last = await client.responses.create({ model: 'test', input, tools })
  expect(last.output_text).toBe('Done.')
  return { ...turn, runs: tool.runs, outputs: turn.items.map(({ output: text }) => read(text)) }
}

const read = (output: unknown): unknown => {
  try {
    return JSON.parse(String(output))
  } catch {
    return output
  }
}
const refused = (code: string) => ({ error: expect.objectContaining({ code, executed: 'no' }) })

describe('tools', () => {
  it('are offered with a name that OpenAI accepts, their schema, and strict said', () => {
    const { gate } = openGate({ tools: [createRecordingTool('read', { name: 'orders.get' }).tool] })
    expect(openaiResponses.tools(gate)).toEqual([
      {
        type: 'function',
        name: expect.stringMatching(/^orders_get_[\w-]{8}$/),
        description: 'Does something.',
        parameters: expect.objectContaining({ type: 'object', additionalProperties: false }),
        strict: true,
      },
    ])
  })

  it('are called by the name that was offered', async () => {
    const tool = createRecordingTool('read', { name: 'orders.get' })
    const { gate } = openGate({ tools: [tool.tool] })
    const name = openaiResponses.tools(gate)[0]?.name ?? ''
    const { outcomes } = await converse([functionCall(name, ORDER)], tool)
    expect(outcomes).toMatchObject([{ kind: 'completed', tool: 'orders.get' }])
    expect(tool.runs).toHaveLength(1)
  })
})

describe('a turn', () => {
  it('runs its calls at the same time and answers them in their order', async () => {
    const waiting: (() => void)[] = []
    const tool = createRecordingTool('read', {
      // No call ends before all three have begun, and the last to begin ends first.
      execute: async ({ args }) => {
        await new Promise<void>((resolve) => {
          waiting.unshift(resolve)
          if (waiting.length === 3) for (const wake of waiting) wake()
        })
        return args
      },
    })
    const ids = ['a', 'b', 'c']
    const items = ids.map((id) => functionCall('act', { order_id: id }, { call_id: `call_${id}` }))
    const { items: answers, outputs } = await converse(items, tool)
    expect(answers.map(({ call_id: id }) => id)).toEqual(['call_a', 'call_b', 'call_c'])
    expect(outputs).toMatchObject(ids.map((id) => ({ order_id: id })))
  })

  it.each([
    { what: 'nothing', items: [] },
    { what: 'text', items: [message('Hello')] },
    { what: 'a refusal', items: [refusal('No.')] },
    {
      what: 'items of other kinds, also ones that carry a call_id',
      items: [
        reasoning(),
        { type: 'custom_tool_call', call_id: 'call_1', name: 'act', input: '{}' },
        {
          type: 'tool_search_call',
          call_id: null,
          execution: 'server',
          arguments: {},
          status: 'completed',
        },
        { type: 'mcp_call', name: 'act', arguments: '{}', server_label: 'other' },
        { type: 'web_search_call', status: 'completed' },
        { type: 'not_known_yet' },
      ],
    },
  ])('answers nothing to $what', async ({ items }) => {
    const { items: answers, outcomes, runs } = await converse(items)
    expect({ answers, outcomes, runs }).toEqual({ answers: [], outcomes: [], runs: [] })
  })

  it('answers the calls among other items', async () => {
    const call = functionCall('act', ORDER)
    const { outputs } = await converse([
      reasoning(),
      message('Looking.'),
      call,
      refusal('No.'),
      call,
    ])
    expect(outputs).toEqual([{ done: true }, { done: true }])
  })

  it.each(['missing', 'constructor', '__proto__', 'toString', '', 'act ', 'ACT'])(
    'refuses a call of %j, which is no tool',
    async (name) => {
      const { outputs, runs } = await converse([
        functionCall(name, ORDER),
        functionCall('act', ORDER),
      ])
      expect(outputs).toEqual([refused('tool_unknown'), { done: true }])
      expect(runs).toHaveLength(1)
    },
  )

  it.each([
    { fault: 'cut off', input: '{"order_id":"o_1"', code: 'arguments_not_json' },
    { fault: 'empty', input: '', code: 'arguments_not_json' },
    { fault: 'two objects', input: '{"order_id":"o_1"}{}', code: 'arguments_not_json' },
    {
      fault: 'ambiguous',
      input: '{"order_id":"o_1","order_id":"o_2"}',
      code: 'arguments_not_json',
    },
    { fault: 'a prototype', input: '{"__proto__":{"order_id":"o_1"}}', code: 'arguments_not_json' },
    { fault: 'a list', input: '["o_1"]', code: 'arguments_not_object' },
    { fault: 'null', input: 'null', code: 'arguments_not_object' },
    { fault: 'of another type', input: '{"order_id":1}', code: 'arguments_invalid' },
  ])('tells the model that its arguments are wrong: $fault', async ({ input, code }) => {
    const { outputs, runs } = await converse([
      functionCall('act', input),
      functionCall('act', ORDER),
    ])
    expect(outputs).toEqual([refused(code), { done: true }])
    expect(runs).toHaveLength(1)
  })

  it.each(['incomplete', 'in_progress', 'cancelled', 5])(
    'does not run a call whose status is %j, although its arguments can be read',
    async (status) => {
      const { outputs, runs } = await converse([functionCall('act', ORDER, { status })])
      expect(outputs).toEqual([refused('arguments_not_json')])
      expect(runs).toEqual([])
    },
  )

  it('runs equal calls with one id once and answers both', async () => {
    const call = (text: string): OpenAiItem => functionCall('act', text, { call_id: 'call_1' })
    const { outputs, runs } = await converse([
      call('{"order_id":"o_1"}'),
      call('{ "order_id": "o_1" }'),
    ])
    expect(outputs).toEqual([{ done: true }, { done: true }])
    expect(runs).toHaveLength(1)
  })

  it('runs none of several different calls with one id', async () => {
    const call = (id: string): OpenAiItem =>
      functionCall('act', { order_id: id }, { call_id: 'call_1' })
    const { outputs, runs } = await converse([call('o_1'), call('o_2'), functionCall('act', ORDER)])
    expect(outputs).toEqual([
      refused('call_id_duplicate'),
      refused('call_id_duplicate'),
      { done: true },
    ])
    expect(runs).toHaveLength(1)
  })

  it.each([undefined, null, 5])('does not run a call whose id is %j', async (callId) => {
    const { tool, runs } = createRecordingTool('read')
    const { gate } = openGate({ tools: [tool] })
    const item = {
      type: 'function_call',
      name: 'act',
      arguments: '{"order_id":"o_1"}',
      call_id: callId,
    }
    const [answer] = await openaiResponses.dispatch(gate, [item], context)
    expect(read(answer?.output)).toEqual(refused('operation_missing'))
    expect(answer).not.toHaveProperty('call_id')
    expect(runs).toEqual([])
  })

  it('sends images as parts', async () => {
    const image = { kind: 'image', data: 'aGk=', mimeType: 'image/png' } as const
    const execute = () => toolContent([{ kind: 'text', text: 'The chart:' }, image])
    const { items } = await converse(
      [functionCall('act', ORDER)],
      createRecordingTool('read', { execute }),
    )
    expect(items[0]?.output).toEqual([
      { type: 'input_text', text: 'The chart:' },
      { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,aGk=' },
    ])
  })

  it.each([
    { caller: { type: 'direct' } },
    { caller: { type: 'program', caller_id: 'call_p' } },
    { namespace: 'orders', caller: { type: 'direct' } },
    { namespace: 'orders' },
    {},
  ])('keeps who called and in which namespace: %j', async (origin) => {
    const { items } = await converse([functionCall('act', ORDER, { call_id: 'call_1', ...origin })])
    expect(items).toEqual([
      { type: 'function_call_output', call_id: 'call_1', output: '{"done":true}', ...origin },
    ])
  })
})

it('knows no tool of a namespace that is not its own, whatever its name', async () => {
  const { tool, runs } = createRecordingTool('read')
  const { gate } = openGate({ tools: [tool] })
  const call = { type: 'function_call', call_id: 'c', name: 'act', arguments: '{"order_id":"o"}' }
  const { outcomes } = await openaiResponses.run(gate, [{ ...call, namespace: 'crm' }], context)
  expect(outcomes).toMatchObject([{ kind: 'unknown_tool', executed: 'no' }])
  expect(runs).toHaveLength(0)
})

describe('an item that is not plain data', () => {
  const run = async (item: unknown) => {
    const { tool, runs } = createRecordingTool('read')
    const { gate } = openGate({ tools: [tool] })
    const items = await openaiResponses.dispatch(gate, [item], context)
    return { answers: items.length, runs: runs.length }
  }
  const call = {
    type: 'function_call',
    call_id: 'call_1',
    name: 'act',
    arguments: '{"order_id":"o_1"}',
  }

  it.each([
    { what: 'null', item: null },
    { what: 'a text', item: 'function_call' },
    { what: 'a call that is inherited', item: Object.create(call) },
  ])('is left alone: $what', async ({ item }) => {
    expect(await run(item)).toEqual({ answers: 0, runs: 0 })
  })

  it.each([
    {
      member: 'name',
      item: {
        ...call,
        get name() {
          return 'act'
        },
      },
    },
    {
      member: 'arguments',
      item: {
        ...call,
        get arguments() {
          return '{"order_id":"o_1"}'
        },
      },
    },
    {
      member: 'call_id',
      item: {
        ...call,
        get call_id() {
          return 'call_1'
        },
      },
    },
  ])('is answered and not run when its $member is a getter', async ({ item }) => {
    expect(await run(item)).toEqual({ answers: 1, runs: 0 })
  })
})

describe('the same response, dispatched twice', () => {
  it('executes a write once and gives the same answer again', async () => {
    const { tool, runs } = createRecordingTool('write')
    const { gate } = openGate({ tools: [tool], approver: createScriptedApprover(['yes']) })
    const output = [{ ...functionCall('act', ORDER), call_id: 'call_1' }]
    const [first, second] = [
      await openaiResponses.run(gate, output, context),
      await openaiResponses.run(gate, output, context),
    ]
    expect(second.items).toEqual(first.items)
    expect(second.outcomes).toMatchObject([{ kind: 'completed', replayed: true }])
    expect(runs).toHaveLength(1)
  })

  it('executes again in another conversation, where the id names another intent', async () => {
    const { tool, runs } = createRecordingTool('write')
    const { gate } = openGate({ tools: [tool], approver: createScriptedApprover(['yes']) })
    const output = [{ ...functionCall('act', ORDER), call_id: 'call_1' }]
    await openaiResponses.dispatch(gate, output, context)
    await openaiResponses.dispatch(gate, output, { ...context, conversation: 'conversation-2' })
    expect(runs).toHaveLength(2)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectChat, readChatCalls } from './openai-chat-calls.ts'

const called = (name: unknown, text: unknown, id: unknown = 'call_1') => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})
const choice = (calls: unknown, reason: unknown = 'tool_calls') => ({
  finish_reason: reason,
  message: { role: 'assistant', tool_calls: calls },
})

describe('the calls of a choice', () => {
  it('are read in their order', () => {
    const calls = [called('a', '{}', 'call_1'), called('b', '{"x":1}', 'call_2')]
    expect(readChatCalls(choice(calls))).toEqual([
      { name: 'a', arguments: '{}', callId: 'call_1' },
      { name: 'b', arguments: '{"x":1}', callId: 'call_2' },
    ])
  })

  it.each([undefined, null, 'x', {}])('are none where tool_calls is %j', (calls) => {
    expect(readChatCalls(choice(calls))).toEqual([])
  })

  it('are none in what is no choice', () => {
    expect([undefined, null, 'x', [], {}].flatMap(readChatCalls)).toEqual([])
  })

  it('leave custom tools alone', () => {
    const custom = { id: 'call_1', type: 'custom', custom: { name: 'a', input: '{}' } }
    expect(readChatCalls(choice([custom]))).toEqual([])
  })

  it.each(['length', 'content_filter', null, 'of_tomorrow'])(
    'have no arguments where the reply ended by %j',
    (reason) => {
      const calls = [called('a', '{}'), called('b', '{}', 'call_2')]
      expect(readChatCalls(choice(calls, reason)).map((call) => call.arguments)).toEqual(['', ''])
    },
  )

  it.each([
    { fault: 'no id', call: called('a', '{}', null), read: { callId: undefined } },
    { fault: 'an empty id', call: called('a', '{}', ''), read: { callId: undefined } },
    { fault: 'an id that is a number', call: called('a', '{}', 5), read: { callId: undefined } },
    { fault: 'a name that is a number', call: called(5, '{}'), read: { name: '' } },
    { fault: 'no function', call: { id: 'call_1' }, read: { name: '', arguments: '' } },
    { fault: 'no arguments', call: called('a', null), read: { arguments: '' } },
  ])('are read with $fault', ({ call, read }) => {
    expect(readChatCalls(choice([call]))).toMatchObject([read])
  })
})

async function* streamOf(chunks: readonly unknown[]): AsyncGenerator<unknown> {
  yield* chunks
}
const chunk = (delta: unknown, reason: unknown = null, index: unknown = 0) => ({
  choices: [{ index, delta, finish_reason: reason }],
})

describe('a streamed completion', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const calls = fc.array(fc.record({ name: text, text }), { maxLength: 4 })

  it('gives the same message however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(calls, text, fc.integer({ min: 1, max: 5 }), async (made, content, size) => {
        const pieces = (whole: string): string[] =>
          Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
            whole.slice(at * size, (at + 1) * size),
          )
        const deltas = made.flatMap((call, index) => [
          { index, id: `call_${index}`, type: 'function', function: { name: call.name } },
          ...pieces(call.text).map((piece) => ({ index, function: { arguments: piece } })),
        ])
        const chunks = [
          ...pieces(content).map((piece) => chunk({ content: piece })),
          ...deltas.map((call) => chunk({ tool_calls: [call] })),
          chunk({}, 'tool_calls'),
        ]
        const whole = made.map((call, index) => called(call.name, call.text, `call_${index}`))
        expect(await collectChat(streamOf(chunks))).toEqual({
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: content === '' ? null : content,
            ...(whole.length > 0 && { tool_calls: whole }),
          },
        })
      }),
    )
  })

  it('runs nothing of a stream that broke off', async () => {
    const piece = { index: 0, id: 'call_1', function: { name: 'a', arguments: '{}' } }
    const broken = await collectChat(streamOf([chunk({ tool_calls: [piece] })]))
    expect(readChatCalls(broken)).toMatchObject([{ name: 'a', arguments: '' }])
  })

  it('never puts calls of several choices together', async () => {
    const piece = (text: string) => ({
      tool_calls: [{ index: 0, id: 'call_1', function: { name: 'a', arguments: text } }],
    })
    const chunks = [
      chunk(piece('{"amount":1'), null, 0),
      chunk(piece('0}'), 'tool_calls', 1),
      { choices: [chunk({}, null, 1).choices[0], { index: 0, delta: { content: 'x' } }] },
      chunk({}, 'tool_calls', 0),
    ]
    const message = { content: 'x', tool_calls: [called('a', '{"amount":1')] }
    expect(await collectChat(streamOf(chunks))).toMatchObject({ message })
  })

  it('keeps the calls of custom tools, and refusals', async () => {
    const first = { index: 0, id: 'call_1', type: 'custom', custom: { name: 'a', input: 'x' } }
    const chunks = [
      chunk({ tool_calls: [first] }),
      chunk({ tool_calls: [{ index: 0, custom: { input: 'y' } }] }),
      chunk({ refusal: 'No.' }, 'stop'),
    ]
    const custom = { id: 'call_1', type: 'custom', custom: { name: 'a', input: 'xy' } }
    const collected = await collectChat(streamOf(chunks))
    expect(collected).toMatchObject({ message: { refusal: 'No.', tool_calls: [custom] } })
  })

  it.each([-1, 1.5, 1_024, '0', null, undefined])(
    'leaves out a piece whose index is %j',
    async (index) => {
      const piece = { index, id: 'call_1', function: { name: 'a', arguments: '{}' } }
      const collected = await collectChat(
        streamOf([chunk({ tool_calls: [piece] }), chunk({}, 'stop')]),
      )
      expect(readChatCalls(collected)).toEqual([])
    },
  )

  it('is empty for what is no chunk', async () => {
    const collected = await collectChat(streamOf([null, 5, {}, { choices: [] }, chunk(null)]))
    expect(collected).toEqual({
      index: 0,
      finish_reason: null,
      message: { role: 'assistant', content: null },
    })
  })
})

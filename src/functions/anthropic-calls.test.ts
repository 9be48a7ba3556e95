import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectMessage, readToolUses } from './anthropic-calls.ts'

const use = (name: unknown, input: unknown, id: unknown = 'toolu_1') => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const message = (content: unknown, reason: unknown = 'tool_use') => ({
  role: 'assistant',
  content,
  stop_reason: reason,
})

describe('the calls of a message', () => {
  it('are read in their order, among blocks of other kinds', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      use('a', { x: 1 }),
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'a', input: {} },
      { ...use('b', {}, 'toolu_2'), toolset_name: 'shop' },
    ]
    expect(readToolUses(message(content))).toEqual([
      { name: 'a', arguments: { x: 1 }, callId: 'toolu_1', toolset: undefined },
      { name: 'b', arguments: {}, callId: 'toolu_2', toolset: 'shop' },
    ])
  })

  it.each([null, undefined, 'x', {}, { content: 'x' }, { content: [null, 5, 'x', {}] }])(
    'are none in %j',
    (value) => {
      expect(readToolUses(value)).toEqual([])
    },
  )

  it.each(['max_tokens', 'refusal', 'model_context_window_exceeded', null, 'of_tomorrow'])(
    'lack the arguments of the last one where the message ended by %j',
    (reason) => {
      const read = readToolUses(message([use('a', {}), use('b', {}, 'toolu_2')], reason))
      expect(read.map((call) => call.arguments)).toEqual([{}, ''])
    },
  )

  it.each(['tool_use', 'end_turn', 'stop_sequence', 'pause_turn'])(
    'are whole where the message ended by %j',
    (reason) => {
      expect(readToolUses(message([use('a', {})], reason))).toMatchObject([{ arguments: {} }])
    },
  )

  it.each([
    { fault: 'no id', block: use('a', {}, null), read: { callId: undefined } },
    { fault: 'an empty id', block: use('a', {}, ''), read: { callId: undefined } },
    { fault: 'a name that is a number', block: use(5, {}), read: { name: '' } },
    { fault: 'no input', block: use('a', undefined), read: { arguments: undefined } },
  ])('are read with $fault', ({ block, read }) => {
    expect(readToolUses(message([block]))).toMatchObject([read])
  })
})

async function* streamOf(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events
}
const start = (index: unknown, block: unknown) => ({
  type: 'content_block_start',
  index,
  content_block: block,
})
const grow = (index: unknown, delta: unknown) => ({ type: 'content_block_delta', index, delta })
const END = { type: 'message_delta', delta: { stop_reason: 'tool_use' } }

describe('a streamed message', () => {
  it('gives the same message however its blocks are cut into events', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 })
    // Which the gate refuses in the text; the block then goes back without it.
    const name = text.filter((each) => each !== '__proto__')
    const blocks = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('text' as const), text }),
        fc.record({ kind: fc.constant('use' as const), input: fc.dictionary(name, fc.nat()) }),
      ),
      { maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(blocks, fc.integer({ min: 1, max: 7 }), async (made, size) => {
        const pieces = (whole: string): string[] =>
          Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
            whole.slice(at * size, (at + 1) * size),
          )
        const events = made.flatMap((block, index) =>
          block.kind === 'text'
            ? [
                start(index, { type: 'text', text: '' }),
                ...pieces(block.text).map((piece) =>
                  grow(index, { type: 'text_delta', text: piece }),
                ),
              ]
            : [
                start(index, use('a', {}, `toolu_${index}`)),
                ...pieces(JSON.stringify(block.input)).map((piece) =>
                  grow(index, { type: 'input_json_delta', partial_json: piece }),
                ),
              ],
        )
        const first = { type: 'message_start', message: message([], null) }
        const collected = await collectMessage(streamOf([first, ...events, END]))
        const whole = made.map((block, index) =>
          block.kind === 'text'
            ? { type: 'text', text: block.text }
            : use('a', block.input, `toolu_${index}`),
        )
        // Compared as the API would read them: parsed objects have no prototype.
        expect(JSON.stringify(collected)).toBe(JSON.stringify(message(whole)))
      }),
    )
  })

  it.each(['{"x":1,"x":2}', '{"x":', '{"__proto__":{}}', '[1]'])(
    'gives the input %s as the model wrote it, for the gate to judge, and sends an object back',
    async (text) => {
      const events = [
        start(0, use('a', {})),
        grow(0, { type: 'input_json_delta', partial_json: text }),
        END,
      ]
      const collected = await collectMessage(streamOf(events))
      expect(readToolUses(collected)).toMatchObject([{ arguments: text }])
      expect(collected).toMatchObject({ content: [{ input: {} }] })
    },
  )

  it('takes an input without a text as the empty one', async () => {
    const collected = await collectMessage(streamOf([start(0, use('a', {})), END]))
    expect(readToolUses(collected)).toMatchObject([{ arguments: {} }])
  })

  it('keeps thoughts with their signatures, and citations', async () => {
    const events = [
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      grow(0, { type: 'thinking_delta', thinking: 'H' }),
      grow(0, { type: 'thinking_delta', thinking: 'm.' }),
      grow(0, { type: 'signature_delta', signature: 's' }),
      start(1, { type: 'text', text: '', citations: null }),
      grow(1, { type: 'citations_delta', citation: 1 }),
      grow(1, { type: 'citations_delta', citation: 2 }),
      grow(1, { type: 'of_tomorrow' }),
      END,
    ]
    expect(await collectMessage(streamOf(events))).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'text', text: '', citations: [1, 2] },
      ],
    })
  })

  it('does not run the last call of a stream that broke off', async () => {
    const delta = { type: 'input_json_delta', partial_json: '{}' }
    const collected = await collectMessage(streamOf([start(0, use('a', {})), grow(0, delta)]))
    expect(readToolUses(collected)).toMatchObject([{ name: 'a', arguments: '' }])
  })

  it.each([-1, 1_024, 1.5, 'x', null, undefined])(
    'leaves out a block whose index is %j',
    async (index) => {
      const collected = await collectMessage(streamOf([start(index, use('a', {})), END]))
      expect(readToolUses(collected)).toEqual([])
    },
  )

  it('is empty for what is no event', async () => {
    const events = [null, 5, {}, grow(7, { type: 'text_delta', text: 'x' })]
    expect(await collectMessage(streamOf(events))).toEqual({ content: [], stop_reason: null })
  })
})

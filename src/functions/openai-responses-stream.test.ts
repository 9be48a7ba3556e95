import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectResponse } from './openai-responses-stream.ts'

async function* streamOf(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events
}
const done = (index: unknown, item: unknown) => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
})

describe('a streamed response', () => {
  it('has its items in their places, in whichever order they end, also where it breaks off', async () => {
    const order = fc
      .nat({ max: 12 })
      .chain((size) => fc.shuffledSubarray(Array.from({ length: size }, (_, index) => index)))
    await fc.assert(
      fc.asyncProperty(order, async (indexes) => {
        const events = indexes.flatMap((index) => [
          { type: 'response.output_item.added', output_index: index, item: { id: index } },
          { type: 'response.function_call_arguments.delta', output_index: index, delta: '{' },
          done(index, { id: index, whole: true }),
        ])
        const items = indexes.toSorted((a, b) => a - b).map((id) => ({ id, whole: true }))
        expect(await collectResponse(streamOf(events))).toEqual({ output: items })
      }),
    )
  })

  it.each(['response.completed', 'response.incomplete'])(
    'is what its %s event says',
    async (type) => {
      const response = { id: 'resp_1', status: 'x', output: [{ id: 1 }] }
      const events = [done(0, { id: 2 }), { type, response }, done(1, { id: 3 })]
      expect(await collectResponse(streamOf(events))).toEqual(response)
    },
  )

  it('takes the items of its events where the last event has none', async () => {
    const events = [done(0, { id: 2 }), { type: 'response.completed', response: { id: 'resp_1' } }]
    const collected = await collectResponse(streamOf(events))
    expect(collected).toEqual({ id: 'resp_1', output: [{ id: 2 }] })
  })

  it('has nothing of an item that has not ended', async () => {
    const item = { type: 'function_call', name: 'a', arguments: '' }
    const events = [{ type: 'response.output_item.added', output_index: 0, item }]
    expect(await collectResponse(streamOf(events))).toEqual({ output: [] })
  })

  it.each([-1, 4_096, 1.5, '0', null, undefined])(
    'leaves out an item whose index is %j',
    async (index) => {
      expect(await collectResponse(streamOf([done(index, { id: 1 })]))).toEqual({ output: [] })
    },
  )

  it('is empty for what is no event, and for a last event without a response', async () => {
    const events = [null, 5, {}, { type: 'response.completed' }]
    expect(await collectResponse(streamOf(events))).toEqual({ output: [] })
  })
})

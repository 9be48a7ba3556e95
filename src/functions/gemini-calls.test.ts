import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectContent, readFunctionParts } from './gemini-calls.ts'

const candidate = (parts: unknown, reason: unknown = 'STOP') => ({
  content: { role: 'model', parts },
  finishReason: reason,
})
const part = (name: unknown, args: unknown, id?: unknown) => ({
  functionCall: { ...(id !== undefined && { id }), name, args },
})

describe('the calls of a candidate', () => {
  it('are read in their order, among parts of other kinds', () => {
    const parts = [{ text: 'Hm.', thought: true }, part('a', { x: 1 }, 'id_1'), part('b', {})]
    expect(readFunctionParts(candidate(parts))).toEqual([
      { name: 'a', arguments: { x: 1 }, callId: 'id_1' },
      { name: 'b', arguments: {}, callId: undefined },
    ])
  })

  it.each([
    { what: 'null', value: null },
    { what: 'nothing', value: undefined },
    { what: 'no list', value: candidate({}) },
    { what: 'a list of what is no part', value: candidate([null, 5, 'x', {}]) },
    { what: 'an absent call', value: candidate([{ functionCall: null }]) },
  ])('are none in $what', ({ value }) => {
    expect(readFunctionParts(value)).toEqual([])
  })

  it.each(['MAX_TOKENS', 'MALFORMED_FUNCTION_CALL', 'SAFETY', 'OTHER', null])(
    'lack the arguments of the last one where the reply ended by %j',
    (reason) => {
      const read = readFunctionParts(candidate([part('a', {}), part('b', {})], reason))
      expect(read.map((call) => call.arguments)).toEqual([{}, ''])
    },
  )

  it.each([
    { fault: 'no args', call: part('a', undefined), read: { arguments: {} } },
    { fault: 'args that are null', call: part('a', null), read: { arguments: {} } },
    { fault: 'a name that is a number', call: part(5, {}), read: { name: '' } },
    { fault: 'an empty id', call: part('a', {}, ''), read: { callId: undefined } },
    { fault: 'an id that is a number', call: part('a', {}, 5), read: { callId: undefined } },
  ])('are read with $fault', ({ call, read }) => {
    expect(readFunctionParts(candidate([call]))).toMatchObject([read])
  })
})

async function* streamOf(chunks: readonly unknown[]): AsyncGenerator<unknown> {
  yield* chunks
}

describe('a streamed answer', () => {
  it('gives the same content however its parts are spread over chunks', async () => {
    const parts = fc.array(
      fc.oneof(
        fc.record({ text: fc.string() }),
        fc.record({
          functionCall: fc.record({
            name: fc.string(),
            args: fc.dictionary(fc.string(), fc.nat()),
          }),
          thoughtSignature: fc.string(),
        }),
      ),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 4 }), async (made, size) => {
        const chunks = Array.from({ length: Math.ceil(made.length / size) }, (_, at) => ({
          candidates: [{ content: { parts: made.slice(at * size, (at + 1) * size) } }],
        }))
        const last = { candidates: [{ finishReason: 'STOP' }] }
        expect(await collectContent(streamOf([...chunks, last]))).toEqual(candidate(made))
      }),
    )
  })

  it('does not run the last call of a stream that broke off', async () => {
    const { content } = candidate([part('a', {}), part('b', {})])
    const chunks = [{ candidates: [{ content }] }]
    const read = readFunctionParts(await collectContent(streamOf(chunks)))
    expect(read.map((call) => call.arguments)).toEqual([{}, ''])
  })

  it('never puts calls of several candidates together', async () => {
    const second = { index: 1, ...candidate([part('b', {})], 'MAX_TOKENS') }
    const chunks = [
      { candidates: [second] },
      { candidates: [second, { index: 0, ...candidate([part('a', {})]) }] },
    ]
    expect(await collectContent(streamOf(chunks))).toEqual(candidate([part('a', {})]))
  })

  it('is empty for what is no chunk', async () => {
    const chunks = [null, 5, {}, { candidates: [] }, { candidates: [null] }]
    expect(await collectContent(streamOf(chunks))).toEqual(candidate([], 'OTHER'))
  })
})

import { expect } from 'vitest'
import { openGate } from '../../src/testing/open-gate.ts'
import { createRecordingTool } from '../../src/testing/recording-tool.ts'
import { act, CONTEXT, call, errorOf, flag, type ProviderCase } from './case-parts.ts'

const open = (parts: Parameters<typeof createRecordingTool>[1] = {}) => {
  const { tool, runs } = createRecordingTool('read', parts)
  return { ...openGate({ tools: [tool] }), runs }
}

const NOTE = {
  type: 'object',
  properties: {
    order_id: { type: 'string' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['order_id', 'note'],
  additionalProperties: false,
} as const

/** What holds for the arguments of a call. */
export const argumentCases: readonly ProviderCase[] = [
  {
    name: 'runs nothing of a call that was cut off',
    run: async (peer) => {
      const { gate, runs } = open()
      await peer.tell(gate, [[call('act', '{"order_id":"o_1","amount_cents":1')]], CONTEXT)
      expect(runs).toEqual([])
    },
  },
  {
    name: 'tells the model of a call that was cut off',
    skip: ({ brokenArguments }) =>
      brokenArguments === 'gate' ? null : 'the library keeps what is not JSON to itself',
    run: async (peer) => {
      const { gate } = open()
      const told = await peer.tell(gate, [[call('act', '{"order_id":"o_1"')]], CONTEXT)
      expect(told.outcomes).toMatchObject([{ kind: 'invalid', reason: 'arguments_not_json' }])
      expect(errorOf(told.answers[0])).toMatchObject({ code: 'arguments_not_json', executed: 'no' })
      expect(told.answers[0]?.isError).toBe(flag(peer, true))
    },
  },
  ...[
    { what: 'name a member twice', text: '{"order_id":"o_1","order_id":"o_2"}' },
    { what: 'have a __proto__', text: '{"order_id":"o_1","__proto__":{"order_id":"o_2"}}' },
    {
      what: 'hold a number that no double holds',
      text: '{"order_id":"o_1","amount_cents":9007199254740993}',
    },
  ].map(
    ({ what, text }): ProviderCase => ({
      name: `does not run arguments that ${what}`,
      skip: ({ argumentsAsText }) =>
        argumentsAsText ? null : 'the client has parsed the text before we see it',
      run: async (peer) => {
        const { gate, runs } = open()
        const told = await peer.tell(gate, [[call('act', text)]], CONTEXT)
        expect(runs).toEqual([])
        expect(told.outcomes).toMatchObject([{ kind: 'invalid', reason: 'arguments_not_json' }])
        expect(errorOf(told.answers[0])).toMatchObject({ executed: 'no' })
      },
    }),
  ),
  {
    name: 'does not run arguments that are a list',
    skip: ({ argumentsAsText, loop }) =>
      argumentsAsText && loop === 'ours' ? null : 'the API or the library takes only objects',
    run: async (peer) => {
      const { gate, runs } = open()
      const told = await peer.tell(gate, [[call('act', '["o_1"]')]], CONTEXT)
      expect(runs).toEqual([])
      expect(told.outcomes).toMatchObject([{ kind: 'invalid', reason: 'arguments_not_object' }])
    },
  },
  {
    name: 'gives the tool no null where our schema asked for one, and applies the default',
    skip: ({ optionalAsNull }) => (optionalAsNull ? null : 'optional arguments stay optional'),
    run: async (peer) => {
      const { gate, runs } = open()
      const input = { order_id: 'o_1', amount_cents: null, confirm: null, currency: null }
      expect(await peer.tell(gate, [[call('act', input)]], CONTEXT)).toMatchObject({
        ending: 'answered',
      })
      expect(runs.map(({ args }) => args)).toEqual([{ order_id: 'o_1', currency: 'EUR' }])
    },
  },
  {
    name: 'applies the default of an argument that is left out',
    run: async (peer) => {
      const { gate, runs } = open()
      await peer.tell(gate, [[act('o_1')]], CONTEXT)
      expect(runs.map(({ args }) => args)).toEqual([{ order_id: 'o_1', currency: 'EUR' }])
    },
  },
  {
    name: 'keeps a null that the tool itself declares',
    run: async (peer) => {
      const { gate, runs } = open({ input: NOTE })
      await peer.tell(gate, [[call('act', { order_id: 'o_1', note: null })]], CONTEXT)
      expect(runs.map(({ args }) => args)).toEqual([{ order_id: 'o_1', note: null }])
    },
  },
  {
    name: 'shows the model what is wrong, so that it can call again and complete',
    run: async (peer) => {
      const { gate, runs } = open()
      const wrong = call('act', { order_id: 'o_1', amount_cents: -5 })
      const told = await peer.tell(
        gate,
        [[wrong], [call('act', { order_id: 'o_1', amount_cents: 5 })]],
        CONTEXT,
      )
      expect(told.outcomes.map(({ kind }) => kind)).toEqual(['invalid', 'completed'])
      expect(errorOf(told.answers[0])).toMatchObject({
        code: 'arguments_invalid',
        executed: 'no',
        issues: [{ path: '/amount_cents', message: expect.any(String) }],
      })
      expect(told.answers.map(({ isError }) => isError)).toEqual([
        flag(peer, true),
        flag(peer, false),
      ])
      expect(runs.map(({ args }) => args['amount_cents'])).toEqual([5])
    },
  },
]

import { expect } from 'vitest'
import { openGate } from '../../src/testing/open-gate.ts'
import type { RecordingTool } from '../../src/testing/recording-tool.ts'
import { createRecordingTool } from '../../src/testing/recording-tool.ts'
import { createScriptedApprover } from '../../src/testing/scripted-approver.ts'
import {
  act,
  CONTEXT,
  call,
  errorOf,
  flag,
  needsTurn,
  type ProviderCase,
  say,
} from './case-parts.ts'

const open = (effect: 'read' | 'write', parts: Parameters<typeof createRecordingTool>[1] = {}) => {
  const { tool, runs } = createRecordingTool(effect, parts)
  return { ...openGate({ tools: [tool], approver: createScriptedApprover(['yes']) }), runs }
}

/** A tool that ends no call before all have begun; the last to begin ends first. */
function createMeeting(size: number): RecordingTool {
  const waiting: (() => void)[] = []
  return createRecordingTool('read', {
    execute: async ({ args }) => {
      await new Promise<void>((resolve) => {
        waiting.unshift(resolve)
        if (waiting.length === size) for (const wake of waiting) wake()
      })
      return args
    },
  })
}

/** What holds for the calls of one turn. */
export const turnCases: readonly ProviderCase[] = [
  {
    name: 'runs eight calls of one turn at the same time and answers them in their order',
    run: async (peer) => {
      const { tool, runs } = createMeeting(8)
      const { gate } = openGate({ tools: [tool] })
      const orders = Array.from({ length: 8 }, (_, index) => `o_${index}`)
      const turn = orders.map((order) => act(order, `call_${order}`))
      const told = await peer.tell(gate, [turn], CONTEXT)
      expect(told.ending).toBe('answered')
      expect(runs).toHaveLength(8)
      expect(told.answers).toMatchObject(
        orders.map((order) => ({
          callId: `call_${order}`,
          name: 'act',
          isError: flag(peer, false),
        })),
      )
      const texts = told.answers.map(({ text }) => JSON.parse(text).order_id)
      expect(texts).toEqual(orders)
    },
  },
  {
    name: 'goes on over several turns, each with calls of its own',
    run: async (peer) => {
      const { gate, runs } = open('read')
      const told = await peer.tell(gate, [[act('o_1')], [act('o_2'), act('o_3')]], CONTEXT)
      expect(told).toMatchObject({ ending: 'answered', failure: null })
      expect(told.requests).toHaveLength(3)
      expect(runs.map(({ args }) => args['order_id'])).toEqual(['o_1', 'o_2', 'o_3'])
    },
  },
  {
    name: 'answers nothing where the model says nothing or only text',
    run: async (peer) => {
      const { gate } = open('read')
      for (const turn of [[], [say('Hello.')]]) {
        const told = await peer.tell(gate, [turn], CONTEXT)
        expect(told).toMatchObject({ ending: 'answered', outcomes: [], answers: [] })
        if (peer.loop === 'ours') expect(told.requests).toHaveLength(1)
      }
    },
  },
  {
    name: 'answers the calls that stand beside text',
    run: async (peer) => {
      const { gate, runs } = open('read')
      const told = await peer.tell(gate, [[say('One moment.'), act('o_1')]], CONTEXT)
      expect(told).toMatchObject({ ending: 'answered', answers: [{ text: '{"done":true}' }] })
      expect(runs).toHaveLength(1)
    },
  },
  ...['refund', 'constructor', '__proto__', 'toString'].map(
    (name): ProviderCase => ({
      name: `runs nothing for a call of ${name}, which is no tool, and tells the model`,
      run: async (peer) => {
        const { gate, runs } = open('read')
        const told = await peer.tell(gate, [[call(name, { order_id: 'o_1' }), act('o_2')]], CONTEXT)
        for (const { args } of runs) expect(args['order_id']).toBe('o_2')
        // AI SDK cannot send a call of `constructor` back, so that the conversation ends there.
        if (peer.unknownTool === 'library') return
        expect(told.ending).toBe('answered')
        expect(told.answers).toHaveLength(2)
        expect(runs).toHaveLength(1)
        expect(told.outcomes).toMatchObject([{ kind: 'unknown_tool', tool: name }, {}])
        const shown = told.answers.find((answer) => answer.name === name)
        expect(errorOf(shown)).toMatchObject({ code: 'tool_unknown', executed: 'no' })
        expect(shown?.isError).toBe(flag(peer, true))
      },
    }),
  ),
  {
    name: 'brings a call to the right tool where names had to be changed',
    run: async (peer) => {
      const names = [
        'db.query',
        'db-query',
        'db_query',
        `${'long.'.repeat(20)}a`,
        `${'long.'.repeat(20)}b`,
      ]
      const made = names.map((name) =>
        createRecordingTool('read', { name, execute: () => ({ name }) }),
      )
      const { gate } = openGate({ tools: made.map(({ tool }) => tool) })
      const turn = peer.offeredNames(gate).map((name) => call(name, { order_id: 'o_1' }))
      const told = await peer.tell(gate, [turn], CONTEXT)
      expect(told.ending).toBe('answered')
      expect(told.answers.map(({ text }) => JSON.parse(text).name)).toEqual(names)
      expect(made.map(({ runs }) => runs.length)).toEqual([1, 1, 1, 1, 1])
    },
  },
  {
    name: 'runs equal calls with one id once',
    skip: (peer) =>
      peer.name.startsWith('Anthropic') ? 'the API refuses two calls with one id' : null,
    run: async (peer) => {
      const { gate, runs } = open('write')
      const told = await peer.tell(gate, [[act('o_1', 'call_1'), act('o_1', 'call_1')]], CONTEXT)
      expect(runs).toHaveLength(1)
      if (peer.loop === 'ours')
        expect(told.answers).toMatchObject([{ text: '{"done":true}' }, { text: '{"done":true}' }])
    },
  },
  {
    name: 'runs at most one of different calls with one id',
    run: async (peer) => {
      const { gate, runs } = open('write')
      const told = await peer.tell(gate, [[act('o_1', 'call_1'), act('o_2', 'call_1')]], CONTEXT)
      expect(runs.length).toBeLessThanOrEqual(1)
      for (const { kind } of told.outcomes.slice(1)) expect(kind).toBe('invalid')
    },
  },
  {
    name: 'runs none of different calls with one id',
    skip: needsTurn,
    run: async (peer) => {
      const { gate, runs } = open('write')
      const told = await peer.tell(gate, [[act('o_1', 'call_1'), act('o_2', 'call_1')]], CONTEXT)
      expect(runs).toEqual([])
      const refused = { kind: 'invalid', reason: 'call_id_duplicate' }
      expect(told.outcomes).toMatchObject([refused, refused])
    },
  },
  {
    name: 'runs no call without an id',
    skip: ({ idsOptional }) => (idsOptional ? 'ids are optional' : null),
    run: async (peer) => {
      const { gate, runs } = open('write')
      const told = await peer.tell(gate, [[act('o_1', null)]], CONTEXT)
      expect(runs).toEqual([])
      // Nothing can answer it, so the provider ends the conversation.
      expect(told.ending).toBe('failed')
      for (const outcome of told.outcomes)
        expect(outcome).toMatchObject({ reason: 'operation_missing' })
    },
  },
  {
    name: 'runs calls without ids, which their place names',
    skip: ({ idsOptional }) => (idsOptional ? null : 'ids are required'),
    run: async (peer) => {
      const { gate, runs } = open('write')
      const turns = [[act('o_1', null), act('o_1', null)], [act('o_1', null)]]
      expect(await peer.tell(gate, turns, CONTEXT)).toMatchObject({ ending: 'answered' })
      expect(runs).toHaveLength(3)
      const again = await peer.tell(gate, turns, CONTEXT)
      expect(again.outcomes).toMatchObject([
        { replayed: true },
        { replayed: true },
        { replayed: true },
      ])
      expect(runs).toHaveLength(3)
    },
  },
  {
    name: 'runs the same call again once in a conversation and anew in another',
    run: async (peer) => {
      const { gate, runs } = open('write')
      const turns = [[act('o_1', 'call_1')]]
      const first = await peer.tell(gate, turns, CONTEXT)
      const again = await peer.tell(gate, turns, CONTEXT)
      expect(runs).toHaveLength(1)
      expect(first.outcomes).toMatchObject([{ kind: 'completed', replayed: false }])
      expect(again.outcomes).toMatchObject([{ kind: 'completed', replayed: true }])
      expect(again.answers).toEqual(first.answers)
      await peer.tell(gate, turns, { ...CONTEXT, conversation: 'conversation-2' })
      expect(runs).toHaveLength(2)
    },
  },
  {
    name: 'runs nothing of the last turn, because no model would read what came of it',
    skip: ({ loop }) => (loop === 'ours' ? null : 'the loop is the library’s'),
    run: async (peer) => {
      const { gate, runs } = open('read')
      const turns = Array.from({ length: 5 }, (_, turn) => [act(`o_${turn}`)])
      const told = await peer.tell(gate, turns, { ...CONTEXT, maxTurns: 3 })
      expect(told.ending).toBe('out_of_turns')
      expect(told.requests).toHaveLength(3)
      expect(runs.map(({ args }) => args['order_id'])).toEqual(['o_0', 'o_1'])
    },
  },
  {
    name: 'asks and runs nothing once its signal has aborted',
    run: async (peer) => {
      const stop = new AbortController()
      const { gate, runs } = open('read', {
        execute: () => {
          stop.abort()
          return { done: true }
        },
      })
      const turns = [[act('o_1')], [act('o_2')]]
      const told = await peer.tell(gate, turns, { ...CONTEXT, signal: stop.signal })
      expect(told.requests.length).toBeLessThanOrEqual(2)
      expect(runs).toHaveLength(1)
    },
  },
]

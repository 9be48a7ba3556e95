import { expect, it } from 'vitest'
import type { CallRequest } from '../core/call.ts'
import type { Gate } from '../core/gate.ts'
import type { Outcome } from '../core/outcome.ts'
import { IN_PROCESS } from '../core/placement.ts'
import { type ProviderCall, runTurn, type TurnContext } from './turn.ts'

const context: TurnContext = { caller: { user: 'user-1' }, conversation: 'conversation-1' }

/** A gate that says what it was asked, later for earlier calls. */
function createRecordingGate(): {
  readonly gate: Pick<Gate, 'call'>
  readonly requests: CallRequest[]
} {
  const requests: CallRequest[] = []
  const call = async (request: CallRequest): Promise<Outcome> => {
    const value = requests.push(request)
    for (let waits = 10 - value; waits > 0; waits -= 1) await Promise.resolve()
    return {
      kind: 'completed',
      executed: 'yes',
      result: { kind: 'value', value },
      changes: [],
      tool: request.tool,
      operation: null,
      stage: 'sanitize',
      owners: ['app'],
      replayed: false,
    }
  }
  return { gate: { call }, requests }
}

async function run(calls: readonly ProviderCall[], more: Partial<TurnContext> = {}) {
  const { gate, requests } = createRecordingGate()
  const outcomes = await runTurn(gate, calls, { ...context, ...more })
  return { outcomes, requests }
}

const call = (callId: string | undefined, input: unknown = '{}', name = 'act'): ProviderCall => ({
  name,
  arguments: input,
  callId,
})

it('gives nothing for no calls', async () => {
  expect(await run([])).toEqual({ outcomes: [], requests: [] })
})

it('hands every part of a call to the gate', async () => {
  const { signal } = new AbortController()
  const { requests } = await run([call('call-1', '{"a":1}')], { signal, deadlineAt: 5 })
  expect(requests).toEqual([
    {
      tool: 'act',
      arguments: '{"a":1}',
      caller: { user: 'user-1' },
      operation: { conversation: 'conversation-1', callId: 'call-1' },
      placement: IN_PROCESS,
      signal,
      deadlineAt: 5,
    },
  ])
})

it('starts all calls before any has ended and gives the outcomes in the order of the calls', async () => {
  const { outcomes, requests } = await run([
    call('1', '{}', 'a'),
    call('2', '{}', 'b'),
    call('3', '{}', 'c'),
  ])
  expect(requests.map(({ tool }) => tool)).toEqual(['a', 'b', 'c'])
  expect(outcomes.map(({ tool }) => tool)).toEqual(['a', 'b', 'c'])
})

it.each([
  { same: 'text', inputs: ['{"a":1,"b":2}', '{"a":1,"b":2}'] },
  { same: 'text but for order and space', inputs: ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }'] },
  { same: 'data', inputs: [{ a: 1 }, { a: 1 }] },
  { same: 'text that is not JSON', inputs: ['{"a":', '{"a":'] },
])('runs calls with one id once when they have the same $same', async ({ inputs }) => {
  const { outcomes, requests } = await run(inputs.map((input) => call('call-1', input)))
  expect(requests).toHaveLength(1)
  expect(requests[0]).not.toHaveProperty('problem')
  expect(outcomes).toHaveLength(2)
  expect(outcomes[1]).toBe(outcomes[0])
})

it.each([
  { other: 'arguments', calls: [call('x', '{"a":1}'), call('x', '{"a":2}')] },
  { other: 'tools', calls: [call('x', '{}', 'one'), call('x', '{}', 'two')] },
  { other: 'broken texts', calls: [call('x', '{'), call('x', '{ ')] },
  { other: 'last of three', calls: [call('x'), call('x'), call('x', '{"a":1}')] },
  { other: 'JSON and a text that holds it', calls: [call('x', '"{"'), call('x', '{')] },
  { other: 'data that is not plain', calls: [call('x', new Date(0)), call('x', new Date(0))] },
])(
  'tells the gate of every call with one id when they have different $other',
  async ({ calls }) => {
    const { requests } = await run([...calls, call('y')])
    const problems = requests.map(({ problem }) => problem)
    expect(problems).toEqual([...calls.map(() => 'call_id_duplicate'), undefined])
  },
)

it('runs equal calls with different ids each', async () => {
  const { requests } = await run([call('call-1'), call('call-2')])
  expect(requests).toHaveLength(2)
})

it('tells the gate of each call without an id, also of equal ones', async () => {
  const { requests } = await run([call(undefined), call(undefined), call('call-1')])
  expect(requests.map(({ problem, operation }) => ({ problem, operation }))).toEqual([
    { problem: 'operation_missing', operation: null },
    { problem: 'operation_missing', operation: null },
    { problem: undefined, operation: { conversation: 'conversation-1', callId: 'call-1' } },
  ])
})

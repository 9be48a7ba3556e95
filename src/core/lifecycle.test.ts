import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../platform/hasher.ts'
import { createMemoryLedger } from '../store/memory/ledger.ts'
import { logOf, openGate as open, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'
import { wrapLedger } from '../testing/wrap-ledger.ts'
import type { Policy } from './ports.ts'

const permitAll: Policy = { decide: () => ({ kind: 'permit', rule: 'test/permit' }) }

describe('how a call ends', () => {
  it.each([
    {
      name: 'a read',
      effect: 'read' as const,
      kind: 'completed',
      executed: 'yes',
      stage: 'sanitize',
      runs: 1,
    },
    {
      name: 'a write without an approver',
      effect: 'write' as const,
      kind: 'declined',
      executed: 'no',
      stage: 'approve',
      runs: 0,
    },
    {
      name: 'an irreversible call without an approver',
      effect: 'irreversible' as const,
      kind: 'declined',
      executed: 'no',
      stage: 'approve',
      runs: 0,
    },
  ])('ends $name as $kind', async ({ effect, kind, executed, stage, runs }) => {
    const act = createRecordingTool(effect)
    const { gate } = open({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({
      kind,
      executed,
      stage,
      owners: ['app'],
      replayed: false,
    })
    expect(act.runs).toHaveLength(runs)
  })

  it.each([
    { answer: 'yes' as const, kind: 'completed', executed: 'yes', runs: 1 },
    { answer: 'no' as const, kind: 'declined', executed: 'no', runs: 0 },
    { answer: 'silent' as const, kind: 'pending', executed: 'no', runs: 0 },
  ])(
    'ends as $kind when the approver answers $answer',
    async ({ answer, kind, executed, runs }) => {
      const act = createRecordingTool('irreversible')
      const { gate } = open({ tools: [act.tool], approver: createScriptedApprover([answer]) })
      expect(await gate.call(request())).toMatchObject({ kind, executed })
      expect(act.runs).toHaveLength(runs)
    },
  )

  it.each([
    {
      name: 'text that is not JSON',
      parts: { arguments: '{"order_id":' },
      reason: 'arguments_not_json',
    },
    {
      name: 'a duplicate key',
      parts: { arguments: '{"order_id":"a","order_id":"b"}' },
      reason: 'arguments_not_json',
    },
    {
      name: 'an inexact number',
      parts: { arguments: '{"order_id":"a","amount_cents":9007199254740993}' },
      reason: 'arguments_not_json',
    },
    { name: 'a list', parts: { arguments: '[]' }, reason: 'arguments_not_object' },
    { name: 'null', parts: { arguments: null }, reason: 'arguments_not_object' },
    {
      name: 'a date',
      parts: { arguments: { order_id: new Date() } },
      reason: 'arguments_not_plain',
    },
    { name: 'nothing', parts: { arguments: undefined }, reason: 'arguments_not_plain' },
    { name: 'a wrong type', parts: { arguments: '{"order_id":7}' }, reason: 'arguments_invalid' },
    {
      name: 'an extra member',
      parts: { arguments: '{"order_id":"a","admin":true}' },
      reason: 'arguments_invalid',
    },
    { name: 'no caller', parts: { caller: undefined as never }, reason: 'caller_missing' },
    { name: 'a caller without a user', parts: { caller: {} as never }, reason: 'caller_missing' },
    { name: 'an empty user', parts: { caller: { user: '' } }, reason: 'caller_invalid' },
    {
      name: 'scopes that are no list',
      parts: { caller: { user: 'u', scopes: 'all' as never } },
      reason: 'caller_invalid',
    },
    {
      name: 'no call id',
      parts: { operation: { conversation: 'c', callId: undefined as never } },
      reason: 'operation_missing',
    },
    {
      name: 'an empty conversation',
      parts: { operation: { conversation: '', callId: 'x' } },
      reason: 'operation_invalid',
    },
    {
      name: 'a turn with a duplicate id',
      parts: { problem: 'call_id_duplicate' as const },
      reason: 'call_id_duplicate',
    },
  ])('ends $name as invalid', async ({ parts, reason }) => {
    const act = createRecordingTool('read')
    const { gate } = open({ tools: [act.tool] })
    expect(await gate.call(request(parts))).toMatchObject({
      kind: 'invalid',
      executed: 'no',
      reason,
    })
    expect(act.runs).toHaveLength(0)
  })

  it.each(['nothing', 'constructor', '__proto__', 'toString', '', 'act '])(
    'knows no tool named %j',
    async (tool) => {
      const { gate } = open({ tools: [createRecordingTool('read').tool] })
      expect(await gate.call(request({ tool }))).toMatchObject({
        kind: 'unknown_tool',
        executed: 'no',
      })
    },
  )

  it('tells a model which argument is wrong, by its path', async () => {
    const { gate } = open({ tools: [createRecordingTool('read').tool] })
    const outcome = await gate.call(request({ arguments: '{"order_id":"a","amount_cents":"5"}' }))
    expect(outcome.kind === 'invalid' && outcome.issues.map(({ path }) => path)).toEqual([
      '/amount_cents',
    ])
  })
})

describe('authorize', () => {
  it.each([
    { name: 'false', verdict: false },
    { name: 'nothing', verdict: undefined },
    { name: 'a truthy text', verdict: 'yes' },
    { name: 'one', verdict: 1 },
    { name: 'an unknown assurance', verdict: { ask: 9 } },
    { name: 'a promise of false', verdict: Promise.resolve(false) },
  ])("denies when the tool's own check says $name", async ({ verdict }) => {
    const act = createRecordingTool('read', { authorize: () => verdict as never })
    const { gate } = open({ tools: [act.tool] })
    const ended = {
      kind: 'denied',
      executed: 'no',
      stage: 'authorize',
      reason: 'not_authorized',
      rule: 'tool/authorize',
    }
    expect(await gate.call(request())).toMatchObject(ended)
    expect(act.runs).toHaveLength(0)
  })

  it('asks a person when the own check of a read asks', async () => {
    const act = createRecordingTool('read', { authorize: () => ({ ask: 1 }) })
    const approver = createScriptedApprover(['yes'])
    const { gate } = open({ tools: [act.tool], approver })
    expect(await gate.call(request())).toMatchObject({ kind: 'completed' })
    expect(approver.asked).toHaveLength(1)
  })

  it('asks for the stricter of two assurances, and refuses a channel that cannot reach it', async () => {
    const act = createRecordingTool('write', { authorize: () => ({ ask: 3 }) })
    const approver = createScriptedApprover(['yes'], { assurance: 2 })
    const { gate } = open({ tools: [act.tool], approver })
    expect(await gate.call(request())).toMatchObject({
      kind: 'declined',
      reason: 'assurance_too_low',
    })
    expect(approver.asked).toHaveLength(0)
  })

  it('denies what a policy denies, with its rule, before the own check is asked', async () => {
    let checked = 0
    const act = createRecordingTool('read', {
      authorize: () => {
        checked += 1
        return true
      },
    })
    const policy: Policy = {
      decide: () => ({ kind: 'deny', rule: 'test/no', reason: 'policy_denied' }),
    }
    const { gate } = open({ tools: [act.tool], policy })
    expect(await gate.call(request())).toMatchObject({
      kind: 'denied',
      rule: 'test/no',
      reason: 'policy_denied',
    })
    expect(checked).toBe(0)
  })

  it('denies a decision of a kind that it does not know', async () => {
    const act = createRecordingTool('read')
    const policy: Policy = { decide: () => ({ kind: 'allow', rule: 'x' }) as never }
    const { gate } = open({ tools: [act.tool], policy })
    expect(await gate.call(request())).toMatchObject({ kind: 'denied', executed: 'no' })
    expect(act.runs).toHaveLength(0)
  })

  it('applies defaults before anyone judges, and runs what was judged', async () => {
    const seen: unknown[] = []
    const act = createRecordingTool('irreversible', {
      authorize: ({ args }) => seen.push(args) > 0,
    })
    const approver = createScriptedApprover(['yes'])
    const { gate } = open({ tools: [act.tool], approver })
    await gate.call(request())
    const text = '{"amount_cents":5,"currency":"EUR","order_id":"o_1"}'
    expect(approver.asked[0]?.shown.json).toBe(text)
    expect(act.runs[0]?.args).toBe(seen[0])
    expect(act.runs[0]?.args).toEqual(JSON.parse(text))
  })
})

describe('doubt', () => {
  const boom = (): never => {
    throw new Error('secret detail')
  }
  it.each([
    {
      name: 'the policy throws',
      options: { policy: { decide: boom } },
      reason: 'policy_unavailable',
    },
    {
      name: 'the limiter throws',
      options: { limiter: { take: boom } },
      reason: 'limiter_unavailable',
    },
    {
      name: 'the limiter rejects',
      options: { limiter: { take: () => Promise.reject(new Error('down')) } },
      reason: 'limiter_unavailable',
    },
    { name: 'the pins throw', options: { pins: { accepts: boom } }, reason: 'pins_unavailable' },
    {
      name: 'the approver rejects',
      options: {
        approver: { assurance: 1 as const, ask: () => Promise.reject(new Error('down')) },
      },
      reason: 'approver_unavailable',
    },
  ])('executes nothing when $name', async ({ options, reason }) => {
    const act = createRecordingTool('irreversible')
    const { gate, alarms } = open({ tools: [act.tool], ...options })
    const outcome = await gate.call(request())
    expect(outcome).toMatchObject({ kind: 'unavailable', executed: 'no', reason })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(alarms.map(({ kind }) => kind)).toContain('port_failed')
    expect(act.runs).toHaveLength(0)
  })

  it.each([
    { name: 'the own check throws', parts: { authorize: boom } },
    { name: 'the own check rejects', parts: { authorize: () => Promise.reject(new Error('x')) } },
  ])('executes nothing when $name', async ({ parts }) => {
    const act = createRecordingTool('read', parts)
    const { gate } = open({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({
      kind: 'unavailable',
      reason: 'authorize_failed',
    })
    expect(act.runs).toHaveLength(0)
  })

  it('ends as unavailable when a port does not answer in time', async () => {
    const act = createRecordingTool('read')
    const policy: Policy = { decide: () => new Promise(() => {}) }
    const { gate } = open({ tools: [act.tool], policy, portTimeoutMs: 10 })
    expect(await gate.call(request())).toMatchObject({
      kind: 'unavailable',
      reason: 'policy_unavailable',
    })
  })

  it('quarantines a tool whose contract the pins do not accept', async () => {
    const act = createRecordingTool('read')
    const { gate } = open({ tools: [act.tool], pins: { accepts: () => false } })
    expect(await gate.call(request())).toMatchObject({
      kind: 'quarantined',
      executed: 'no',
      stage: 'resolve',
    })
  })

  it.each(['claim', 'request', 'begin'] as const)(
    'executes nothing when the ledger fails at %s',
    async (method) => {
      const act = createRecordingTool('irreversible')
      const store = wrapLedger(createMemoryLedger({ hasher: createNodeHasher() }), {
        [method]: () => Promise.reject(new Error('disk')),
      })
      const { gate } = open({ tools: [act.tool], store, approver: createScriptedApprover(['yes']) })
      expect(await gate.call(request())).toMatchObject({
        kind: 'unavailable',
        executed: 'no',
        reason: 'ledger_unavailable',
      })
      expect(act.runs).toHaveLength(0)
    },
  )

  it.each([
    { effect: 'read' as const, method: 'append' as const },
    { effect: 'write' as const, method: 'settle' as const },
  ])(
    'ends a $effect as unknown, with an alarm, when its outcome cannot be recorded',
    async ({ effect, method }) => {
      const act = createRecordingTool(effect)
      const store = wrapLedger(createMemoryLedger({ hasher: createNodeHasher() }), {
        [method]: () => Promise.reject(new Error('disk')),
      })
      const { gate, alarms } = open({ tools: [act.tool], store, policy: permitAll })
      const ended = {
        kind: 'unknown',
        executed: 'unknown',
        stage: 'record',
        reason: 'outcome_not_recorded',
      }
      expect(await gate.call(request())).toMatchObject(ended)
      expect(alarms.map(({ kind }) => kind)).toEqual(['outcome_not_recorded'])
      expect(act.runs).toHaveLength(1)
    },
  )
})

describe('the log', () => {
  it('holds the decision to execute before the tool runs, and the outcome after', async () => {
    const events: string[][] = []
    const act = createRecordingTool('write', {
      execute: async () => {
        events.push((await logOf(ledger)).map(({ event }) => event))
        return { done: true }
      },
    })
    const { gate, ledger } = open({ tools: [act.tool], approver: createScriptedApprover(['yes']) })
    await gate.call(request())
    expect(events).toEqual([['requested', 'approved', 'intent']])
    expect((await logOf(ledger)).map(({ event }) => event)).toEqual([
      'requested',
      'approved',
      'intent',
      'outcome',
    ])
  })

  it('names the rule, the approval and the approver, and holds no argument', async () => {
    const act = createRecordingTool('irreversible')
    const { gate, ledger } = open({
      tools: [act.tool],
      approver: createScriptedApprover(['yes'], { user: 'boss' }),
    })
    await gate.call(request({ arguments: '{"order_id":"o_very_secret"}' }))
    const log = await logOf(ledger)
    expect(log.at(-1)).toMatchObject({
      rule: 'default/irreversible',
      approver: 'boss',
      ending: 'completed',
      executed: 'yes',
    })
    expect(log.at(-1)?.approval).toMatch(/^apr_/)
    expect(JSON.stringify(log)).not.toContain('o_very_secret')
  })

  it('records what was refused too', async () => {
    const { gate, ledger } = open({ tools: [createRecordingTool('read').tool] })
    await gate.call(request({ tool: 'nope' }))
    await gate.call(request({ arguments: '{' }))
    expect((await logOf(ledger)).map(({ ending, stage }) => [ending, stage])).toEqual([
      ['unknown_tool', 'resolve'],
      ['invalid', 'receive'],
    ])
  })
})

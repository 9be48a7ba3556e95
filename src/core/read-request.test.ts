import { describe, expect, it } from 'vitest'
import { createMemoryInbox } from '../approval/inbox.ts'
import { createGate } from '../gate.ts'
import { openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap')
    },
  },
)

describe('a request that is none', () => {
  it.each([
    { name: 'null', asked: null },
    { name: 'undefined', asked: undefined },
    { name: 'a text', asked: 'x' },
    { name: 'an empty object', asked: {} },
    { name: 'an object that throws', asked: throwing },
    { name: 'no placement', asked: request({ placement: undefined as never }) },
    { name: 'a placement without owners', asked: request({ placement: {} as never }) },
    { name: 'a signal that is none', asked: request({ signal: {} as never }) },
    { name: 'a deadline that is no number', asked: request({ deadlineAt: Number.NaN }) },
  ])('ends as invalid and executes nothing: $name', async ({ asked }) => {
    const act = createRecordingTool('read')
    const { gate } = openGate({ tools: [act.tool] })
    const ended = { kind: 'invalid', executed: 'no', reason: 'request_invalid' }
    expect(await gate.call(asked as never)).toMatchObject(ended)
    expect(await gate.explain(asked as never)).toMatchObject({
      kind: 'end',
      reason: 'request_invalid',
    })
    expect(act.runs).toHaveLength(0)
  })

  it.each([
    {
      name: 'a caller that throws',
      parts: { caller: throwing as never },
      reason: 'caller_invalid',
    },
    { name: 'no operation', parts: { operation: undefined as never }, reason: 'operation_missing' },
  ])('ends as invalid: $name', async ({ parts, reason }) => {
    const { gate } = openGate({ tools: [createRecordingTool('read').tool] })
    expect(await gate.call(request(parts))).toMatchObject({ kind: 'invalid', reason })
  })
})

describe('an option that is none', () => {
  const { tool } = createRecordingTool('read')
  it.each([
    { options: undefined },
    { options: {} },
    { options: { tools: null } },
    { options: { tools: [{ ...tool }] } },
    { options: { tools: [tool], store: 'a.db' } },
    { options: { tools: [tool], approver: {} } },
    { options: { tools: [tool], approver: { ask: () => null, assurance: 9 } } },
    { options: { tools: [tool], policy: [] } },
    { options: { tools: [tool], onAlarm: 1 } },
    { options: { tools: [tool], approvalWaitMs: 0 } },
  ])('is refused: %j', ({ options }) => {
    expect(() => createGate(options as never)).toThrow(
      expect.objectContaining({ code: 'gate_option_invalid' }),
    )
  })

  it('that says undefined is absent', async () => {
    const gate = createGate({ tools: [tool], policy: undefined as never })
    expect(await gate.call(request())).toMatchObject({ kind: 'completed' })
  })
})

describe('an answer', () => {
  it.each([{}, { user: '', channel: 'inbox' }, { user: 'a' }, null])(
    'without an approver is none: %j',
    async (by) => {
      const act = createRecordingTool('irreversible')
      const inbox = createMemoryInbox()
      const { gate } = openGate({ tools: [act.tool], approver: inbox })
      const call = request()
      await gate.call(call)
      inbox.approve(inbox.list()[0]?.id ?? '', by as never)
      expect(await gate.call(call)).toMatchObject({ executed: 'no' })
      expect(act.runs).toHaveLength(0)
    },
  )

  it('carries no more assurance than its channel', async () => {
    const act = createRecordingTool('irreversible', { authorize: () => ({ ask: 2 }) })
    const inbox = createScriptedApprover(['silent'], { assurance: 2 })
    const call = request()
    const first = openGate({ tools: [act.tool], approver: inbox })
    expect(await first.gate.call(call)).toMatchObject({ kind: 'pending' })
    const weak = createScriptedApprover(['yes'], { assurance: 'asserted' })
    const second = openGate({ tools: [act.tool], store: first.ledger, approver: weak })
    expect(await second.gate.call(call)).toMatchObject({ kind: 'pending', executed: 'no' })
    expect(weak.asked).toHaveLength(0)
    expect(act.runs).toHaveLength(0)
  })
})

describe('a policy', () => {
  it('that asks for an assurance that is none is a fault, and not a low minimum', async () => {
    const act = createRecordingTool('write')
    const policy = { decide: () => ({ kind: 'ask', rule: 'r', assurance: '3' }) as never }
    const approver = createScriptedApprover(['yes'], { assurance: 'asserted' })
    const { gate } = openGate({ tools: [act.tool], policy, approver })
    expect(await gate.call(request())).toMatchObject({
      kind: 'unavailable',
      reason: 'policy_unavailable',
    })
    expect(act.runs).toHaveLength(0)
  })
})

describe('a queue behind handlers that hang', () => {
  it('is left after the time of the tool', async () => {
    const act = createRecordingTool('read', {
      timeoutMs: 20,
      concurrency: { running: 1, waiting: 5 },
      execute: () => new Promise(() => {}),
    })
    const { gate } = openGate({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({ kind: 'timed_out' })
    expect(await gate.call(request())).toMatchObject({ kind: 'limited', reason: 'queue_full' })
  })
})

import { describe, expect, it } from 'vitest'
import { createMemoryInbox } from '../approval/inbox.ts'
import { createNodeHasher } from '../platform/hasher.ts'
import { createMemoryLedger } from '../store/memory/ledger.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'

const clerk = { user: 'clerk-1', channel: 'inbox' }
const named = (callId: string, parts = {}) =>
  request({ operation: { conversation: 'c-1', callId }, ...parts })

describe('an operation', () => {
  it('runs once, however often it is dispatched, and gives the stored ending', async () => {
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({ tools: [act.tool], approver: createScriptedApprover(['yes']) })
    const first = await gate.call(named('a'))
    const again = await gate.call(named('a'))
    expect(first).toMatchObject({ kind: 'completed', replayed: false })
    expect(again).toEqual({ ...first, replayed: true })
    expect(act.runs).toHaveLength(1)
  })

  it('runs once when its legs race', async () => {
    const act = createRecordingTool('irreversible', {
      execute: () => new Promise((resolve) => setTimeout(resolve, 10, { done: true })),
    })
    const { gate } = openGate({ tools: [act.tool], approver: createScriptedApprover(['yes']) })
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => gate.call(named('a'))))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('completed'))
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(act.runs).toHaveLength(1)
  })

  it.each([
    { name: 'other arguments', parts: { arguments: '{"order_id":"o_2"}' } },
    { name: 'another tool', parts: { tool: 'other' } },
  ])('is refused with $name', async ({ parts }) => {
    const act = createRecordingTool('irreversible')
    const other = createRecordingTool('irreversible', { name: 'other' })
    const { gate } = openGate({
      tools: [act.tool, other.tool],
      approver: createScriptedApprover(['yes']),
    })
    await gate.call(named('a'))
    expect(await gate.call(named('a', parts))).toMatchObject({
      kind: 'invalid',
      reason: 'operation_mismatch',
    })
    expect(act.runs.length + other.runs.length).toBe(1)
  })

  it.each([
    { name: 'user', caller: { user: 'user-2' } },
    { name: 'tenant', caller: { user: 'user-1', tenant: 't-2' } },
    { name: 'agent', caller: { user: 'user-1', agent: 'other' } },
  ])('of another $name with the same id is another operation', async ({ caller }) => {
    const act = createRecordingTool('irreversible')
    const approver = createScriptedApprover(['yes', 'no'])
    const { gate } = openGate({ tools: [act.tool], approver })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'completed' })
    expect(await gate.call(named('a', { caller }))).toMatchObject({
      kind: 'declined',
      replayed: false,
    })
  })

  it('resumes after the answer came while nobody waited', async () => {
    const act = createRecordingTool('irreversible')
    const inbox = createMemoryInbox()
    const { gate } = openGate({ tools: [act.tool], approver: inbox })
    const pending = await gate.call(named('a'))
    expect(pending).toMatchObject({ kind: 'pending', executed: 'no', reason: 'approval_pending' })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'pending' })
    expect(inbox.list()).toHaveLength(1)
    inbox.approve(inbox.list()[0]?.id ?? '', clerk)
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'completed', replayed: false })
    expect(act.runs).toHaveLength(1)
  })

  it('joins a pending operation with equal arguments, so that the person is asked once and it runs once', async () => {
    const act = createRecordingTool('irreversible')
    const inbox = createMemoryInbox()
    const { gate } = openGate({ tools: [act.tool], approver: inbox })
    const first = await gate.call(named('a'))
    const second = await gate.call(named('b'))
    expect(second).toMatchObject({ kind: 'pending', operation: first.operation })
    inbox.approve(inbox.list()[0]?.id ?? '', clerk)
    expect(await gate.call(named('b'))).toMatchObject({ kind: 'completed', replayed: false })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'completed', replayed: true })
    expect(act.runs).toHaveLength(1)
  })

  it('never joins an executed one by its arguments: a second equal intent asks again', async () => {
    const act = createRecordingTool('irreversible')
    const approver = createScriptedApprover(['yes'])
    const { gate } = openGate({ tools: [act.tool], approver })
    await gate.call(named('a'))
    await gate.call(named('b'))
    expect(act.runs).toHaveLength(2)
    expect(approver.asked).toHaveLength(2)
  })

  it('keeps a no: the same id is not asked about again', async () => {
    const act = createRecordingTool('irreversible')
    const approver = createScriptedApprover(['no', 'yes'])
    const { gate } = openGate({ tools: [act.tool], approver })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'declined', replayed: false })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'declined', replayed: true })
    expect(approver.asked).toHaveLength(1)
    expect(act.runs).toHaveLength(0)
  })

  it('runs a read again each time', async () => {
    const act = createRecordingTool('read')
    const { gate } = openGate({ tools: [act.tool] })
    await gate.call(named('a'))
    await gate.call(named('a'))
    expect(act.runs).toHaveLength(2)
  })

  it('expires when nobody answers, and a late yes does not count', async () => {
    const clock = createManualClock()
    const act = createRecordingTool('irreversible')
    const inbox = createMemoryInbox({ clock })
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const { gate } = openGate({
      tools: [act.tool],
      approver: inbox,
      store: ledger,
      clock,
      approvalTtlMs: 1_000,
    })
    const leg = gate.call(named('a'))
    await until(() => inbox.list().length === 1)
    const id = inbox.list()[0]?.id ?? ''
    clock.advance(25)
    expect(await leg).toMatchObject({ kind: 'pending' })
    clock.advance(1_000)
    inbox.approve(id, clerk)
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'expired', executed: 'no' })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'expired', replayed: true })
    expect(act.runs).toHaveLength(0)
  })

  it('does not count a yes below the assurance that was asked for', async () => {
    const act = createRecordingTool('irreversible')
    const approver = {
      assurance: 2 as const,
      ask: async () => ({ kind: 'approved' as const, by: clerk, assurance: 0 as const }),
    }
    const { gate } = openGate({ tools: [act.tool], approver })
    expect(await gate.call(named('a'))).toMatchObject({ kind: 'pending', executed: 'no' })
    expect(act.runs).toHaveLength(0)
  })

  it('gives every leg of one operation the same idempotency key, and others another', async () => {
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({ tools: [act.tool], approver: createScriptedApprover(['yes']) })
    await gate.call(named('a'))
    await gate.call(named('b'))
    const keys = act.runs.map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(2)
    expect(keys[0]).toMatch(/^op_/)
  })
})

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !condition(); turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
  expect(condition()).toBe(true)
}

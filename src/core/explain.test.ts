import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manual-clock.ts'
import { logOf, openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'

describe('explain', () => {
  it.each([
    {
      name: 'a read',
      effect: 'read' as const,
      parts: {},
      explained: { kind: 'permit', rule: 'default/read' },
    },
    {
      name: 'a write',
      effect: 'write' as const,
      parts: {},
      explained: { kind: 'ask', rule: 'default/write', assurance: 1 },
    },
    {
      name: 'bad arguments',
      effect: 'write' as const,
      parts: { arguments: '{}' },
      explained: { kind: 'end', stage: 'validate', ending: 'invalid', reason: 'arguments_invalid' },
    },
    {
      name: 'a strange tool',
      effect: 'read' as const,
      parts: { tool: 'x' },
      explained: { kind: 'end', stage: 'resolve', ending: 'unknown_tool' },
    },
    {
      name: 'no caller',
      effect: 'read' as const,
      parts: { caller: undefined as never },
      explained: { kind: 'end', stage: 'receive', reason: 'caller_missing' },
    },
  ])('says how $name would be decided, and does nothing', async ({ effect, parts, explained }) => {
    const act = createRecordingTool(effect)
    const approver = createScriptedApprover(['yes'])
    const { gate, ledger } = openGate({ tools: [act.tool], approver })
    expect(await gate.explain(request(parts))).toMatchObject(explained)
    expect(act.runs).toHaveLength(0)
    expect(approver.asked).toHaveLength(0)
    expect(await logOf(ledger)).toEqual([])
  })

  it('names the own check that denies', async () => {
    const act = createRecordingTool('read', { authorize: () => false })
    const { gate } = openGate({ tools: [act.tool] })
    const denied = {
      kind: 'end',
      stage: 'authorize',
      ending: 'denied',
      reason: 'not_authorized',
      rule: 'tool/authorize',
    }
    expect(await gate.explain(request())).toEqual(denied)
  })

  it('counts nothing', async () => {
    const act = createRecordingTool('read', { limit: { calls: 1, perMs: 60_000 } })
    const limits = { caller: { calls: 1, perMs: 60_000 } }
    const { gate } = openGate({ tools: [act.tool], limits })
    await gate.explain(request())
    await gate.explain(request())
    expect(await gate.call(request())).toMatchObject({ kind: 'completed' })
  })
})

describe('a flood of early endings', () => {
  it('is ten entries and then one with the count', async () => {
    const clock = createManualClock()
    const act = createRecordingTool('read')
    const { gate, ledger } = openGate({ tools: [act.tool], clock })
    for (let index = 0; index < 25; index += 1) await gate.call(request({ tool: `nope-${index}` }))
    expect(await logOf(ledger)).toHaveLength(10)
    clock.advance(60_000)
    const log = await logOf(ledger)
    expect(log).toHaveLength(11)
    expect(log.at(-1)).toMatchObject({
      event: 'flood',
      count: 15,
      ending: 'unknown_tool',
      executed: 'no',
      operation: null,
    })
    await gate.call(request({ tool: 'nope' }))
    expect(await logOf(ledger)).toHaveLength(12)
  })

  it('is written when the gate is closed', async () => {
    const { gate, ledger } = openGate({ tools: [createRecordingTool('read').tool] })
    for (let index = 0; index < 12; index += 1) await gate.call(request({ arguments: '{' }))
    await gate.dispose()
    expect((await logOf(ledger)).at(-1)).toMatchObject({ event: 'flood', count: 2 })
  })

  it('of one caller hides nothing of another', async () => {
    const { gate, ledger } = openGate({ tools: [createRecordingTool('read').tool] })
    for (let index = 0; index < 12; index += 1) await gate.call(request({ arguments: '{' }))
    await gate.call(request({ arguments: '{', caller: { user: 'user-2' } }))
    expect((await logOf(ledger)).at(-1)).toMatchObject({ event: 'outcome', user: 'user-2' })
  })

  it('never hides an ending from authorize on', async () => {
    const act = createRecordingTool('read', { authorize: () => false })
    const { gate, ledger } = openGate({ tools: [act.tool] })
    for (let index = 0; index < 15; index += 1) await gate.call(request())
    expect(await logOf(ledger)).toHaveLength(15)
  })
})

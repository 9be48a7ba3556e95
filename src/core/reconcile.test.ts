import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../platform/hasher.ts'
import { createMemoryLedger } from '../store/memory/ledger.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { logOf, openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool, type RecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'
import { wrapLedger } from '../testing/wrap-ledger.ts'
import type { Ledger } from './ledger.ts'
import type { Policy } from './ports.ts'

const LEASE_MS = 30_000 + 4 * 10_000
const permitAll: Policy = { decide: () => ({ kind: 'permit', rule: 'test/permit' }) }

/** A gate whose process dies after the intent was committed: the outcome never reaches the ledger. */
async function crash(
  tool: RecordingTool,
  ledger: Ledger,
  clock: ReturnType<typeof createManualClock>,
): Promise<ReturnType<typeof request>> {
  const dying = wrapLedger(ledger, { settle: () => new Promise(() => {}) })
  const { gate } = openGate({ tools: [tool.tool], store: dying, clock, policy: permitAll })
  const call = request()
  void gate.call(call)
  while (tool.runs.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  return call
}

function restart(tool: RecordingTool, ledger: Ledger, clock: ReturnType<typeof createManualClock>) {
  return openGate({ tools: [tool.tool], store: ledger, clock, policy: permitAll })
}

describe('a decision without an outcome', () => {
  it('is unknown once its lease is over, is stored so, and never runs again', async () => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible')
    const call = await crash(act, ledger, clock)
    expect(act.runs).toHaveLength(1)
    clock.advance(LEASE_MS)
    const { gate } = restart(act, ledger, clock)
    const unknown = { kind: 'unknown', executed: 'unknown', reason: 'outcome_unknown' }
    expect(await gate.call(call)).toMatchObject(unknown)
    expect(await gate.call(call)).toMatchObject({ ...unknown, replayed: true })
    expect(act.runs).toHaveLength(1)
    expect((await logOf(ledger)).filter(({ event }) => event === 'outcome')).toHaveLength(1)
  })

  it('is waited for while its lease lasts', async () => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible')
    const call = await crash(act, ledger, clock)
    const { gate } = restart(act, ledger, clock)
    let ended = false
    const leg = gate.call(call).finally(() => {
      ended = true
    })
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toBe(false)
    clock.advance(LEASE_MS)
    expect(await leg).toMatchObject({ kind: 'unknown' })
  })

  it('ends as what its probe finds', async () => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible', {
      probe: async () => ({ executed: 'yes', result: { found: true } }) as never,
    })
    const call = await crash(act, ledger, clock)
    clock.advance(LEASE_MS)
    const { gate } = restart(act, ledger, clock)
    expect(await gate.call(call)).toMatchObject({
      kind: 'completed',
      result: { value: { found: true } },
      replayed: true,
    })
    expect(act.runs).toHaveLength(1)
  })

  it.each([
    { name: 'finds nothing', probe: async () => ({ executed: 'no' }) as const },
    { name: 'fails', probe: () => Promise.reject(new Error('x')) },
    { name: 'answers nonsense', probe: async () => ({ executed: 'maybe' }) as never },
  ])('stays unknown when the probe $name', async ({ probe }) => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible', { probe })
    const call = await crash(act, ledger, clock)
    clock.advance(LEASE_MS)
    const { gate } = restart(act, ledger, clock)
    expect(await gate.call(call)).toMatchObject({ kind: 'unknown', executed: 'unknown' })
    expect(act.runs).toHaveLength(1)
  })

  it('of an idempotent tool runs again under the same key', async () => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible', { idempotent: true })
    const call = await crash(act, ledger, clock)
    clock.advance(LEASE_MS)
    const { gate } = restart(act, ledger, clock)
    expect(await gate.call(call)).toMatchObject({ kind: 'completed', replayed: false })
    expect(act.runs.map(({ idempotencyKey }) => idempotencyKey)).toHaveLength(2)
    expect(new Set(act.runs.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  it('of an idempotent tool is taken over by one of several legs', async () => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible', { idempotent: true })
    const call = await crash(act, ledger, clock)
    clock.advance(LEASE_MS)
    const { gate } = restart(act, ledger, clock)
    const outcomes = await Promise.all([gate.call(call), gate.call(call), gate.call(call)])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['completed', 'completed', 'completed'])
    expect(act.runs).toHaveLength(2)
  })
})

describe('an attempt that is taken over', () => {
  const lost = async (policy: Policy) => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible', { idempotent: true })
    const call = await crash(act, ledger, clock)
    clock.advance(LEASE_MS)
    return {
      act,
      ledger,
      call,
      gate: openGate({ tools: [act.tool], store: ledger, clock, policy }).gate,
    }
  }

  it('needs what the policy of today asks for', async () => {
    const { act, call, gate } = await lost({
      decide: () => ({ kind: 'ask', rule: 'r', assurance: 3 }),
    })
    expect(await gate.call(call)).toMatchObject({ kind: 'unknown', executed: 'unknown' })
    expect(act.runs).toHaveLength(1)
  })

  it('never says that nothing happened, for it knows nothing of the first', async () => {
    const clock = createManualClock()
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible', { idempotent: true })
    const call = await crash(act, ledger, clock)
    clock.advance(LEASE_MS)
    const store = wrapLedger(ledger, { begin: () => Promise.reject(new Error('disk')) })
    const { gate } = openGate({ tools: [act.tool], store, clock, policy: permitAll })
    expect(await gate.call(call)).toMatchObject({ kind: 'unknown', executed: 'unknown' })
    expect(act.runs).toHaveLength(1)
  })
})

describe('an approval', () => {
  it('given before a restart counts after it, once', async () => {
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const act = createRecordingTool('irreversible')
    const call = request()
    const before = openGate({
      tools: [act.tool],
      store: ledger,
      approver: createScriptedApprover(['silent']),
    })
    expect(await before.gate.call(call)).toMatchObject({ kind: 'pending' })
    await before.gate.dispose()
    const after = openGate({
      tools: [act.tool],
      store: ledger,
      approver: createScriptedApprover(['yes']),
    })
    expect(await after.gate.call(call)).toMatchObject({ kind: 'completed', replayed: false })
    expect(await after.gate.call(call)).toMatchObject({ kind: 'completed', replayed: true })
    expect(act.runs).toHaveLength(1)
  })

  it('does not hold for a contract that changed meanwhile', async () => {
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const call = request()
    const first = createRecordingTool('irreversible')
    const before = openGate({
      tools: [first.tool],
      store: ledger,
      approver: createScriptedApprover(['silent']),
    })
    await before.gate.call(call)
    const changed = createRecordingTool('irreversible', { description: 'Does something else.' })
    const after = openGate({
      tools: [changed.tool],
      store: ledger,
      approver: createScriptedApprover(['yes']),
    })
    expect(await after.gate.call(call)).toMatchObject({
      kind: 'invalid',
      reason: 'operation_mismatch',
    })
    expect(changed.runs).toHaveLength(0)
  })
})

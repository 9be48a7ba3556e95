import { describe, expect, it } from 'vitest'
import { createNodeHasher } from '../platform/hasher.ts'
import { createMemoryLedger } from '../store/memory/ledger.ts'
import { openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'
import { wrapLedger } from '../testing/wrap-ledger.ts'

describe('the intent', () => {
  it.each([
    { reason: 'approval_expired' as const, kind: 'expired' },
    { reason: 'approval_revoked' as const, kind: 'revoked' },
    { reason: 'approval_unusable' as const, kind: 'denied' },
  ])(
    'that the ledger refuses as $reason ends as $kind, and nothing runs',
    async ({ reason, kind }) => {
      const act = createRecordingTool('irreversible')
      const store = wrapLedger(createMemoryLedger({ hasher: createNodeHasher() }), {
        begin: async () => ({ kind: 'refused', reason }),
      })
      const { gate } = openGate({
        tools: [act.tool],
        store,
        approver: createScriptedApprover(['yes']),
      })
      expect(await gate.call(request())).toMatchObject({
        kind,
        executed: 'no',
        stage: 'execute',
        reason,
      })
      expect(act.runs).toHaveLength(0)
    },
  )

  it('that is committed after we stopped waiting is settled as what we said: nothing ran', async () => {
    const act = createRecordingTool('irreversible')
    const ledger = createMemoryLedger({ hasher: createNodeHasher() })
    const store = wrapLedger(ledger, {
      begin: async (begin) => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        return ledger.begin(begin)
      },
    })
    const approver = createScriptedApprover(['yes'])
    const { gate } = openGate({ tools: [act.tool], store, approver, portTimeoutMs: 30 })
    const call = request()
    const ended = { kind: 'unavailable', executed: 'no', reason: 'ledger_unavailable' }
    expect(await gate.call(call)).toMatchObject(ended)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await gate.call(call)).toMatchObject({ ...ended, replayed: true })
    expect(act.runs).toHaveLength(0)
  })
})

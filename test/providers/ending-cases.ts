import { expect } from 'vitest'
import { ToolError, toolContent } from '../../src/core/result.ts'
import { openGate } from '../../src/testing/open-gate.ts'
import { createRecordingTool } from '../../src/testing/recording-tool.ts'
import { createScriptedApprover, type ScriptedAnswer } from '../../src/testing/scripted-approver.ts'
import { act, CONTEXT, errorOf, flag, type ProviderCase } from './case-parts.ts'

const SECRET = 'postgres://user:password@db/orders'

/** What holds for how calls end, and for what the model reads of it. */
export const endingCases: readonly ProviderCase[] = [
  ...[
    { ending: 'declined', answer: 'no', code: 'approval_declined' },
    { ending: 'pending', answer: 'silent', code: 'approval_pending' },
  ].map(
    ({ ending, answer, code }): ProviderCase => ({
      name: `says of a call that is ${ending} that it was not executed`,
      run: async (peer) => {
        const { tool, runs } = createRecordingTool('irreversible')
        const approver = createScriptedApprover([answer as ScriptedAnswer])
        const { gate } = openGate({ tools: [tool], approver })
        const told = await peer.tell(gate, [[act('o_1')]], CONTEXT)
        expect(told.outcomes).toMatchObject([{ kind: ending, executed: 'no' }])
        expect(errorOf(told.answers[0])).toMatchObject({ code, executed: 'no' })
        expect(told.answers[0]?.isError).toBe(flag(peer, true))
        expect(runs).toEqual([])
      },
    }),
  ),
  {
    name: 'says of a call that is denied that it was not executed, and asks nobody',
    run: async (peer) => {
      const { tool, runs } = createRecordingTool('irreversible', { authorize: () => false })
      const approver = createScriptedApprover(['yes'])
      const { gate } = openGate({ tools: [tool], approver })
      const told = await peer.tell(gate, [[act('o_1')]], CONTEXT)
      expect(errorOf(told.answers[0])).toMatchObject({ code: 'not_authorized', executed: 'no' })
      expect(approver.asked).toEqual([])
      expect(runs).toEqual([])
    },
  },
  {
    name: 'runs what was approved once',
    run: async (peer) => {
      const { tool, runs } = createRecordingTool('irreversible')
      const approver = createScriptedApprover(['yes'])
      const { gate } = openGate({ tools: [tool], approver })
      const told = await peer.tell(gate, [[act('o_1')]], CONTEXT)
      expect(told.answers).toMatchObject([{ text: '{"done":true}', isError: flag(peer, false) }])
      expect(approver.asked).toHaveLength(1)
      expect(runs).toHaveLength(1)
    },
  },
  {
    name: 'never shows the message of an error that a tool throws',
    run: async (peer) => {
      const execute = () => {
        throw new Error(SECRET)
      }
      const { gate } = openGate({ tools: [createRecordingTool('read', { execute }).tool] })
      const told = await peer.tell(gate, [[act('o_1')]], CONTEXT)
      expect(errorOf(told.answers[0])).toMatchObject({ code: 'tool_failed', executed: 'yes' })
      expect(JSON.stringify(told.requests)).not.toContain('password')
    },
  },
  {
    name: 'shows the message that a tool means for the model',
    run: async (peer) => {
      const execute = () => {
        throw new ToolError('The order is closed.')
      }
      const { gate } = openGate({ tools: [createRecordingTool('read', { execute }).tool] })
      const told = await peer.tell(gate, [[act('o_1')]], CONTEXT)
      expect(errorOf(told.answers[0])).toMatchObject({ message: 'The order is closed.' })
    },
  },
  {
    name: 'sends the images of a result where the provider takes them, and its text everywhere',
    run: async (peer) => {
      const image = { kind: 'image', data: 'aGk=', mimeType: 'image/png' } as const
      const execute = () => toolContent([{ kind: 'text', text: 'The chart:' }, image])
      const { gate } = openGate({ tools: [createRecordingTool('read', { execute }).tool] })
      const told = await peer.tell(gate, [[act('o_1')]], CONTEXT)
      const images = peer.takesImages ? ['aGk='] : []
      expect(told).toMatchObject({ ending: 'answered', answers: [{ text: 'The chart:', images }] })
    },
  },
]

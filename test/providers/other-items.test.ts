import { describe, expect, it } from 'vitest'
import type { FakeBody } from '../../src/testing/model-turn.ts'
import { openGate } from '../../src/testing/open-gate.ts'
import { createRecordingTool } from '../../src/testing/recording-tool.ts'
import { createAnthropicPeer } from './anthropic-peer.ts'
import { act, CONTEXT } from './case-parts.ts'
import { createGeminiPeer } from './gemini-peer.ts'
import { createOpenAiResponsesPeer } from './openai-responses-peer.ts'
import type { ProviderPeer } from './provider-peer.ts'

const INPUT = { order_id: 'o_1' }
const TEXT = JSON.stringify(INPUT)

const OPENAI: readonly FakeBody[] = [
  { type: 'reasoning', summary: [] },
  { type: 'custom_tool_call', call_id: 'call_c', name: 'act', input: TEXT },
  { type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} },
  { type: 'mcp_call', server_label: 'x', name: 'act', arguments: TEXT, output: 'ok' },
  { type: 'mcp_list_tools', server_label: 'x', tools: [] },
  { type: 'web_search_call', status: 'completed' },
  { type: 'of_tomorrow', name: 'act', arguments: TEXT },
]

const ANTHROPIC: readonly FakeBody[] = [
  { type: 'thinking', thinking: 'Hm.', signature: 'signature' },
  { type: 'redacted_thinking', data: 'data' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'act', input: INPUT },
  { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'act', server_name: 'x', input: INPUT },
  { type: 'of_tomorrow', id: 'toolu_x', name: 'act', input: INPUT },
]

const GEMINI: readonly FakeBody[] = [
  { text: 'Hm.', thought: true },
  { executableCode: { language: 'PYTHON', code: 'act()' } },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'ok' } },
]

const rows = [false, true].flatMap(
  (stream): { peer: ProviderPeer; wires: readonly FakeBody[] }[] => [
    { peer: createOpenAiResponsesPeer(stream), wires: OPENAI },
    { peer: createAnthropicPeer(stream), wires: ANTHROPIC },
    { peer: createGeminiPeer(stream), wires: GEMINI },
  ],
)

describe.each(rows.map(({ peer, wires }) => ({ name: peer.name, peer, wires })))(
  '$name',
  ({ peer, wires }) => {
    it('runs only its own calls among everything else, and sends all of it back unchanged', async () => {
      const { tool, runs } = createRecordingTool('read')
      const { gate } = openGate({ tools: [tool] })
      const others = wires.map((wire) => ({ kind: 'raw', wire }) as const)
      const told = await peer.tell(gate, [[...others, act('o_2', 'call_2')]], CONTEXT)
      expect(told).toMatchObject({ ending: 'answered', answers: [{ callId: 'call_2' }] })
      expect(runs.map(({ args }) => args['order_id'])).toEqual(['o_2'])
      const sent = JSON.stringify(told.requests[1])
      for (const wire of wires) {
        for (const [member, value] of Object.entries(wire)) {
          expect(sent).toContain(`"${member}":${JSON.stringify(value)}`)
        }
      }
    })

    it('calls nothing where there is only something else', async () => {
      const { gate } = openGate({ tools: [createRecordingTool('read').tool] })
      const others = wires.map((wire) => ({ kind: 'raw', wire }) as const)
      const told = await peer.tell(gate, [others], CONTEXT)
      expect(told).toMatchObject({ ending: 'answered', outcomes: [] })
      expect(told.requests).toHaveLength(1)
    })
  },
)

import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createMemoryInbox } from './inbox.ts'
import { terminalApprover } from './terminal.ts'

function openTerminal(isTTY = true): {
  readonly input: PassThrough & { isTTY: boolean }
  readonly output: PassThrough
  readonly seen: () => string
  /** The number of the last question. */
  readonly number: () => string
  readonly shows: (text: string) => Promise<void>
} {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  let text = ''
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const shows = async (part: string): Promise<void> => {
    for (let turn = 0; turn < 2_000 && !text.includes(part); turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(text).toContain(part)
  }
  const number = (): string => [...text.matchAll(/"yes (\d+)"/g)].at(-1)?.[1] ?? ''
  return { input, output, seen: () => text, number, shows }
}

describe('the terminal approver', () => {
  it.each([
    { line: 'yes N', kind: 'completed', runs: 1 },
    { line: '  yes N  ', kind: 'completed', runs: 1 },
    { line: 'yes', kind: 'declined', runs: 0 },
    { line: 'yes 1', kind: 'declined', runs: 0 },
    { line: 'y', kind: 'declined', runs: 0 },
    { line: 'YES N', kind: 'declined', runs: 0 },
    { line: 'yes please', kind: 'declined', runs: 0 },
    { line: '', kind: 'declined', runs: 0 },
  ])('takes $line as $kind', async ({ line, kind, runs }) => {
    const terminal = openTerminal()
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({
      tools: [act.tool],
      approver: terminalApprover(terminal),
      approvalWaitMs: 5_000,
    })
    const leg = gate.call(request())
    await terminal.shows('anything else to decline')
    terminal.input.write(`${line.replace('N', terminal.number())}\n`)
    expect(await leg).toMatchObject({ kind })
    expect(act.runs).toHaveLength(runs)
  })

  it('shows what will run, with every hidden character escaped', async () => {
    const terminal = openTerminal()
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({
      tools: [act.tool],
      approver: terminalApprover(terminal),
      approvalWaitMs: 5_000,
    })
    const leg = gate.call(
      request({ arguments: JSON.stringify({ order_id: 'a\u001b[2Jb\u202ec\rd\u{e0041}' }) }),
    )
    await terminal.shows('anything else to decline')
    terminal.input.write('no\n')
    await leg
    expect(terminal.seen()).toContain('a\\u{1B}[2Jb\\u{202E}c\\u{D}d\\u{E0041}')
    expect(terminal.seen()).not.toMatch(/[\p{Cc}--\n]|\p{Cf}/v)
    expect(terminal.seen()).toContain('act (irreversible)')
  })

  it('asks one question at a time', async () => {
    const terminal = openTerminal()
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({
      tools: [act.tool],
      approver: terminalApprover(terminal),
      approvalWaitMs: 5_000,
    })
    const one = gate.call(request({ arguments: '{"order_id":"first"}' }))
    await terminal.shows('first')
    const two = gate.call(request({ arguments: '{"order_id":"second"}' }))
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(terminal.seen()).not.toContain('second')
    terminal.input.write(`yes ${terminal.number()}\n`)
    expect(await one).toMatchObject({ kind: 'completed' })
    await terminal.shows('second')
    terminal.input.write('no\n')
    expect(await two).toMatchObject({ kind: 'declined' })
  })

  it('without a TTY is nobody to ask', async () => {
    const terminal = openTerminal(false)
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({ tools: [act.tool], approver: terminalApprover(terminal) })
    terminal.input.write('yes\n')
    expect(await gate.call(request())).toMatchObject({ kind: 'declined', reason: 'no_approver' })
    expect(act.runs).toHaveLength(0)
  })

  it('that is closed is no answer', async () => {
    const terminal = openTerminal()
    const act = createRecordingTool('irreversible')
    const { gate } = openGate({
      tools: [act.tool],
      approver: terminalApprover(terminal),
      approvalWaitMs: 5_000,
    })
    const leg = gate.call(request())
    await terminal.shows('anything else to decline')
    terminal.input.end()
    expect(await leg).toMatchObject({
      kind: 'unavailable',
      executed: 'no',
      reason: 'approver_unavailable',
    })
    expect(act.runs).toHaveLength(0)
  })

  it('takes nothing that was typed before the question', async () => {
    const terminal = openTerminal()
    terminal.input.write('yes\nyes\n')
    const act = createRecordingTool('irreversible')
    const approver = terminalApprover(terminal)
    const { gate } = openGate({ tools: [act.tool], approver, approvalWaitMs: 5_000 })
    expect(await gate.call(request())).toMatchObject({ kind: 'declined' })
    expect(act.runs).toHaveLength(0)
  })

  it('without a TTY answers no question that another channel left open', async () => {
    const act = createRecordingTool('irreversible')
    const call = request()
    const first = openGate({ tools: [act.tool], approver: createMemoryInbox() })
    expect(await first.gate.call(call)).toMatchObject({ kind: 'pending' })
    const terminal = openTerminal(false)
    terminal.input.write('yes\n')
    const options = { tools: [act.tool], store: first.ledger, approver: terminalApprover(terminal) }
    expect(await openGate(options).gate.call(call)).toMatchObject({ kind: 'pending' })
    expect(act.runs).toHaveLength(0)
  })
})

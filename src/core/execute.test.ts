import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manual-clock.ts'
import { logOf, openGate, request } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { createScriptedApprover } from '../testing/scripted-approver.ts'
import { ToolError } from './result.ts'

const hang = (): Promise<never> => new Promise(() => {})

describe('a handler', () => {
  it.each([
    {
      name: 'throws',
      execute: () => {
        throw new Error('password is hunter2')
      },
      ended: { kind: 'tool_error', executed: 'yes', reason: 'tool_failed', message: null },
    },
    {
      name: 'rejects',
      execute: () => Promise.reject(new Error('x')),
      ended: { kind: 'tool_error', message: null },
    },
    {
      name: 'throws no error',
      execute: () => Reflect.apply(Promise.reject, Promise, ['text']),
      ended: { kind: 'tool_error', message: null },
    },
    {
      name: 'says what is wrong',
      execute: () => {
        throw new ToolError('No such order.')
      },
      ended: { kind: 'tool_error', message: 'No such order.' },
    },
    {
      name: 'mutates its arguments',
      execute: ({ args }: { args: object }) => {
        Object.assign(args, { order_id: 'other' })
      },
      ended: { kind: 'tool_error', executed: 'yes' },
    },
    {
      name: 'returns a date',
      execute: () => new Date(),
      ended: { kind: 'bad_output', executed: 'yes', reason: 'output_not_plain' },
    },
    {
      name: 'returns 50 MB',
      execute: () => ({ text: 'x'.repeat(50_000_000) }),
      ended: { kind: 'bad_output', reason: 'output_too_large' },
    },
    {
      name: 'returns a cycle',
      execute: () => {
        const list: unknown[] = []
        list.push(list)
        return list
      },
      ended: { kind: 'bad_output', reason: 'output_not_plain' },
    },
    {
      name: 'returns nothing',
      execute: () => undefined,
      ended: { kind: 'completed', result: { kind: 'value', value: null } },
    },
  ])('that $name has a defined ending', async ({ execute, ended }) => {
    const act = createRecordingTool('read', { execute: execute as never })
    const { gate } = openGate({ tools: [act.tool] })
    const outcome = await gate.call(request())
    expect(outcome).toMatchObject(ended)
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  it('that returns the wrong shape ends as bad_output', async () => {
    const output = {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    }
    const act = createRecordingTool('read', { output, execute: () => ({ id: 7 }) as never })
    const { gate } = openGate({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({
      kind: 'bad_output',
      executed: 'yes',
      reason: 'output_invalid',
    })
  })

  it('that hangs ends as timed_out with its signal aborted, and nobody knows whether it ran', async () => {
    const act = createRecordingTool('irreversible', { execute: hang, timeoutMs: 10 })
    const { gate, ledger } = openGate({
      tools: [act.tool],
      approver: createScriptedApprover(['yes']),
    })
    const call = request()
    expect(await gate.call(call)).toMatchObject({
      kind: 'timed_out',
      executed: 'unknown',
      stage: 'execute',
    })
    expect(act.runs[0]?.signal.aborted).toBe(true)
    expect(await gate.call(call)).toMatchObject({ kind: 'timed_out', replayed: true })
    expect(act.runs).toHaveLength(1)
    expect((await logOf(ledger)).at(-2)).toMatchObject({ event: 'outcome', ending: 'timed_out' })
  })

  it('that resolves after its time changes no ending, and the log says so', async () => {
    let finish = (_: unknown): void => {}
    const act = createRecordingTool('write', {
      timeoutMs: 5,
      execute: () =>
        new Promise((resolve) => {
          finish = resolve
        }) as never,
    })
    const { gate, ledger, alarms } = openGate({
      tools: [act.tool],
      approver: createScriptedApprover(['yes']),
    })
    const call = request()
    await gate.call(call)
    finish({ done: true })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(alarms.map(({ kind }) => kind)).toContain('late_result')
    expect((await logOf(ledger)).map(({ event }) => event)).toContain('late_result')
    expect(await gate.call(call)).toMatchObject({ kind: 'timed_out', replayed: true })
  })

  it('that proves on abort that nothing happened ends as not executed', async () => {
    const act = createRecordingTool('read', {
      timeoutMs: 5,
      execute: ({ signal }) =>
        new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () =>
            reject(new ToolError('stopped in time', { executed: 'no' })),
          )
        }),
    })
    const { gate } = openGate({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({ kind: 'timed_out', executed: 'no' })
  })
})

describe('cancelling', () => {
  it('before dispatch executes nothing', async () => {
    const act = createRecordingTool('read')
    const { gate } = openGate({ tools: [act.tool] })
    const outcome = await gate.call(request({ signal: AbortSignal.abort() }))
    expect(outcome).toMatchObject({ kind: 'cancelled', executed: 'no' })
    expect(act.runs).toHaveLength(0)
  })

  it('while a person decides executes nothing, and the question stays open', async () => {
    const act = createRecordingTool('irreversible')
    const stop = new AbortController()
    const approver = createScriptedApprover(['silent'])
    const { gate } = openGate({ tools: [act.tool], approver, approvalWaitMs: 10_000 })
    const call = request({ signal: stop.signal })
    const leg = gate.call(call)
    setTimeout(() => stop.abort(), 5)
    expect(await leg).toMatchObject({ kind: 'cancelled', executed: 'no', stage: 'approve' })
    expect(act.runs).toHaveLength(0)
  })

  it('after dispatch is unknown, and tells the handler', async () => {
    const stop = new AbortController()
    const act = createRecordingTool('read', {
      execute: () => {
        stop.abort()
        return hang()
      },
    })
    const { gate } = openGate({ tools: [act.tool] })
    expect(await gate.call(request({ signal: stop.signal }))).toMatchObject({
      kind: 'cancelled',
      executed: 'unknown',
    })
    expect(act.runs[0]?.signal.aborted).toBe(true)
  })

  it('by a deadline that has passed executes nothing', async () => {
    const act = createRecordingTool('read')
    const clock = createManualClock()
    const { gate } = openGate({ tools: [act.tool], clock })
    const outcome = await gate.call(request({ deadlineAt: clock.now() }))
    expect(outcome).toMatchObject({ kind: 'timed_out', executed: 'no', reason: 'deadline_passed' })
  })
})

describe('concurrency', () => {
  it('runs so many, lets so many wait in order, and refuses the rest with a retry time', async () => {
    let running = 0
    let most = 0
    const order: unknown[] = []
    const act = createRecordingTool('read', {
      concurrency: { running: 2, waiting: 3 },
      execute: async ({ args }) => {
        order.push(args['order_id'])
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 3))
        running -= 1
        return { done: true }
      },
    })
    const { gate } = openGate({ tools: [act.tool] })
    const outcomes = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        gate.call(request({ arguments: `{"order_id":"${index}"}` })),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual(['0', '1', '2', '3', '4'])
    const refused = outcomes.filter(({ kind }) => kind === 'limited')
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({
      executed: 'no',
      reason: 'queue_full',
      retryAfterMs: expect.any(Number),
    })
  })

  it('keeps the slot of a handler that hangs until it settles', async () => {
    let finish = (): void => {}
    const act = createRecordingTool('read', {
      timeoutMs: 5,
      concurrency: { running: 1, waiting: 0 },
      execute: () =>
        new Promise((resolve) => {
          finish = () => resolve({ done: true })
        }),
    })
    const { gate } = openGate({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({ kind: 'timed_out' })
    expect(await gate.call(request())).toMatchObject({ kind: 'limited', reason: 'queue_full' })
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await gate.call(request())).toMatchObject({ kind: 'timed_out' })
  })

  it('holds no slot while a person decides', async () => {
    const act = createRecordingTool('write', { concurrency: { running: 1, waiting: 0 } })
    const { gate } = openGate({
      tools: [act.tool],
      approver: createScriptedApprover(({ shown }) =>
        shown.json.includes('"slow"') ? 'silent' : 'yes',
      ),
      approvalWaitMs: 30,
    })
    const slow = gate.call(request({ arguments: '{"order_id":"slow"}' }))
    expect(await gate.call(request({ arguments: '{"order_id":"fast"}' }))).toMatchObject({
      kind: 'completed',
    })
    expect(await slow).toMatchObject({ kind: 'pending' })
  })
})

describe('limits', () => {
  it('count each caller and tool, and say when to come again', async () => {
    const act = createRecordingTool('read', { limit: { calls: 2, perMs: 60_000 } })
    const { gate } = openGate({ tools: [act.tool] })
    const kinds: string[] = []
    for (let index = 0; index < 3; index += 1) kinds.push((await gate.call(request())).kind)
    expect(kinds).toEqual(['completed', 'completed', 'limited'])
    expect(await gate.call(request({ caller: { user: 'user-2' } }))).toMatchObject({
      kind: 'completed',
    })
  })

  it('count a caller before its arguments are looked at', async () => {
    const act = createRecordingTool('read')
    const { gate } = openGate({
      tools: [act.tool],
      limits: { caller: { calls: 1, perMs: 60_000 } },
    })
    await gate.call(request({ arguments: '{' }))
    expect(await gate.call(request({ arguments: '{' }))).toMatchObject({
      kind: 'limited',
      reason: 'caller_limited',
    })
  })

  it('poll a known operation under a limit of its own', async () => {
    const act = createRecordingTool('write', { limit: { calls: 1, perMs: 60_000 } })
    const approver = createScriptedApprover(['silent'])
    const { gate } = openGate({
      tools: [act.tool],
      approver,
      approvalWaitMs: 1,
      limits: { poll: { calls: 2, perMs: 60_000 } },
    })
    const call = request()
    const reasons: unknown[] = []
    for (let index = 0; index < 4; index += 1) {
      const outcome = await gate.call(call)
      reasons.push('reason' in outcome ? outcome.reason : null)
    }
    expect(reasons).toEqual([
      'approval_pending',
      'approval_pending',
      'approval_pending',
      'poll_limited',
    ])
  })

  it('bound how often an agent may ask', async () => {
    const act = createRecordingTool('write')
    const approver = createScriptedApprover(['yes'])
    const { gate } = openGate({
      tools: [act.tool],
      approver,
      limits: { ask: { calls: 1, perMs: 60_000 } },
    })
    expect(await gate.call(request())).toMatchObject({ kind: 'completed' })
    expect(await gate.call(request())).toMatchObject({
      kind: 'limited',
      reason: 'ask_limited',
      executed: 'no',
    })
    expect(approver.asked).toHaveLength(1)
  })
})

describe('a handler that is no promise', () => {
  it('may be a query builder: a thenable is waited for', async () => {
    // biome-ignore lint/suspicious/noThenProperty: this is what query builders look like
    const builder = { then: (resolve: (value: unknown) => void) => resolve({ rows: 1 }) }
    const act = createRecordingTool('read', { execute: () => builder as never })
    const { gate } = openGate({ tools: [act.tool] })
    expect(await gate.call(request())).toMatchObject({
      kind: 'completed',
      result: { value: { rows: 1 } },
    })
  })
})

describe('what answers after the tool ran', () => {
  it('has a time too: a sanitizer that hangs withholds the result', async () => {
    const act = createRecordingTool('read')
    const sanitizer = { sanitize: hang, sanitizeText: (text: string) => text }
    const { gate } = openGate({ tools: [act.tool], sanitizer, portTimeoutMs: 10 })
    const ended = { kind: 'bad_output', executed: 'yes', reason: 'sanitizer_unavailable' }
    expect(await gate.call(request())).toMatchObject(ended)
  })

  it('may be as large as the gate says, and no larger', async () => {
    const act = createRecordingTool('read', { execute: () => 'x'.repeat(2_000_000) as never })
    const wide = openGate({ tools: [act.tool], maxResultBytes: 3_000_000 })
    expect(await wide.gate.call(request())).toMatchObject({ kind: 'completed' })
    const narrow = openGate({ tools: [act.tool] })
    expect(await narrow.gate.call(request())).toMatchObject({
      kind: 'bad_output',
      reason: 'output_too_large',
    })
  })
})

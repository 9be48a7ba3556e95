import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { readArguments } from '../examples/refund-story/arguments.ts'
import { readKey } from '../examples/refund-story/live.ts'
import { root } from '../scripts/source.ts'
import type { AuditEntry } from '../src/core/audit-entry.ts'
import { openSqliteStore } from '../src/store/sqlite/store.ts'
import { openAnthropicFake } from '../src/testing/anthropic-fake.ts'
import { openChatFake } from '../src/testing/chat-fake.ts'
import { openGeminiFake } from '../src/testing/gemini-fake.ts'
import type { ModelPart } from '../src/testing/model-turn.ts'
import { openOpenAiFake } from '../src/testing/openai-fake.ts'
import { functionCall, message } from '../src/testing/openai-fake-items.ts'

const demo = join(root, 'examples/refund-story/main.ts')
const LONG = { timeout: 60_000 }

const folders: string[] = []

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolnotary-demo-'))
  folders.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Ran {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the demo as a person would, without the variables of who runs the tests. */
async function runDemo(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [demo, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], TOOLNOTARY_DEMO_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<Pick<Ran, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const [stdout, stderr, ended] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ])
  return { ...ended, stdout, stderr }
}

/** What the shop's own database holds: the orders and amounts of one run, or how many runs there are. */
function readShop(folder: string): { runs: number; refunds: (run: number) => readonly unknown[] } {
  const db = new DatabaseSync(join(folder, 'orders.db'), { readOnly: true })
  try {
    const runs = Number(db.prepare('SELECT count(*) AS n FROM runs').get()?.['n'])
    const rows = db.prepare('SELECT run, order_id, amount_cents FROM refunds ORDER BY rowid').all()
    const refunds = (run: number): readonly unknown[] =>
      rows.filter((row) => row['run'] === run).map((row) => [row['order_id'], row['amount_cents']])
    return { runs, refunds }
  } finally {
    db.close()
  }
}

async function readLog(folder: string): Promise<readonly AuditEntry[]> {
  const ledger = openSqliteStore(join(folder, 'toolnotary.db'), { readOnly: true })
  const entries: AuditEntry[] = []
  for await (const entry of ledger.entries()) entries.push(JSON.parse(entry.text))
  await ledger.dispose()
  return entries
}

const PROVIDERS = ['openai-responses', 'openai-chat', 'anthropic-messages', 'gemini']

const STEPS = [
  { name: 'read', outcome: 'completed', executed: 'yes' },
  { name: 'refund-approved', outcome: 'completed', executed: 'yes' },
  { name: 'refund-declined', outcome: 'declined', executed: 'no' },
  { name: 'refund-foreign', outcome: 'denied', executed: 'no' },
  { name: 'refund-model-confirms', outcome: 'pending', executed: 'no' },
  { name: 'refund-replayed', outcome: 'completed', executed: 'yes' },
  {
    name: 'parallel',
    outcome: 'completed',
    executed: 'yes',
    calls: [
      { name: 'look_up_order', outcome: 'completed', executed: 'yes' },
      { name: 'refund_order', outcome: 'completed', executed: 'yes' },
      { name: 'refund_order', outcome: 'denied', executed: 'no' },
    ],
  },
  { name: 'malformed', outcome: 'invalid', executed: 'no' },
  {
    name: 'unknown-tool',
    outcome: 'unknown_tool',
    executed: 'no',
    calls: [
      { name: 'delete_account', outcome: 'unknown_tool', executed: 'no' },
      { name: 'constructor', outcome: 'unknown_tool', executed: 'no' },
    ],
  },
]

/** The steps of a whole story through some providers, as the demo must report them. */
function stepsOf(providers: readonly string[]): readonly unknown[] {
  return providers.flatMap((provider) =>
    [false, true].flatMap((streamed) =>
      STEPS.map((step) => ({ ...step, position: 'in-process', provider, streamed })),
    ),
  )
}

/** The refunds that one telling makes. */
const REFUNDS = [
  ['o_1001', 1_200],
  ['o_1001', 300],
]

it('tells every step through every provider in one JSON document', LONG, async () => {
  const folder = makeFolder()
  const { code, stdout } = await runDemo(folder, ['--once', '--json'])
  const entries = (await readLog(folder)).length
  expect({ code, summary: JSON.parse(stdout) }).toEqual({
    code: 0,
    summary: { ok: true, steps: stepsOf(PROVIDERS), audit: { entries, verified: true } },
  })
  expect(stdout.split('\n')).toHaveLength(2)
  expect(readShop(folder).refunds(1)).toEqual(Array(8).fill(REFUNDS).flat())
})

it('starts a new run with fresh orders after one that finished', LONG, async () => {
  const folder = makeFolder()
  const args = ['--once', '--json', '--only', 'openai-chat']
  const codes = [(await runDemo(folder, args)).code, (await runDemo(folder, args)).code]
  const shop = readShop(folder)
  const twice = [...REFUNDS, ...REFUNDS]
  expect({ codes, runs: shop.runs, first: shop.refunds(1), second: shop.refunds(2) }).toEqual({
    codes: [0, 0],
    runs: 2,
    first: twice,
    second: twice,
  })
})

const KILLED_AT = [
  { at: 'after append 1', when: 'it has denied a call' },
  { at: 'after request 1', when: 'it has asked and nobody has answered' },
  { at: 'after decide 1', when: 'a person has approved and nothing has run' },
  { at: 'after decide 2', when: 'a person has declined and nobody was told' },
  { at: 'before begin 2', when: 'an approved refund begins' },
  { at: 'after begin 2', when: 'a refund has begun' },
  { at: 'before settle 2', when: 'the shop has made a refund that is not settled' },
  { at: 'after settle 2', when: 'a refund is settled and the model was not told' },
]

it.each(KILLED_AT)('goes on when it was killed as $when', LONG, async ({ at }) => {
  const folder = makeFolder()
  const args = ['--once', '--json', '--only', 'openai-responses']
  const killed = await runDemo(folder, args, { TOOLNOTARY_DEMO_KILL_AT: at })
  expect(killed).toMatchObject({ signal: 'SIGKILL', stdout: '' })
  const before = await readLog(folder)

  const { code, stdout } = await runDemo(folder, args)
  expect({ code, summary: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    summary: { ok: true, steps: stepsOf(['openai-responses']), audit: { verified: true } },
  })
  const shop = readShop(folder)
  expect({ runs: shop.runs, refunds: shop.refunds(1) }).toEqual({
    runs: 1,
    refunds: [...REFUNDS, ...REFUNDS],
  })
  const log = await readLog(folder)
  expect(log.slice(0, before.length)).toEqual(before)
  expect(decisionsIn(log)).toEqual({ approved: 4, declined: 2, operations: 6 })
  expect(executedAgain(before, log)).toEqual([])
})

/** How often a person was asked and answered, for how many operations: nobody is asked again what was answered. */
function decisionsIn(log: readonly AuditEntry[]): Readonly<Record<string, number>> {
  const approved = log.filter(({ event }) => event === 'approved')
  const declined = log.filter(({ event }) => event === 'declined')
  const operations = new Set([...approved, ...declined].map(({ operation }) => operation))
  return { approved: approved.length, declined: declined.length, operations: operations.size }
}

/** The refunds whose end was committed before the kill and that began again after it. */
function executedAgain(
  before: readonly AuditEntry[],
  log: readonly AuditEntry[],
): readonly AuditEntry[] {
  const over = before
    .filter(({ event, tool }) => event === 'outcome' && tool === 'refund_order')
    .map(({ operation }) => operation)
  return log
    .slice(before.length)
    .filter(({ event, operation }) => event === 'intent' && over.includes(operation))
}

it('prints its help', LONG, async () => {
  const { code, stdout } = await runDemo(makeFolder(), ['--help'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Usage: npm start') })
})

it('exits 2 and says what it does not know', LONG, async () => {
  const { code, stdout, stderr } = await runDemo(makeFolder(), ['--loud'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('--loud')
})

it('exits 2 and names the variable when the key of a real model is missing', LONG, async () => {
  const { code, stdout, stderr } = await runDemo(makeFolder(), ['--live', 'gemini', '--model', 'm'])
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: 'GEMINI_API_KEY is not set\n',
  })
})

it.each([
  { args: ['--only', 'constructor'], says: '--only takes one of' },
  { args: ['--live', 'nobody', '--model', 'm'], says: '--live takes one of' },
  { args: ['--live', 'gemini'], says: '--live needs --model' },
  { args: ['--model', 'm'], says: '--model is only for --live' },
  { args: ['--live', 'gemini', '--model', 'm', '--only', 'gemini'], says: '--only is not for' },
])('refuses $args', ({ args, says }) => {
  expect(readArguments(args)).toEqual({ problem: expect.stringContaining(says) })
})

it.each([
  { provider: 'openai-responses', variable: 'OPENAI_API_KEY' },
  { provider: 'openai-chat', variable: 'OPENAI_API_KEY' },
  { provider: 'anthropic-messages', variable: 'ANTHROPIC_API_KEY' },
  { provider: 'gemini', variable: 'GEMINI_API_KEY' },
] as const)('takes the key for $provider from $variable alone', ({ provider, variable }) => {
  const live = { provider, model: 'm' }
  const problem = `${variable} is not set`
  expect(readKey(live, {})).toEqual({ problem })
  expect(readKey(live, { [variable]: '' })).toEqual({ problem })
  expect(readKey(live, { [variable]: 'key' })).toEqual({ apiKey: 'key' })
})

it('exits 3 and names the folder that it cannot write', LONG, async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const { code, stdout, stderr } = await runDemo(join(file, 'demo'), ['--once', '--json'])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toContain(`${join(file, 'demo')} cannot be written`)
  expect(stderr).toContain('TOOLNOTARY_DEMO_DIR')
})

/** A model that looks the order up and then only talks. */
function lookUp(_body: unknown, turn: number): readonly ModelPart[] {
  if (turn % 2 === 1) return [{ kind: 'text', text: 'It cost 42 euros.' }]
  return [{ kind: 'call', name: 'look_up_order', arguments: '{"order_id":"o_1001"}' }]
}

async function openLiveFake(
  provider: string,
): Promise<AsyncDisposable & { environment: Record<string, string> }> {
  if (provider === 'openai-responses') {
    const fake = await openOpenAiFake((_body, turn) =>
      turn % 2 === 1 ? [message('Done.')] : [functionCall('look_up_order', { order_id: 'o_1001' })],
    )
    return withEnvironment(fake, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: fake.baseUrl })
  }
  if (provider === 'openai-chat') {
    const fake = await openChatFake(lookUp)
    return withEnvironment(fake, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${fake.origin}/v1` })
  }
  if (provider === 'gemini') {
    const fake = await openGeminiFake(lookUp)
    return withEnvironment(fake, { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: fake.origin })
  }
  const fake = await openAnthropicFake(lookUp)
  return withEnvironment(fake, { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: fake.origin })
}

function withEnvironment(
  fake: AsyncDisposable,
  environment: Record<string, string>,
): AsyncDisposable & { environment: Record<string, string> } {
  return { environment, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() }
}

it.each(PROVIDERS.map((provider) => ({ provider })))(
  'asks the model that --live names at $provider, and expects nothing of it',
  LONG,
  async ({ provider }) => {
    await using fake = await openLiveFake(provider)
    const args = ['--once', '--json', '--live', provider, '--model', 'some-model']
    const { code, stdout, stderr } = await runDemo(makeFolder(), args, fake.environment)
    const step = { position: 'in-process', provider, streamed: false }
    const read = { ...step, outcome: 'completed', executed: 'yes' }
    expect({ code, summary: JSON.parse(stdout) }).toEqual({
      code: 0,
      summary: {
        ok: true,
        live: { provider, model: 'some-model' },
        steps: STEPS.filter(({ name }) => name !== 'refund-replayed').map(({ name }) => ({
          ...read,
          name,
        })),
        audit: { entries: expect.any(Number), verified: true },
      },
    })
    expect(stderr).toContain('the endings were not checked')
  },
)

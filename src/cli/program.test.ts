import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../store/sqlite/store.ts'
import { bringTo, readEntries, sampleEntry } from '../testing/ledger-samples.ts'
import { newStorePath } from '../testing/store-path.ts'
import type { Io } from './io.ts'
import { runProgram } from './program.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

interface Ran {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

async function run(...args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { status, out, err }
}

/** Runs the program in this process, where no stream or signal is tested. */
async function runHere(...args: readonly string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const io: Io = {
    out: async (text) => void out.push(text),
    err: (text) => void err.push(text),
    color: false,
    now: () => Date.UTC(2026, 5, 2),
    signal: new AbortController().signal,
  }
  const status = await runProgram(args, io, '1.2.3')
  return { status, out: out.join(''), err: err.join('') }
}

/** A store with a log of `requested`, `approved`, `intent`, `outcome`, and more outcomes of another tool. */
async function makeStore(more = 1): Promise<string> {
  const path = newStorePath()
  const store = openSqliteStore(path)
  await bringTo(store, 'ended')
  const entry = sampleEntry({ tool: 'x\u001b[2J', at: Date.UTC(2026, 5, 1), user: 'alan' })
  await store.append(Array.from({ length: more }, () => ({ entry, kept: null })))
  await store.dispose()
  return path
}

/** Does to the log what a person with the file and a shell can do. */
function tamper(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(`DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete; ${sql}`)
  database.close()
}

it('lists the log for a person, and lets no name steer the terminal', async () => {
  const { status, out, err } = await run('audit', 'list', '--store', await makeStore())
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out.trimEnd().split('\n')).toHaveLength(5)
  expect(out).toContain('2026-01-01T00:00:00.000Z')
  expect(out).toContain(String.raw`x\u{1B}[2J`)
  expect(out).not.toContain('\u001b')
})

it.each([
  { args: [], seqs: [1, 2, 3, 4, 5] },
  { args: ['--event', 'outcome'], seqs: [4, 5] },
  { args: ['--event', 'outcome', '--user', 'ada'], seqs: [4] },
  { args: ['--tool', 'nothing'], seqs: [] },
  { args: ['--since', '2026-06-01'], seqs: [5] },
  { args: ['--since', '1d'], seqs: [5] },
  { args: ['--since', '23h'], seqs: [] },
  { args: ['--until', '2026-06-01T00:00Z'], seqs: [1, 2, 3, 4] },
])('lists as one JSON document: $args', async ({ args, seqs }) => {
  const ran = await runHere('audit', 'list', '--store', await makeStore(), '--json', ...args)
  expect(ran).toMatchObject({ status: 0, err: '' })
  expect(JSON.parse(ran.out).map(({ seq }: { seq: number }) => seq)).toEqual(seqs)
})

it('exports JSON Lines, or one JSON document', async () => {
  const path = await makeStore()
  const store = openSqliteStore(path)
  const hashes = (await readEntries(store)).map(({ hash }) => hash)
  await store.dispose()
  const lines = await run('audit', 'export', '--store', path)
  expect(
    lines.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).hash),
  ).toEqual(hashes)
  const list = await run('audit', 'export', '--store', path, '--json')
  expect(JSON.parse(list.out).map(({ hash }: { hash: string }) => hash)).toEqual(hashes)
})

it('verifies a whole log', async () => {
  const path = await makeStore()
  expect(await run('audit', 'verify', '--store', path)).toMatchObject({ status: 0, err: '' })
  const { out } = await run('audit', 'verify', '--store', path, '--json')
  expect(JSON.parse(out)).toMatchObject({ kind: 'whole', head: { seq: 5 } })
})

it.each([
  {
    problem: 'edited',
    seq: 2,
    sql: "UPDATE audit SET text = replace(text, 'ada', 'eve') WHERE seq = 2",
  },
  { problem: 'missing', seq: 3, sql: 'DELETE FROM audit WHERE seq = 3' },
])('names the first bad record: $problem', async ({ problem, seq, sql }) => {
  const path = await makeStore()
  tamper(path, sql)
  const ran = await run('audit', 'verify', '--store', path, '--json')
  expect(ran).toMatchObject({ status: 1, err: '' })
  expect(JSON.parse(ran.out)).toEqual({ kind: 'broken', problem, seq })
  const told = await run('audit', 'verify', '--store', path)
  expect(told).toMatchObject({ status: 1, out: expect.stringContaining(`record ${seq}`) })
})

it('finds a log whose end was cut off by what it printed before', async () => {
  const path = await makeStore()
  const checkpoint = `${path}.checkpoint`
  writeFileSync(checkpoint, (await run('audit', 'verify', '--store', path, '--json')).out)
  const verify = ['audit', 'verify', '--store', path, '--json', '--checkpoint', checkpoint]
  expect(await run(...verify)).toMatchObject({ status: 0 })
  tamper(path, 'DELETE FROM audit WHERE seq = 5')
  expect(await run('audit', 'verify', '--store', path)).toMatchObject({ status: 0 })
  const ran = await run(...verify)
  expect(ran.status).toBe(1)
  expect(JSON.parse(ran.out)).toEqual({ kind: 'broken', problem: 'missing', seq: 5 })
})

it.each(['list', 'verify', 'export'])('makes no store where there is none: %s', async (command) => {
  const path = newStorePath()
  const ran = await run('audit', command, '--store', path, '--json')
  expect(ran).toMatchObject({
    status: 3,
    out: '',
    err: expect.stringContaining('ledger_unreadable'),
  })
  expect(ran.err).toContain('Check the path')
  expect(existsSync(path)).toBe(false)
})

it('changes nothing in a store that it reads', async () => {
  const path = await makeStore()
  const before = readFileSync(path)
  await run('audit', 'verify', '--store', path)
  expect(readFileSync(path).equals(before)).toBe(true)
})

it('reads the log of a store that is in use', async () => {
  const path = newStorePath()
  const store = openSqliteStore(path)
  await bringTo(store, 'ended')
  const { out } = await run('audit', 'verify', '--store', path, '--json')
  expect(JSON.parse(out)).toMatchObject({ kind: 'whole', head: { seq: 4 } })
  await store.dispose()
})

it.each([
  { args: [] },
  { args: ['audit'] },
  { args: ['nonsense'] },
  { args: ['audit', 'verify'] },
  { args: ['audit', 'list', '--store'] },
  { args: ['audit', 'list', '--store', 'x', '--since', 'soon'] },
  { args: ['audit', 'list', '--store', 'x', '--since', '2026-99-99'] },
  { args: ['audit', 'verify', '--store', 'x', '--checkpoint', 'nowhere.json'] },
  { args: ['audit', 'verify', '--store', 'x', '--checkpoint', MAIN] },
  { args: ['audit', 'verify', '--store', 'x', 'more'] },
])('says what is wrong with what was typed: $args', async ({ args }) => {
  const ran = await runHere(...args)
  expect(ran).toMatchObject({ status: 2, out: '' })
  expect(ran.err).not.toBe('')
})

it.each([
  { args: ['--help'] },
  { args: ['audit', '--help'] },
  { args: ['audit', 'list', '--help'], example: true },
  { args: ['audit', 'verify', '--help'], example: true },
  { args: ['audit', 'export', '--help'], example: true },
])('helps: $args', async ({ args, example = false }) => {
  const ran = await runHere(...args)
  expect(ran).toMatchObject({ status: 0, err: '' })
  expect(ran.out).toContain('Usage: toolnotary')
  expect(ran.out.includes('Example:\n  $ toolnotary')).toBe(example)
})

it('says its version', async () => {
  const { out } = await run('--version')
  expect(out).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
})

it('ends with 130 when the user interrupts', async () => {
  const path = await makeStore(4_000)
  const child = spawn(process.execPath, [MAIN, 'audit', 'list', '--store', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  // The pipe is full and nobody reads it, so the command is in the middle when the signal comes.
  await new Promise((resolve) => child.stdout.once('readable', resolve))
  child.kill('SIGINT')
  const [, err, status] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  expect({ status, err }).toEqual({ status: 130, err: '' })
})

it('stops without a word when its reader has had enough', async () => {
  const path = await makeStore(4_000)
  const child = spawn(process.execPath, [MAIN, 'audit', 'list', '--store', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdout.once('data', () => child.stdout.destroy())
  const [err, status] = await Promise.all([text(child.stderr), exited])
  expect({ status, err }).toEqual({ status: 0, err: '' })
})

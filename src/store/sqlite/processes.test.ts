import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { AuditEntry } from '../../core/audit-entry.ts'
import type { Ledger } from '../../core/ledger.ts'
import {
  bringTo,
  brokenLinks,
  readEntries,
  sampleAnswer,
  sampleEntry,
} from '../../testing/ledger-samples.ts'
import { startLedgerWorker } from '../../testing/ledger-worker.ts'
import { newStorePath } from '../../testing/store-path.ts'
import { openSqliteStore } from './store.ts'

it('lets two processes share one file: every operation runs once, and the chain stays whole', async () => {
  const path = newStorePath()
  const count = 120
  const workers = ['one', 'two'].map((worker) =>
    startLedgerWorker(process.execPath, 'contend', path, worker, count),
  )
  const won = await Promise.all(
    workers.map(async ({ stdout }) => JSON.parse(await text(stdout)) as string[]),
  )
  const names = Array.from({ length: count }, (_, index) => `op_${index}`)
  expect(won.flat().sort()).toEqual(names.sort())
  const store = openSqliteStore(path)
  for (const [index, worker] of ['one', 'two'].entries()) {
    for (const operation of won[index] ?? []) {
      const outcome = JSON.stringify(worker)
      expect(await store.find(operation)).toMatchObject({ state: 'ended', attempts: 1, outcome })
    }
  }
  // Two entries of its own from each process, and one intent and one outcome an operation.
  expect(await readEntries(store)).toHaveLength(4 * count)
  expect(await brokenLinks(store)).toEqual([])
  await store.dispose()
}, 60_000)

it('loses nothing that it acknowledged when its process is killed', async () => {
  const path = newStorePath()
  const kills = 20
  let seed = 20_260_101
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = startLedgerWorker(process.execPath, 'endure', path, `worker${kill}`)
    const said = text(worker.stdout)
    await once(worker.stdout, 'data')
    seed = (seed * 48_271) % 2_147_483_647
    await sleep(seed % 40)
    worker.kill('SIGKILL')
    acknowledged.push(...(await said).split('\n').filter((line) => line !== ''))
    const store = openSqliteStore(path)
    expect(await brokenLinks(store)).toEqual([])
    await store.dispose()
  }
  const store = openSqliteStore(path)
  await expectAcknowledged(store, acknowledged)
  await store.dispose()
}, 120_000)

async function expectAcknowledged(store: Ledger, lines: readonly string[]): Promise<void> {
  const entries = (await readEntries(store)).map(({ text }) => JSON.parse(text) as AuditEntry)
  const logged = new Set(entries.map(({ event, operation }) => `${event} ${operation}`))
  expect(logged.size).toBe(entries.length)
  for (const line of lines) {
    const [what, operation = ''] = line.split(' ')
    const found = await store.find(operation)
    if (what === 'settled') expect(found?.state).toBe('ended')
    else expect(['executing', 'ended']).toContain(found?.state)
    expect(logged).toContain(`${what === 'settled' ? 'outcome' : 'intent'} ${operation}`)
  }
}

it('wakes whoever waits for what another connection changes', async () => {
  const path = newStorePath()
  const [waiting, other] = [openSqliteStore(path), openSqliteStore(path)]
  await bringTo(other, 'pending')
  const changed = waiting.changed('op_1', 'pending', new AbortController().signal)
  await other.decide('apr_1', sampleAnswer(), sampleEntry())
  await changed
  expect(await waiting.find('op_1')).toMatchObject({ state: 'approved' })
  await Promise.all([waiting.dispose(), other.dispose()])
})

it('opens a new file from many connections at once', async () => {
  const path = newStorePath()
  const workers = ['one', 'two', 'three'].map((worker) =>
    startLedgerWorker(process.execPath, 'contend', path, worker, 1),
  )
  const won = await Promise.all(
    workers.map(async ({ stdout }) => JSON.parse(await text(stdout)) as string[]),
  )
  expect(won.flat()).toEqual(['op_0'])
}, 60_000)

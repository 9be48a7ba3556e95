import type { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { CHAIN_START, entryHash } from '../../core/audit-entry.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  brokenLinks,
  readEntries,
  readEvents,
  sampleBegin,
  sampleClaim,
  sampleEntry,
  sampleRequest,
  sampleSettle,
} from '../../testing/ledger-samples.ts'
import { newStorePath } from '../../testing/store-path.ts'
import { openConnection } from './connection.ts'
import { GroupCommit } from './group-commit.ts'
import { prepareReading } from './reading.ts'
import { openSqliteStore, type SqliteStore } from './store.ts'

const hasher = createNodeHasher()

function openStore(path = newStorePath()): SqliteStore {
  const store = openSqliteStore(path)
  onTestFinished(() => store.dispose())
  return store
}

function openGroup(): { readonly database: DatabaseSync; readonly group: GroupCommit } {
  const database = openConnection(newStorePath(), { readOnly: false, busyTimeoutMs: 100 })
  onTestFinished(() => database.close())
  const group = new GroupCommit(database, { hasher, busyTimeoutMs: 100, onMoved: () => undefined })
  return { database, group }
}

it('fails the one write that cannot be, and none of those that share its transaction', async () => {
  const store = openStore()
  const two = sampleClaim({ operation: 'op_2', lookup: 'lookup_2' })
  await Promise.all([store.claim(sampleClaim()), store.claim(two)])
  const entry = sampleEntry({ event: 'late_result' })
  const settled = await Promise.allSettled([
    store.append([{ entry, kept: null }]),
    store.request(sampleRequest(), sampleEntry({ event: 'requested' })),
    // The id of the first request again: the database refuses it.
    store.request(sampleRequest({ operation: 'op_2' }), sampleEntry({ event: 'requested' })),
    store.begin(sampleBegin({ operation: 'op_9' })),
    store.append([{ entry, kept: null }]),
  ])
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(await store.find('op_2')).toMatchObject({ state: 'requested', approval: null })
  expect(await readEvents(store)).toEqual(['late_result', 'requested', 'late_result'])
  expect(await brokenLinks(store)).toEqual([])
})

it('takes back what a failing write has done, and its place in the chain', async () => {
  const { database, group } = openGroup()
  const settled = await Promise.allSettled([
    group.write((transaction) => transaction.append(sampleEntry({ tool: 'first' }))),
    group.write((transaction) => {
      transaction.append(sampleEntry({ tool: 'taken back' }))
      throw new Error('in the middle')
    }),
    group.write((transaction) => transaction.append(sampleEntry({ tool: 'second' }))),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const entries = prepareReading(database).entries(1, 9)
  expect(entries.map(({ seq, text }) => [seq, JSON.parse(text).tool])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
  expect(entries[1]?.prev).toBe(entryHash(hasher, CHAIN_START, entries[0]?.text ?? ''))
})

it('rejects every write of a transaction that the disk has no room for, and keeps none of it', async () => {
  const { database, group } = openGroup()
  await group.write((transaction) => transaction.append(sampleEntry()))
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
  database.exec(`PRAGMA max_page_count = ${pages + 2}`)
  const large = sampleEntry({ tool: 'x'.repeat(3_000) })
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, () => group.write((transaction) => transaction.append(large))),
  )
  const codes = settled.map((each) => (each.status === 'rejected' ? each.reason.code : 'written'))
  expect(new Set(codes)).toEqual(new Set(['ledger_full']))
  expect(prepareReading(database).entries(1, 99)).toHaveLength(1)
  expect(database.isTransaction).toBe(false)
  database.exec('PRAGMA max_page_count = 100000')
  await group.write((transaction) => transaction.append(large))
  expect(
    prepareReading(database)
      .entries(1, 99)
      .map(({ seq }) => seq),
  ).toEqual([1, 2])
})

it('keeps nothing of a transaction in which the database itself failed, and goes on', async () => {
  const { database, group } = openGroup()
  const append = () => group.write((transaction) => transaction.append(sampleEntry()))
  const settled = await Promise.allSettled([
    append(),
    group.write(() => database.exec('SELECT * FROM nowhere')),
    append(),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await append()
  expect(prepareReading(database).entries(1, 9)).toHaveLength(1)
})

it('resolves a write only after what it says can be read by another connection', async () => {
  const path = newStorePath()
  const [store, other] = [openStore(path), openStore(path)]
  await store.claim(sampleClaim())
  expect(await other.find('op_1')).toMatchObject({ state: 'requested' })
  await store.begin(sampleBegin())
  expect(await other.find('op_1')).toMatchObject({ state: 'executing' })
  await other.settle(sampleSettle())
  expect(await store.find('op_1')).toMatchObject({ state: 'ended' })
})

it('goes on from the head that another connection has written', async () => {
  const path = newStorePath()
  const [one, two] = [openStore(path), openStore(path)]
  for (const store of [one, two, one, two]) {
    await store.append([{ entry: sampleEntry(), kept: null }])
  }
  expect((await readEntries(one)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(await brokenLinks(one)).toEqual([])
})

it('writes more than fits into one transaction, in order', async () => {
  const store = openStore()
  const tools = Array.from({ length: 1_200 }, (_, index) => `tool_${index}`)
  await Promise.all(
    tools.map((tool) => store.append([{ entry: sampleEntry({ tool }), kept: null }])),
  )
  const entries = await readEntries(store)
  expect(entries.map(({ text }) => JSON.parse(text).tool)).toEqual(tools)
  expect(await brokenLinks(store)).toEqual([])
})

it('syncs a transaction unless all that is in it may wait for the next', async () => {
  const { database, group } = openGroup()
  const nothing = (): void => undefined
  const synchronous = (): unknown => database.prepare('PRAGMA synchronous').get()?.['synchronous']
  const [normal, full] = [1, 2]
  expect(synchronous()).toBe(full)
  await group.write(nothing, 'with the next')
  expect(synchronous()).toBe(normal)
  await group.write(nothing)
  expect(synchronous()).toBe(full)
  await Promise.all([group.write(nothing, 'with the next'), group.write(nothing, 'with the next')])
  expect(synchronous()).toBe(normal)
  await Promise.all([group.write(nothing, 'with the next'), group.write(nothing)])
  expect(synchronous()).toBe(full)
})

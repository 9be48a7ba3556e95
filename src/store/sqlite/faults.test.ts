import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import {
  bringTo,
  readEntries,
  readEvents,
  sampleBegin,
  sampleClaim,
  sampleEntry,
} from '../../testing/ledger-samples.ts'
import { newStorePath } from '../../testing/store-path.ts'
import { openConnection } from './connection.ts'
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './store.ts'

function openStore(path: string, options?: SqliteStoreOptions): SqliteStore {
  const store = openSqliteStore(path, options)
  onTestFinished(() => store.dispose())
  return store
}

function openRaw(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

async function newStore(): Promise<string> {
  const path = newStorePath()
  const store = openSqliteStore(path)
  await bringTo(store, 'ended')
  const kept = { salt: 'salt_2', args: 'x'.repeat(2_000) }
  const records = Array.from({ length: 200 }, () => ({ entry: sampleEntry(), kept }))
  await store.append(records)
  await store.dispose()
  return path
}

it('makes a file that only its owner can read', () => {
  const path = newStorePath()
  openStore(path)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
})

it('knows after reopening what it knew before', async () => {
  const path = newStorePath()
  const first = openSqliteStore(path)
  await bringTo(first, 'pending')
  await first.claim(sampleClaim({ operation: 'op_2' }))
  const known = [await first.find('op_1'), await first.find('op_2'), await readEntries(first)]
  await first.dispose()
  const second = openStore(path)
  const found = [await second.find('op_1'), await second.find('op_2'), await readEntries(second)]
  expect(found).toEqual(known)
  expect(second.lookupKey).toEqual(first.lookupKey)
})

it.each([
  { what: 'a file that is no database', code: 'ledger_corrupt', make: makeGarbage },
  { what: 'a database that is no ledger', code: 'ledger_unreadable', make: makeForeign },
  { what: 'a ledger of a newer version', code: 'ledger_version', make: makeNewer },
  { what: 'a ledger without its secret', code: 'ledger_corrupt', make: makeKeyless },
  { what: 'a ledger with half a secret', code: 'ledger_corrupt', make: makeHalfKeyed },
  { what: 'a folder', code: 'ledger_unreadable', make: async () => dirname(newStorePath()) },
  {
    what: 'a place that does not exist',
    code: 'ledger_unreadable',
    make: async () => `${newStorePath()}/nowhere/store.db`,
  },
])('refuses $what, and changes nothing', async ({ code, make }) => {
  const path = await make()
  const before = contentOf(path)
  for (const readOnly of [false, true]) {
    expect(() => openSqliteStore(path, { readOnly })).toThrow(expect.objectContaining({ code }))
  }
  expect(contentOf(path)).toEqual(before)
})

function contentOf(path: string): Buffer | null {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null
}

async function makeGarbage(): Promise<string> {
  const path = newStorePath()
  writeFileSync(path, 'this is a text and no database. '.repeat(200))
  return path
}

async function makeForeign(): Promise<string> {
  const path = newStorePath()
  const database = openRaw(path)
  database.exec('CREATE TABLE notes (note TEXT)')
  database.close()
  return path
}

function makeNewer(): Promise<string> {
  return makeChanged('PRAGMA user_version = 999')
}

async function makeChanged(sql: string): Promise<string> {
  const path = await newStore()
  const database = openRaw(path)
  database.exec(sql)
  database.close()
  return path
}

function makeKeyless(): Promise<string> {
  return makeChanged('DELETE FROM meta')
}

function makeHalfKeyed(): Promise<string> {
  return makeChanged('UPDATE meta SET value = substr(value, 1, 16)')
}

it('opens nothing to read that does not exist, and makes nothing', () => {
  const path = newStorePath()
  expect(() => openSqliteStore(path, { readOnly: true })).toThrow(
    expect.objectContaining({ code: 'ledger_unreadable' }),
  )
  expect(existsSync(path)).toBe(false)
})

it('opens an empty file to write as a new ledger, to read as none', async () => {
  const path = newStorePath()
  writeFileSync(path, '')
  expect(() => openSqliteStore(path, { readOnly: true })).toThrow(
    expect.objectContaining({ code: 'ledger_unreadable' }),
  )
  expect(await openStore(path).claim(sampleClaim())).toMatchObject({ created: true })
})

it('reads and does not write what is opened to read', async () => {
  const store = openStore(await newStore(), { readOnly: true })
  expect(await store.find('op_1')).toMatchObject({ state: 'ended' })
  const claim = store.claim(sampleClaim({ operation: 'op_2' }))
  await expect(claim).rejects.toMatchObject({ code: 'ledger_read_only' })
  expect(await store.find('op_2')).toBeNull()
})

// The superuser may write whatever the mode says.
it.skipIf(process.getuid?.() === 0)('does not write a file that it may not write', async () => {
  const path = await newStore()
  chmodSync(path, 0o400)
  expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'ledger_read_only' }))
})

it('says that the file is damaged when a page of it is', async () => {
  const path = await newStore()
  const file = openSync(path, 'r+')
  const page = 4_096
  for (let at = 5 * page; at < statSync(path).size; at += page) {
    writeSync(file, Buffer.alloc(page, 0xa5), 0, page, at)
  }
  closeSync(file)
  const store = openStore(path)
  await expect(readEntries(store)).rejects.toMatchObject({ code: 'ledger_corrupt' })
  const append = store.append([{ entry: sampleEntry(), kept: null }])
  await expect(append).rejects.toMatchObject({ code: 'ledger_corrupt' })
})

it('says that the file is damaged when a request in it is not what was written', async () => {
  const path = newStorePath()
  const store = openStore(path)
  await bringTo(store, 'approved')
  openRaw(path).exec('UPDATE approvals SET request = substr(request, 9)')
  await expect(store.find('op_1')).rejects.toMatchObject({ code: 'ledger_corrupt' })
  const begin = store.begin(sampleBegin({ approval: 'apr_1' }))
  await expect(begin).rejects.toMatchObject({ code: 'ledger_corrupt' })
})

it('gives up when another process keeps the lock, and works when it is gone', async () => {
  const path = newStorePath()
  const store = openStore(path, { busyTimeoutMs: 60 })
  const other = openRaw(path)
  other.exec('BEGIN IMMEDIATE')
  const refused = [store.claim(sampleClaim()), store.append([{ entry: sampleEntry(), kept: null }])]
  for (const call of refused) await expect(call).rejects.toMatchObject({ code: 'ledger_busy' })
  expect(await store.find('op_1')).toBeNull()
  other.exec('ROLLBACK')
  expect(await store.claim(sampleClaim())).toMatchObject({ created: true })
})

it('waits for a lock without holding up the process', async () => {
  const path = newStorePath()
  const store = openStore(path)
  const other = openRaw(path)
  other.exec('BEGIN IMMEDIATE')
  const claimed = store.claim(sampleClaim())
  const disposed = sleep(100).then(() => store.dispose())
  // Runs only if the waiting store lets this process go on.
  await sleep(150)
  other.exec('ROLLBACK')
  expect(await claimed).toMatchObject({ created: true })
  await disposed
})

it('has a log that nobody changes through SQL', async () => {
  const path = await newStore()
  const database = openRaw(path)
  expect(() => database.exec("UPDATE audit SET text = '{}' WHERE seq = 1")).toThrow('append-only')
  expect(() => database.exec('DELETE FROM audit WHERE seq = 1')).toThrow('append-only')
  expect((await readEvents(openStore(path))).length).toBe(204)
})

it('does not trust the schema of a file, which others may have written', () => {
  const database = openConnection(newStorePath(), { readOnly: false, busyTimeoutMs: 100 })
  onTestFinished(() => database.close())
  expect(database.prepare('PRAGMA trusted_schema').get()).toEqual({ trusted_schema: 0 })
})

it('refuses a busy timeout that is none', () => {
  expect(() => openSqliteStore(newStorePath(), { busyTimeoutMs: -1 })).toThrow(
    expect.objectContaining({ code: 'gate_option_invalid' }),
  )
})

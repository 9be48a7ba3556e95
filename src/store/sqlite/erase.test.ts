import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import {
  bringTo,
  brokenLinks,
  readEntries,
  sampleBegin,
  sampleClaim,
  sampleEntry,
} from '../../testing/ledger-samples.ts'
import { newStorePath } from '../../testing/store-path.ts'
import { openSqliteStore, type SqliteStore } from './store.ts'

function openStore(): { readonly path: string; readonly store: SqliteStore } {
  const path = newStorePath()
  const store = openSqliteStore(path)
  onTestFinished(() => store.dispose())
  return { path, store }
}

/** Whether any byte of the store's files still tells the arguments, the salt or the outcome. */
function tells(path: string, texts: readonly string[]): readonly string[] {
  const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
  return texts.filter((text) => bytes.includes(text))
}

const SECRETS = ['amount_cents', 'salt_1', 'lookup_1', '19.99', '"completed"']

it('erases what an operation was about, down to the bytes, and the log still verifies', async () => {
  const { path, store } = openStore()
  await bringTo(store, 'ended')
  await store.append([{ entry: sampleEntry(), kept: { salt: 'salt_1', args: sampleClaim().args } }])
  expect(tells(path, SECRETS)).toEqual(SECRETS)
  const entries = await readEntries(store)
  expect(await store.erase('op_1')).toBe(true)
  expect(tells(path, SECRETS)).toEqual([])
  expect(await readEntries(store)).toEqual(entries)
  expect(await brokenLinks(store)).toEqual([])
})

it('never lets an erased operation run again', async () => {
  const { store } = openStore()
  await bringTo(store, 'pending')
  await store.claim(sampleClaim({ operation: 'op_2' }))
  await store.close('apr_1', 'revoked', sampleEntry())
  await store.erase('op_1')
  for (const operation of ['op_1', 'op_2']) {
    expect(await store.claim(sampleClaim({ operation }))).toEqual({ kind: 'mismatch' })
    expect(await store.find(operation)).toBeNull()
    const begin = store.begin(sampleBegin({ operation, approval: 'apr_1' }))
    await expect(begin).rejects.toMatchObject({ code: 'ledger_unavailable' })
  }
  expect(await store.findApproval('apr_1')).toBeNull()
})

it('lets no late entry bring the arguments back', async () => {
  const { path, store } = openStore()
  await bringTo(store, 'ended')
  await store.erase('op_1')
  await store.append([{ entry: sampleEntry(), kept: { salt: 'salt_1', args: sampleClaim().args } }])
  expect(tells(path, SECRETS)).toEqual([])
})

it.each(['requested', 'pending', 'approved', 'executing'] as const)(
  'erases nothing of an operation that is %s',
  async (state) => {
    const { store } = openStore()
    await bringTo(store, state)
    const before = await store.find('op_1')
    expect(await store.erase('op_1')).toBe(false)
    expect(await store.find('op_1')).toEqual(before)
  },
)

it('erases what calls have left that never became an operation', async () => {
  const { path, store } = openStore()
  const entry = sampleEntry({ operation: 'op_3' })
  await store.append([{ entry, kept: { salt: 'salt_1', args: sampleClaim().args } }])
  expect(tells(path, ['amount_cents'])).toEqual(['amount_cents'])
  expect(await store.erase('op_3')).toBe(true)
  expect(tells(path, ['amount_cents'])).toEqual([])
})

it('says when there is nothing to erase', async () => {
  const { store } = openStore()
  expect(await store.erase('op_9')).toBe(false)
  await bringTo(store, 'ended')
  await store.erase('op_1')
  expect(await store.erase('op_1')).toBe(false)
})

it('keeps no arguments that nobody could erase', async () => {
  const { path, store } = openStore()
  const entry = sampleEntry({ operation: null })
  await store.append([{ entry, kept: { salt: 'salt_1', args: sampleClaim().args } }])
  expect(tells(path, ['amount_cents'])).toEqual([])
})

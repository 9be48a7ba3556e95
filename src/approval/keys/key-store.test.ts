import { chmod, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNodeHasher } from '../../platform/hasher.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { APPROVAL, EXPECTED, ISSUERS, MADE_AT } from '../../testing/record-samples.ts'
import { createKeyRing } from '../record/key-ring.ts'
import { readKeySet } from '../record/key-set.ts'
import { loadedKeys } from '../record/loaded-keys.ts'
import { signApproval } from '../record/sign-record.ts'
import { type ApprovalVerdict, verifyApproval } from '../record/verify-approval.ts'
import type { KeyProtection } from './key-file.ts'
import { type KeyStore, openKeyStore } from './key-store.ts'

const hasher = createNodeHasher()
const protection: KeyProtection = { kind: 'passphrase', passphrase: 'correct horse', cost: 16_384 }
const modeless = platform() === 'win32'

let folder: string
let clock: ManualClock
let store: KeyStore

const reopen = (other: KeyProtection = protection): Promise<KeyStore> =>
  openKeyStore(folder, { protection: other, clock })
const path = (file: string): string => join(folder, file)
const keyFile = async (): Promise<string> => {
  const file = (await readdir(folder)).find((name) => name.endsWith('.key.json'))
  return path(file ?? 'none')
}

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'toolnotary-keys-')), 'keys')
  clock = createManualClock(MADE_AT)
  store = await reopen()
})

afterEach(() => rm(join(folder, '..'), { recursive: true }))

describe('a new store', () => {
  it('has no key, so that nobody signs by accident', async () => {
    expect(await store.list()).toEqual([])
    expect(await store.keySet()).toBe('{"keys":[\n\n]}\n')
    await expect(store.signer()).rejects.toMatchObject({ code: 'key_missing' })
  })

  it.skipIf(modeless)('is for this account alone', async () => {
    await store.rotate()
    await store.rotate()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const modes = (await readdir(folder)).map(async (file) => [
      file.split('.').at(-1),
      (await stat(path(file))).mode & 0o777,
    ])
    expect(await Promise.all(modes)).toEqual([
      ['json', 0o600],
      ['json', 0o600],
      ['json', 0o600],
      ['bak', 0o600],
    ])
  })

  it.each(['Ed25519', 'ES256'] as const)('signs at once with its first key, of %s', async (alg) => {
    const { kid } = await store.rotate({ alg })
    expect(await store.signer()).toMatchObject({ kid, alg })
    expect(await store.list()).toEqual([
      { kid, alg, state: 'current', validFrom: MADE_AT, validTo: null, revokedAt: null },
    ])
  })

  it('names a key after its thumbprint', async () => {
    const { kid } = await store.rotate()
    const thumbprint = readKeySet(await store.keySet(), hasher).get(kid)?.thumbprint
    expect(kid).toBe(`key_${thumbprint?.slice(0, 22)}`)
  })

  it('refuses a passphrase that protects nothing', async () => {
    await expect(reopen({ kind: 'passphrase', passphrase: 'short' })).rejects.toMatchObject({
      code: 'key_passphrase_weak',
    })
  })
})

describe('records over the life of a key', () => {
  const verify = async (record: string): Promise<ApprovalVerdict> => {
    const source = loadedKeys({ load: () => store.keySet(), hasher, clock })
    const keys = createKeyRing([[ISSUERS.service, source]])
    return verifyApproval(record, EXPECTED, { keys, hasher, now: clock.now() })
  }
  const sign = async (): Promise<string> => {
    const iat = clock.now() / 1000
    return signApproval(await store.signer(), { ...APPROVAL, iat, nbf: iat, exp: iat + 300 })
  }

  it('count before, during and after a rotation', async () => {
    const first = await store.rotate()
    const second = await store.rotate({ alg: 'ES256', overlapMs: 60_000 })
    clock.advance(59_000)
    const before = await sign()
    clock.advance(1000)
    const after = await sign()
    expect([(await verify(before)).ok, (await verify(after)).ok]).toEqual([true, true])
    expect((await store.list()).map(({ kid, state }) => [kid, state])).toEqual([
      [first.kid, 'retired'],
      [second.kid, 'current'],
    ])
  })

  it('are refused as soon as their key is revoked, by another process too', async () => {
    const { kid } = await store.rotate()
    const record = await sign()
    await (await reopen()).revoke(kid)
    expect(await verify(record)).toMatchObject({ reason: 'key_revoked' })
    await expect(store.signer()).rejects.toMatchObject({ code: 'key_missing' })
    const { kid: next } = await store.rotate()
    expect((await store.signer()).kid).toBe(next)
    expect((await verify(await sign())).ok).toBe(true)
  })

  it('are never signed with what the set does not have: every key is kept', async () => {
    for (let count = 0; count < 4; count += 1) await store.rotate({ overlapMs: 0 })
    expect(readKeySet(await store.keySet(), hasher).size).toBe(4)
  })
})

describe('the files', () => {
  beforeEach(async () => {
    await store.rotate()
    store = await reopen()
  })

  it('hold nothing secret where it is published', async () => {
    expect(await store.keySet()).not.toContain('"d"')
    expect(await readFile(await keyFile(), 'utf8')).not.toContain('"d"')
  })

  it('keep the list as it was before each change', async () => {
    const before = await readFile(path('keys.json'), 'utf8')
    await store.rotate()
    expect(await readFile(path('keys.json.bak'), 'utf8')).toBe(before)
    expect(await readFile(path('keys.json'), 'utf8')).not.toBe(before)
  })

  it.each<{ with: string; protection: KeyProtection }>([
    { with: 'another passphrase', protection: { ...protection, passphrase: 'wrong horse' } },
    { with: 'no passphrase', protection: { kind: 'none' } },
  ])('neither sign nor take a second key with $with', async ({ protection }) => {
    const other = await reopen(protection)
    await expect(other.signer()).rejects.toMatchObject({ code: 'key_locked' })
    await expect(other.rotate()).rejects.toMatchObject({ code: 'key_locked' })
    expect(await store.list()).toHaveLength(1)
  })

  it('show the public keys and revoke without a passphrase', async () => {
    const other = await reopen({ kind: 'none' })
    const [key] = await other.list()
    await other.revoke(key?.kid ?? '')
    expect((await store.list())[0]?.revokedAt).toBe(MADE_AT)
  })

  it('can be tried again after a wrong one', async () => {
    const text = await readFile(await keyFile(), 'utf8')
    await writeFile(await keyFile(), '{')
    await expect(store.signer()).rejects.toMatchObject({ code: 'key_unreadable' })
    await writeFile(await keyFile(), text)
    expect((await store.signer()).alg).toBe('Ed25519')
  })

  it.skipIf(modeless).each([
    { file: 'a private key that the group may read', of: keyFile, mode: 0o640 },
    { file: 'a private key that others may read', of: keyFile, mode: 0o604 },
    { file: 'a list that the group may write', of: async () => path('keys.json'), mode: 0o620 },
    { file: 'a list that others may write', of: async () => path('keys.json'), mode: 0o602 },
  ])('are refused with $file', async ({ of, mode }) => {
    await chmod(await of(), mode)
    await expect(store.signer()).rejects.toMatchObject({ code: 'key_file_exposed' })
  })

  it.skipIf(modeless)('may show the list, which is public', async () => {
    await chmod(path('keys.json'), 0o644)
    expect((await store.signer()).alg).toBe('Ed25519')
  })

  it.skipIf(modeless)('are refused in a folder that others may write', async () => {
    await chmod(folder, 0o777)
    await expect(reopen()).rejects.toMatchObject({ code: 'key_file_exposed' })
  })

  it.each([
    { fault: 'the list is half a list', change: () => writeFile(path('keys.json'), '{"keys":[') },
    { fault: 'the private key is gone', change: async () => unlink(await keyFile()) },
    {
      fault: 'the private key is a folder',
      change: async () => {
        const file = await keyFile()
        await unlink(file)
        await openKeyStore(file, { protection })
      },
    },
    {
      fault: 'the private key is not one',
      change: async () => writeFile(await keyFile(), 'a key'),
    },
  ])('are unreadable when $fault', async ({ change }) => {
    await change()
    await expect(store.signer()).rejects.toMatchObject({ code: 'key_unreadable' })
  })

  it('are unreadable when one private key lies in the place of another', async () => {
    const first = await keyFile()
    const text = await readFile(first, 'utf8')
    await store.rotate({ overlapMs: 0 })
    clock.advance(1000)
    const { kid } = await store.signer()
    await writeFile(path(`${kid}.key.json`), text)
    await expect((await reopen()).signer()).rejects.toMatchObject({ code: 'key_unreadable' })
  })

  it('let a damaged key be followed by a new one', async () => {
    await writeFile(await keyFile(), '{')
    await store.rotate({ overlapMs: 0 })
    clock.advance(1000)
    expect((await store.signer()).alg).toBe('Ed25519')
  })

  it('are changed by one process at a time', async () => {
    await writeFile(path('keys.lock'), '')
    await expect(store.rotate()).rejects.toMatchObject({ code: 'key_store_busy' })
    await expect(store.revoke('key')).rejects.toMatchObject({ code: 'key_store_busy' })
    expect((await store.signer()).alg).toBe('Ed25519')
    await unlink(path('keys.lock'))
    await store.rotate()
    expect(await readdir(folder)).not.toContain('keys.lock')
  })

  it('are free again after a change that failed', async () => {
    await expect(store.revoke('nobody')).rejects.toMatchObject({ code: 'key_unknown' })
    await store.rotate()
    expect(await store.list()).toHaveLength(2)
  })

  it('survive a draft that a crash left behind', async () => {
    await writeFile(path('keys.json.new'), '{"keys":[')
    await store.rotate()
    expect(await store.list()).toHaveLength(2)
  })

  it('lose no key when two processes rotate at once', async () => {
    const other = await reopen()
    const ends = await Promise.allSettled([store.rotate(), other.rotate(), store.rotate()])
    const made = ends.filter(({ status }) => status === 'fulfilled')
    expect(made.length).toBeGreaterThan(0)
    expect(await store.list()).toHaveLength(1 + made.length)
  })
})

it('works without a passphrase where the user says so', async () => {
  store = await reopen({ kind: 'none' })
  await store.rotate()
  expect((await (await reopen({ kind: 'none' })).signer()).alg).toBe('Ed25519')
  await expect((await reopen()).signer()).rejects.toMatchObject({ code: 'key_locked' })
})

import { describe, expect, it } from 'vitest'
import { TEST_KEYS } from '../../testing/record-samples.ts'
import { assertProtection, type KeyProtection, readKeyFile, writeKeyFile } from './key-file.ts'

const key = TEST_KEYS.ed25519
const passphrase = 'correct horse battery staple'
const protection: KeyProtection = { kind: 'passphrase', passphrase, cost: 16_384 }
const text = await writeKeyFile(key, protection)
const file = JSON.parse(text)

describe('a key under a passphrase', () => {
  it('comes back with it', async () => {
    expect(await readKeyFile(text, protection)).toEqual(key)
  })

  it('does not show the private key, and says how it is wrapped', () => {
    expect(text).not.toContain(key.jwk.d)
    expect(text).not.toContain(passphrase)
    expect(file).toMatchObject({
      v: 1,
      kid: key.kid,
      alg: key.alg,
      wrap: { kind: 'scrypt-aes-256-gcm', n: 16_384, r: 8, p: 1 },
    })
  })

  it('takes 128 MiB to try one passphrase unless it is told otherwise', async () => {
    const plain = JSON.parse(await writeKeyFile(key, { kind: 'passphrase', passphrase }))
    expect(plain.wrap.n * plain.wrap.r * 128).toBe(134_217_728)
  })

  it('is wrapped differently each time', async () => {
    const again = JSON.parse(await writeKeyFile(key, protection))
    expect([again.wrap.salt, again.wrap.iv, again.key]).not.toEqual([
      file.wrap.salt,
      file.wrap.iv,
      file.key,
    ])
    expect([file.wrap.salt.length, file.wrap.iv.length]).toEqual([22, 16])
  })

  it('takes two spellings of one passphrase as the same', async () => {
    const composed = await writeKeyFile(key, { ...protection, passphrase: 'Sch\u00f6nes Wetter' })
    expect(
      await readKeyFile(composed, { ...protection, passphrase: 'Scho\u0308nes Wetter' }),
    ).toEqual(key)
  })

  it.each<{ with: string; protection: KeyProtection }>([
    {
      with: 'another passphrase',
      protection: { kind: 'passphrase', passphrase: `${passphrase} ` },
    },
    { with: 'no passphrase', protection: { kind: 'none' } },
  ])('stays locked with $with', async ({ protection }) => {
    await expect(readKeyFile(text, protection)).rejects.toMatchObject({
      code: 'key_locked',
      details: { kid: key.kid },
    })
  })

  const flipped = (base64: string): string => (base64.startsWith('A') ? 'B' : 'A') + base64.slice(1)
  it.each([
    { change: 'another name', file: { ...file, kid: 'other' } },
    { change: 'another algorithm', file: { ...file, alg: 'ES256' } },
    { change: 'another cost', file: { ...file, wrap: { ...file.wrap, n: 32_768 } } },
    {
      change: 'another salt',
      file: { ...file, wrap: { ...file.wrap, salt: flipped(file.wrap.salt) } },
    },
    {
      change: 'another vector',
      file: { ...file, wrap: { ...file.wrap, iv: flipped(file.wrap.iv) } },
    },
    { change: 'another ciphertext', file: { ...file, key: flipped(file.key) } },
    { change: 'another tag', file: { ...file, key: `${file.key.slice(0, -4)}AAAA` } },
  ])('stays locked after $change', async ({ file }) => {
    await expect(readKeyFile(JSON.stringify(file), protection)).rejects.toMatchObject({
      code: 'key_locked',
    })
  })

  it.each([
    { file: { ...file, v: 2 } },
    { file: { ...file, more: 1 } },
    { file: { ...file, wrap: { ...file.wrap, n: 2 ** 30 } } },
    { file: { ...file, wrap: { ...file.wrap, n: 1 } } },
    { file: { ...file, wrap: { ...file.wrap, p: 1_000_000 } } },
    { file: { ...file, wrap: { ...file.wrap, kind: 'rot13' } } },
    { file: { ...file, wrap: { ...file.wrap, iv: 'AAAA' } } },
    { file: { ...file, key: 'AAAAAAAAAAAAAAAAAAAAAA' } },
    { file: { ...file, key: undefined } },
    { file: [] },
    { file: null },
  ])('is unreadable as %o', async ({ file }) => {
    await expect(readKeyFile(JSON.stringify(file), protection)).rejects.toMatchObject({
      code: 'key_unreadable',
    })
  })

  it.each(['', '{', `${text}x`, text.slice(0, -10), '\0'.repeat(100)])(
    'is unreadable as the text %j',
    async (damaged) => {
      await expect(readKeyFile(damaged, protection)).rejects.toMatchObject({
        code: 'key_unreadable',
      })
    },
  )
})

describe('a key without a passphrase', () => {
  const bare = writeKeyFile(key, { kind: 'none' })

  it('comes back', async () => {
    expect(await readKeyFile(await bare, { kind: 'none' })).toEqual(key)
  })

  it('does not pass where a passphrase is asked for', async () => {
    await expect(readKeyFile(await bare, protection)).rejects.toMatchObject({ code: 'key_locked' })
  })
})

it.each([
  { passphrase: '', weak: true },
  { passphrase: '1234567', weak: true },
  { passphrase: '🔑🔑🔑🔑', weak: true },
  { passphrase: '12345678', weak: false },
])('a passphrase "$passphrase" is weak: $weak', ({ passphrase, weak }) => {
  const assert = expect(() => assertProtection({ kind: 'passphrase', passphrase }))
  if (weak) assert.toThrow(expect.objectContaining({ code: 'key_passphrase_weak' }))
  else assert.not.toThrow()
})

import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { Clock } from '../../core/ports.ts'
import type { Signer, SigningAlgorithm } from '../../core/signer.ts'
import { ToolnotaryError } from '../../errors.ts'
import type { Hasher } from '../../json/hasher.ts'
import { systemClock } from '../../platform/clock.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import { readKeySet } from '../record/key-set.ts'
import { createKeySigner } from '../record/key-signer.ts'
import {
  assertProtection,
  type KeyProtection,
  type PrivateKey,
  readKeyFile,
  writeKeyFile,
} from './key-file.ts'
import {
  addKey,
  currentKey,
  type KeyState,
  keyState,
  type PublicJwk,
  readKeyList,
  revokeKey,
  writeKeyList,
} from './key-list.ts'
import {
  createPrivateFile,
  openPrivateFolder,
  readPrivateFile,
  replacePrivateFile,
  withLock,
} from './private-files.ts'

/** What {@link openKeyStore} takes. */
export interface KeyStoreOptions {
  readonly protection: KeyProtection
  readonly clock?: Pick<Clock, 'now'>
}

/** What is public of a key. Times are epoch ms. */
export interface KeyInfo {
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly state: KeyState
  readonly validFrom: number
  readonly validTo: number | null
  readonly revokedAt: number | null
}

/** What {@link KeyStore.rotate} takes. */
export interface RotateOptions {
  /** `Ed25519`. */
  readonly alg?: SigningAlgorithm
  /** How long the new key is published before it signs; 600,000, twice the age at which verifiers fetch again. */
  readonly overlapMs?: number
}

/** Signing keys in a folder. Every method looks at the folder anew, so that what another process changed counts at once. */
export interface KeyStore {
  /** All keys that ever were, oldest first. */
  list(): Promise<readonly KeyInfo[]>
  /** Signs with the key whose time it is; ask again for each record. Throws `key_missing` and `key_locked`. */
  signer(): Promise<Signer>
  /** Makes a new key; the first one, and one after a revocation, signs at once. Throws `key_locked` and `key_store_busy`. */
  rotate(options?: RotateOptions): Promise<KeyInfo>
  /** Takes all trust from a key, at once and for ever. Throws `key_unknown` and `key_store_busy`. */
  revoke(kid: string): Promise<void>
  /** The JWK Set to publish: public keys only. */
  keySet(): Promise<string>
}

const LIST = 'keys.json'
const OVERLAP_MS = 600_000

/** Opens a folder of signing keys, and makes it where there is none. Throws `key_…`. */
export async function openKeyStore(folder: string, options: KeyStoreOptions): Promise<KeyStore> {
  const { protection, clock = systemClock } = options
  assertProtection(protection)
  await openPrivateFolder(folder)
  const hasher = createNodeHasher()
  const signers = new Map<string, Promise<Signer>>()

  const readList = async (): Promise<{
    readonly text: string | null
    readonly keys: readonly PublicJwk[]
  }> => {
    const text = await readPrivateFile(join(folder, LIST), 'public')
    return { text, keys: text === null ? [] : readKeyList(text, hasher) }
  }
  const changeList = (
    change: (keys: readonly PublicJwk[]) => Promise<readonly PublicJwk[]>,
  ): Promise<readonly PublicJwk[]> =>
    withLock(folder, async () => {
      const { text, keys } = await readList()
      const changed = await change(keys)
      await replacePrivateFile(join(folder, LIST), writeKeyList(changed), text)
      return changed
    })
  const openSigner = (jwk: PublicJwk): Promise<Signer> => {
    const known = signers.get(jwk.kid)
    if (known !== undefined) return known
    const opening = unlock(folder, jwk, protection, hasher).then(createKeySigner)
    signers.set(jwk.kid, opening)
    // A wrong passphrase or a restored file may be right the next time.
    opening.catch(() => signers.delete(jwk.kid))
    return opening
  }
  const current = async (): Promise<PublicJwk | null> =>
    currentKey((await readList()).keys, clock.now())

  const store: KeyStore = {
    list: async () => (await readList()).keys.map((key) => infoOf(key, clock.now())),
    signer: async () => {
      const key = await current()
      if (key === null) throw new ToolnotaryError('key_missing')
      return openSigner(key)
    },
    rotate: async ({ alg = 'Ed25519', overlapMs = OVERLAP_MS } = {}) => {
      const { key, jwk } = await generateKey(alg, hasher)
      const keys = await changeList(async (old) => {
        const now = clock.now()
        await assertSamePassphrase(currentKey(old, now), openSigner)
        // The private key is on the disk before anybody can learn of the public one.
        await createPrivateFile(join(folder, fileOf(key.kid)), await writeKeyFile(key, protection))
        return addKey(old, jwk, { now, overlapMs })
      })
      return infoOf(keys.at(-1) as PublicJwk, clock.now())
    },
    revoke: async (kid) => {
      await changeList(async (keys) => revokeKey(keys, kid, clock.now()))
      signers.delete(kid)
    },
    keySet: async () => writeKeyList((await readList()).keys),
  }
  return Object.freeze(store)
}

/** A key id comes from a digest, so it is always a plain file name. */
function fileOf(kid: string): string {
  return `${kid}.key.json`
}

async function unlock(
  folder: string,
  jwk: PublicJwk,
  protection: KeyProtection,
  hasher: Hasher,
): Promise<PrivateKey> {
  const file = fileOf(jwk.kid)
  const text = await readPrivateFile(join(folder, file), 'secret')
  if (text === null) throw new ToolnotaryError('key_unreadable', { file })
  const key = await readKeyFile(text, protection)
  // A private key that is not the published one would sign what nobody can verify.
  if (key.kid !== jwk.kid || thumbprintOf(publicPart(key), hasher) !== thumbprintOf(jwk, hasher)) {
    throw new ToolnotaryError('key_unreadable', { file })
  }
  return key
}

/** Two keys under two passphrases would only be noticed when the second takes over. */
async function assertSamePassphrase(
  key: PublicJwk | null,
  openSigner: (jwk: PublicJwk) => Promise<Signer>,
): Promise<void> {
  if (key === null) return
  await openSigner(key).catch((cause: unknown) => {
    // A damaged key cannot tell, and is a reason to rotate.
    if (cause instanceof ToolnotaryError && cause.code === 'key_unreadable') return
    throw cause
  })
}

async function generateKey(
  alg: SigningAlgorithm,
  hasher: Hasher,
): Promise<{ readonly key: PrivateKey; readonly jwk: Omit<PublicJwk, 'nbf'> }> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const unnamed = publicPart({ kid: 'unnamed', alg, jwk })
  // 132 bits of the RFC 7638 thumbprint: the name belongs to the key.
  const kid = `key_${thumbprintOf(unnamed, hasher).slice(0, 22)}`
  return { key: { kid, alg, jwk }, jwk: { ...unnamed, kid } }
}

function publicPart({ kid, alg, jwk }: PrivateKey): Omit<PublicJwk, 'nbf'> {
  const { kty = '', crv = '', x = '', y } = jwk
  return { kty, crv, x, ...(y === undefined ? {} : { y }), kid, alg, use: 'sig' }
}

function thumbprintOf(jwk: Omit<PublicJwk, 'nbf'>, hasher: Hasher): string {
  return readKeySet(JSON.stringify({ keys: [jwk] }), hasher).get(jwk.kid)?.thumbprint ?? ''
}

function infoOf(key: PublicJwk, now: number): KeyInfo {
  const { kid, alg, nbf, exp, revoked } = key
  return {
    kid,
    alg,
    state: keyState(key, now),
    validFrom: nbf * 1000,
    validTo: exp === undefined ? null : exp * 1000,
    revokedAt: revoked === undefined ? null : revoked.revoked_at * 1000,
  }
}

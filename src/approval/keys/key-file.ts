import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import type { JWK } from 'jose'
import type { SigningAlgorithm } from '../../core/signer.ts'
import { ToolnotaryError } from '../../errors.ts'
import { canonicalJson } from '../../json/canonical.ts'
import { parseJson } from '../../json/parse.ts'
import type { JsonObject } from '../../json/value.ts'
import { closed, isBytes, isName, oneOf } from '../record/shape.ts'

/** How private keys lie on the disk. `none` is for a disk or a mount that is a secret store itself. */
export type KeyProtection =
  | { readonly kind: 'passphrase'; readonly passphrase: string; readonly cost?: ScryptCost }
  | { readonly kind: 'none' }

/** Iterations of scrypt (RFC 7914): 2^17 takes 128 MiB and some tenths of a second. */
export type ScryptCost = 16_384 | 32_768 | 65_536 | 131_072 | 262_144 | 524_288 | 1_048_576

/** A private key with its name. */
export interface PrivateKey {
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly jwk: JWK
}

/** A key under a passphrase. The cost is stored, so that it can be raised for new keys. */
interface WrappedKeyFile {
  readonly v: 1
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly wrap: ScryptWrap
  /** Ciphertext of the canonical JWK, and the tag of 16 bytes behind it; base64url. */
  readonly key: string
}

interface ScryptWrap {
  readonly kind: 'scrypt-aes-256-gcm'
  readonly n: ScryptCost
  readonly r: 8
  readonly p: 1
  readonly salt: string
  readonly iv: string
}

interface PlainKeyFile {
  readonly v: 1
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly wrap: { readonly kind: 'none' }
  readonly key: JsonObject
}

const COSTS: readonly ScryptCost[] = [16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576]
const DEFAULT_COST = 131_072
const TAG_BYTES = 16
const IV_BYTES = 12
const MIN_PASSPHRASE = 8

const isAlgorithm = oneOf('Ed25519', 'ES256')

const isWrapped = closed<WrappedKeyFile>({
  v: oneOf(1),
  kid: isName,
  alg: isAlgorithm,
  // Closed over the costs: a damaged file must not be able to ask for all the memory there is.
  wrap: closed<ScryptWrap>({
    kind: oneOf('scrypt-aes-256-gcm'),
    n: oneOf(...COSTS),
    r: oneOf(8),
    p: oneOf(1),
    salt: isBytes,
    iv: isBytes,
  }),
  key: isBytes,
})

const isPlain = closed<PlainKeyFile>({
  v: oneOf(1),
  kid: isName,
  alg: isAlgorithm,
  wrap: closed<PlainKeyFile['wrap']>({ kind: oneOf('none') }),
  key: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
})

/** Refuses a passphrase that protects nothing. Throws `key_passphrase_weak`. */
export function assertProtection(protection: KeyProtection): void {
  if (protection.kind === 'none') return
  if ([...protection.passphrase].length < MIN_PASSPHRASE)
    throw new ToolnotaryError('key_passphrase_weak')
}

/** The text of a key file. */
export async function writeKeyFile(key: PrivateKey, protection: KeyProtection): Promise<string> {
  const { kid, alg } = key
  const jwk = key.jwk as JsonObject
  if (protection.kind === 'none') {
    return `${canonicalJson({ v: 1, kid, alg, wrap: { kind: 'none' }, key: jwk })}\n`
  }
  const wrap: ScryptWrap = {
    kind: 'scrypt-aes-256-gcm',
    n: protection.cost ?? DEFAULT_COST,
    r: 8,
    p: 1,
    salt: randomBytes(16).toString('base64url'),
    iv: randomBytes(IV_BYTES).toString('base64url'),
  }
  const secret = await deriveSecret(protection.passphrase, wrap)
  const cipher = createCipheriv('aes-256-gcm', secret, Buffer.from(wrap.iv, 'base64url'))
  cipher.setAAD(boundText(kid, alg, wrap))
  const sealed = [cipher.update(canonicalJson(jwk), 'utf8'), cipher.final(), cipher.getAuthTag()]
  const file = {
    v: 1,
    kid,
    alg,
    wrap: { ...wrap },
    key: Buffer.concat(sealed).toString('base64url'),
  }
  return `${canonicalJson(file)}\n`
}

/**
 * Reads the text of a key file. Throws `key_unreadable` for what is not one, and `key_locked` when the protection that is
 * asked for does not open it, which also means: when the file is protected less than that.
 */
export async function readKeyFile(text: string, protection: KeyProtection): Promise<PrivateKey> {
  const parsed = parseJson(text)
  const file = parsed.ok ? parsed.value : null
  if (isPlain(file)) {
    if (protection.kind !== 'none') throw new ToolnotaryError('key_locked', { kid: file.kid })
    return { kid: file.kid, alg: file.alg, jwk: file.key as JWK }
  }
  if (!isWrapped(file)) throw new ToolnotaryError('key_unreadable')
  if (protection.kind === 'none') throw new ToolnotaryError('key_locked', { kid: file.kid })
  const secret = await deriveSecret(protection.passphrase, file.wrap)
  return { kid: file.kid, alg: file.alg, jwk: unwrap(file, secret) }
}

function unwrap({ kid, alg, wrap, key }: WrappedKeyFile, secret: Buffer): JWK {
  const sealed = Buffer.from(key, 'base64url')
  const iv = Buffer.from(wrap.iv, 'base64url')
  if (sealed.length <= TAG_BYTES || iv.length !== IV_BYTES)
    throw new ToolnotaryError('key_unreadable', { kid })
  const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundText(kid, alg, wrap))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const opened = Buffer.concat([
      decipher.update(sealed.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ])
    return JSON.parse(opened.toString('utf8'))
  } catch (cause) {
    // A wrong passphrase and a changed file look the same, by construction of the cipher.
    throw new ToolnotaryError('key_locked', { kid }, { cause })
  }
}

/** What is not secret is authenticated with the key, so that no file can pass for another. */
function boundText(kid: string, alg: SigningAlgorithm, wrap: ScryptWrap): Buffer {
  return Buffer.from(canonicalJson({ v: 1, kid, alg, wrap: { ...wrap } }))
}

function deriveSecret(passphrase: string, { n, r, p, salt }: ScryptWrap): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 129 * n * r }
  return new Promise((resolve, reject) => {
    // NFC: two keyboards may spell the same passphrase in two ways.
    scrypt(
      passphrase.normalize('NFC'),
      Buffer.from(salt, 'base64url'),
      32,
      options,
      (error, secret) => {
        if (error === null) resolve(secret)
        else reject(error)
      },
    )
  })
}

import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { SigningAlgorithm } from '../../core/signer.ts'
import { ToolnotaryError } from '../../errors.ts'
import { canonicalJson } from '../../json/canonical.ts'
import type { Hasher } from '../../json/hasher.ts'
import { parseJson } from '../../json/parse.ts'
import { CALL_PROFILE, type JsonProfile } from '../../json/profile.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { type AlgorithmFacts, algorithmOf } from './algorithm.ts'
import { isName, isSeconds } from './shape.ts'

/** A public key of an issuer. All times are epoch ms. */
export interface PublicKey {
  readonly kid: string
  /** One algorithm a key, so that no header can choose. */
  readonly alg: SigningAlgorithm
  /** RFC 7638, SHA-256, base64url. */
  readonly thumbprint: string
  /** Records that were made before or after this time are not this key's. */
  readonly validFrom: number
  readonly validTo: number | null
  readonly revokedAt: number | null
  /** Imports the key once. Rejects when it is not a point of its curve. */
  open(): Promise<CryptoKey>
}

const KEY_SET_PROFILE: JsonProfile = Object.freeze({
  ...CALL_PROFILE,
  maxBytes: 65_536,
  maxDepth: 8,
  maxElements: 8192,
})
const COORDINATE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const SECRET_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'priv']

/**
 * Reads a JWK Set (RFC 7517) with the members `nbf`, `exp` and `revoked` of OpenID Federation 1.0. Public keys of other
 * algorithms are passed over (RFC 7517 §5).
 * Throws `key_set_invalid` for a secret, two keys of one `kid`, and a key of ours that is malformed.
 */
export function readKeySet(text: string, hasher: Hasher): ReadonlyMap<string, PublicKey> {
  const parsed = parseJson(text, KEY_SET_PROFILE)
  const members = parsed.ok && isObject(parsed.value) ? parsed.value['keys'] : undefined
  if (!Array.isArray(members)) throw invalid('keys')
  const keys = new Map<string, PublicKey>()
  for (const member of members) {
    const key = readKey(member, hasher)
    if (key === null) continue
    if (keys.has(key.kid)) throw invalid('kid')
    keys.set(key.kid, key)
  }
  return keys
}

function readKey(jwk: JsonValue, hasher: Hasher): PublicKey | null {
  if (!isObject(jwk)) throw invalid('keys')
  // A set with a secret in it was made from the wrong file: nothing in it can be trusted any more.
  if (SECRET_MEMBERS.some((name) => Object.hasOwn(jwk, name))) throw invalid('secret')
  const { alg, kid, use, key_ops: operations } = jwk
  const algorithm = typeof alg === 'string' ? algorithmOf(alg) : undefined
  if (algorithm === undefined) return null
  if (typeof kid !== 'string' || !isName(kid)) throw invalid('kid')
  if (use !== undefined && use !== 'sig') throw invalid('use')
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify')))
    throw invalid('key_ops')
  const material = readMaterial(jwk, algorithm)
  return Object.freeze({
    kid,
    alg: algorithm.alg,
    // The required members in sorted order are the canonical form of RFC 7638.
    thumbprint: hasher.sha256(canonicalJson(material)),
    ...readPeriod(jwk),
    open: openOnce(material, algorithm.alg),
  })
}

function readMaterial(jwk: JsonObject, algorithm: AlgorithmFacts): JsonObject {
  const { kty, crv, coordinates } = algorithm
  if (jwk['kty'] !== kty || jwk['crv'] !== crv) throw invalid('crv')
  const values = coordinates.map((name) => {
    const value = jwk[name]
    if (typeof value !== 'string' || !COORDINATE.test(value)) throw invalid(name)
    return [name, value] as const
  })
  return { crv, kty, ...Object.fromEntries(values) }
}

function readPeriod({
  nbf,
  exp,
  revoked,
}: JsonObject): Pick<PublicKey, 'validFrom' | 'validTo' | 'revokedAt'> {
  const revokedAt = revoked === undefined ? null : isObject(revoked) ? revoked['revoked_at'] : NaN
  return {
    validFrom: nbf === undefined ? 0 : readSeconds(nbf, 'nbf'),
    validTo: exp === undefined ? null : readSeconds(exp, 'exp'),
    revokedAt: revokedAt === null ? null : readSeconds(revokedAt, 'revoked'),
  }
}

function readSeconds(value: JsonValue | undefined, member: string): number {
  if (typeof value !== 'number' || !isSeconds(value)) throw invalid(member)
  return value * 1000
}

function openOnce(material: JsonObject, alg: SigningAlgorithm): () => Promise<CryptoKey> {
  let opening: Promise<CryptoKey> | undefined
  return () => {
    opening ??= importPublicKey(material, alg)
    return opening
  }
}

async function importPublicKey(material: JsonObject, alg: SigningAlgorithm): Promise<CryptoKey> {
  const key = await importJWK(material as JWK, alg)
  if (key instanceof Uint8Array) throw invalid('kty')
  return key
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(member: string): ToolnotaryError {
  return new ToolnotaryError('key_set_invalid', { member })
}

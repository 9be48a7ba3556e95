import type { SigningAlgorithm } from '../../core/signer.ts'
import { ToolnotaryError } from '../../errors.ts'
import type { Hasher } from '../../json/hasher.ts'
import { parseJson } from '../../json/parse.ts'
import { readKeySet } from '../record/key-set.ts'
import { closed, isId, isName, isSeconds, listOf, oneOf, optional } from '../record/shape.ts'

/** A public key as the JWK Set holds it: RFC 7517, with the times of OpenID Federation 1.0 in seconds. */
export interface PublicJwk {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y?: string
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly use: 'sig'
  /** Signs from here on. */
  readonly nbf: number
  /** Signs until here, and verifies what it signed for ever. */
  readonly exp?: number
  readonly revoked?: { readonly revoked_at: number }
}

/** `next`: published, not used yet. `retired`: verifies what it signed in its time. `revoked`: counts no more. */
export type KeyState = 'next' | 'current' | 'retired' | 'revoked'

/** Where a key is in its life. */
export function keyState({ nbf, exp, revoked }: PublicJwk, now: number): KeyState {
  if (revoked !== undefined) return 'revoked'
  if (now < nbf * 1000) return 'next'
  return exp !== undefined && now >= exp * 1000 ? 'retired' : 'current'
}

/** The key that signs now, or null. Of several, the one that began last. */
export function currentKey(keys: readonly PublicJwk[], now: number): PublicJwk | null {
  const usable = keys.filter((key) => keyState(key, now) === 'current')
  return usable.toSorted((one, other) => other.nbf - one.nbf)[0] ?? null
}

/**
 * Adds a key that takes over after the overlap, and ends every other key there. Without a key that signs now there is
 * nothing to overlap with, and the new one begins at once.
 */
export function addKey(
  keys: readonly PublicJwk[],
  key: Omit<PublicJwk, 'nbf'>,
  { now, overlapMs }: { readonly now: number; readonly overlapMs: number },
): readonly PublicJwk[] {
  const from = Math.floor((currentKey(keys, now) === null ? now : now + overlapMs) / 1000)
  const ended = keys.map((old) =>
    old.exp === undefined ? { ...old, exp: Math.max(from, old.nbf) } : old,
  )
  return [...ended, { ...key, nbf: from }]
}

/** Marks a key as revoked; an earlier revocation stays. Throws `key_unknown`. */
export function revokeKey(
  keys: readonly PublicJwk[],
  kid: string,
  now: number,
): readonly PublicJwk[] {
  if (!keys.some((key) => key.kid === kid)) throw new ToolnotaryError('key_unknown')
  const revoked = { revoked_at: Math.floor(now / 1000) }
  return keys.map((key) =>
    key.kid === kid && key.revoked === undefined ? { ...key, revoked } : key,
  )
}

/** The text of the JWK Set, one key a line, so that a difference between two versions can be read. */
export function writeKeyList(keys: readonly PublicJwk[]): string {
  return `{"keys":[\n${keys.map((key) => JSON.stringify(key)).join(',\n')}\n]}\n`
}

const isKey = closed<PublicJwk>({
  kty: isName,
  crv: isName,
  x: isName,
  y: optional(isName),
  // Also the name of a file.
  kid: isId,
  alg: oneOf('Ed25519', 'ES256'),
  use: oneOf('sig'),
  nbf: isSeconds,
  exp: optional(isSeconds),
  revoked: optional(closed<{ readonly revoked_at: number }>({ revoked_at: isSeconds })),
})

const isList = closed<{ readonly keys: readonly PublicJwk[] }>({ keys: listOf(isKey, 1024) })

/** Reads the text again. Throws `key_unreadable`: a verifier passes over what it does not understand, its owner must not. */
export function readKeyList(text: string, hasher: Hasher): readonly PublicJwk[] {
  const parsed = parseJson(text)
  if (!parsed.ok || !isList(parsed.value)) throw new ToolnotaryError('key_unreadable')
  try {
    readKeySet(text, hasher)
  } catch (cause) {
    throw new ToolnotaryError('key_unreadable', {}, { cause })
  }
  return parsed.value.keys
}

import type { Hasher } from '../../json/hasher.ts'
import { type PublicKey, readKeySet } from './key-set.ts'

/** What a ring knows of a key id. `unavailable`: the issuer's keys cannot be had now, so nothing of it counts. */
export type FoundKey =
  | { readonly kind: 'found'; readonly key: PublicKey }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' }

/** The keys that count, issuer by issuer. One issuer's keys never speak for another. */
export interface KeyRing {
  find(issuer: string, kid: string): Promise<FoundKey>
}

/** Where the keys of one issuer come from. */
export interface KeySource {
  find(kid: string): Promise<FoundKey>
}

/** Joins the sources of the issuers that count. An issuer that is not listed has no keys. */
export function createKeyRing(
  sources: Iterable<readonly [issuer: string, source: KeySource]>,
): KeyRing {
  const byIssuer = new Map(sources)
  return Object.freeze({
    find: async (issuer: string, kid: string): Promise<FoundKey> =>
      byIssuer.get(issuer)?.find(kid) ?? { kind: 'unknown' },
  })
}

/** Keys that configuration holds, as the text of a JWK Set. Throws `key_set_invalid`. */
export function pinnedKeys(text: string, hasher: Hasher): KeySource {
  const keys = readKeySet(text, hasher)
  return Object.freeze({ find: async (kid: string) => lookUp(keys, kid) })
}

/** What a set says of a key id. */
export function lookUp(keys: ReadonlyMap<string, PublicKey>, kid: string): FoundKey {
  const key = keys.get(kid)
  return key === undefined ? { kind: 'unknown' } : { kind: 'found', key }
}

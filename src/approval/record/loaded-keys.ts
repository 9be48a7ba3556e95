import type { Clock } from '../../core/ports.ts'
import type { Hasher } from '../../json/hasher.ts'
import { type FoundKey, type KeySource, lookUp } from './key-ring.ts'
import { type PublicKey, readKeySet } from './key-set.ts'

/** What {@link loadedKeys} needs. */
export interface LoadedKeysOptions {
  /** Gives the text of the JWK Set. Must end in bounded time: every look-up that needs it waits. */
  readonly load: () => Promise<string>
  readonly hasher: Hasher
  readonly clock: Pick<Clock, 'now'>
  /** How long a set counts; 300,000. A revocation is seen at the latest after this time. */
  readonly maxAgeMs?: number
  /** The least time between two loads, whatever is asked; 30,000. */
  readonly coolDownMs?: number
}

/**
 * Keys that are fetched, and fetched again for a key id that is not known yet. However many ids are asked for, there is one
 * load a cool-down; a set that is too old and cannot be renewed counts no more.
 */
export function loadedKeys(options: LoadedKeysOptions): KeySource {
  const { load, hasher, clock, maxAgeMs = 300_000, coolDownMs = 30_000 } = options
  let keys: ReadonlyMap<string, PublicKey> = new Map()
  let loadedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  const renew = async (): Promise<void> => {
    const startedAt = clock.now()
    triedAt = startedAt
    try {
      keys = readKeySet(await load(), hasher)
      loadedAt = startedAt
    } catch {
      // The old set still counts until it is too old; what is not in it is not trusted.
    } finally {
      loading = undefined
    }
  }
  const isFresh = (): boolean => clock.now() - loadedAt < maxAgeMs

  return Object.freeze({
    find: async (kid: string): Promise<FoundKey> => {
      const wanted = !isFresh() || !keys.has(kid)
      if (wanted && loading === undefined && clock.now() - triedAt >= coolDownMs) loading = renew()
      if (wanted) await loading
      return isFresh() ? lookUp(keys, kid) : { kind: 'unavailable' }
    },
  })
}

import { describe, it } from 'vitest'
import { argumentCases } from './argument-cases.ts'
import { endingCases } from './ending-cases.ts'
import type { ProviderPeer } from './provider-peer.ts'
import { turnCases } from './turn-cases.ts'

/** Holds a peer to every case. */
export function providerContract(peer: ProviderPeer): void {
  describe(peer.name, () => {
    for (const { name, skip, run } of [...turnCases, ...argumentCases, ...endingCases]) {
      const reason = skip?.(peer) ?? null
      it.skipIf(reason !== null)(reason === null ? name : `${name}: ${reason}`, () => run(peer))
    }
  })
}

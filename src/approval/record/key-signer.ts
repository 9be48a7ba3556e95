import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { Signer, SigningAlgorithm } from '../../core/signer.ts'
import { ToolnotaryError } from '../../errors.ts'
import { algorithmOf } from './algorithm.ts'
import { bufferOf } from './signature.ts'

/** What {@link createKeySigner} takes. */
export interface KeySignerOptions {
  readonly kid: string
  readonly alg: SigningAlgorithm
  /** A private JWK; it is imported so that it cannot be exported again. */
  readonly jwk: JWK
}

/** A signer whose key is in the memory of this process. Throws `signer_failed` when the key is not one of the algorithm. */
export async function createKeySigner({ kid, alg, jwk }: KeySignerOptions): Promise<Signer> {
  const key = await importPrivateKey(alg, jwk)
  const params = algorithmOf(alg)?.params
  if (params === undefined) throw new ToolnotaryError('signer_failed')
  return Object.freeze({
    kid,
    alg,
    sign: async (input: Uint8Array) =>
      new Uint8Array(await crypto.subtle.sign(params, key, bufferOf(input))),
  })
}

async function importPrivateKey(alg: SigningAlgorithm, jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg, { extractable: false }).catch((cause: unknown) => {
    throw new ToolnotaryError('signer_failed', {}, { cause })
  })
  if (key instanceof Uint8Array || key.type !== 'private')
    throw new ToolnotaryError('signer_failed')
  return key
}

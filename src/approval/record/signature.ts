import type { CryptoKey } from 'jose'
import { base64url } from 'jose'
import type { SigningAlgorithm } from '../../core/signer.ts'
import { algorithmOf } from './algorithm.ts'
import type { CompactForm } from './compact-form.ts'

/** Whether a signature over these bytes was made with the key. Never throws: a fault of the key is a no. */
export async function verifySignature(
  alg: SigningAlgorithm,
  key: CryptoKey,
  input: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const algorithm = algorithmOf(alg)
  if (algorithm === undefined) return false
  try {
    return await crypto.subtle.verify(algorithm.params, key, bufferOf(signature), bufferOf(input))
  } catch {
    return false
  }
}

/** The same for a record: the bytes that are signed are those that came, never bytes that were made again. */
export function verifyCompact(
  alg: SigningAlgorithm,
  key: CryptoKey,
  compact: CompactForm,
): Promise<boolean> {
  const { header, payload, signature } = compact
  return verifySignature(alg, key, signingInput(header, payload), base64url.decode(signature))
}

/** `ASCII(header ‖ '.' ‖ payload)` (RFC 7515 §5.1), both still encoded. */
export function signingInput(header: string, payload: string): Uint8Array {
  return new TextEncoder().encode(`${header}.${payload}`)
}

/** WebCrypto takes no view of shared memory; a copy also cannot change while the operation runs. */
export function bufferOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

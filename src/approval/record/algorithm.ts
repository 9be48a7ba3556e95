import type { SigningAlgorithm } from '../../core/signer.ts'

/** What WebCrypto, a JWK and a header must say of one algorithm. */
export interface AlgorithmFacts {
  readonly alg: SigningAlgorithm
  readonly kty: 'OKP' | 'EC'
  readonly crv: 'Ed25519' | 'P-256'
  /** The members of a public JWK that hold key bytes, 32 each. */
  readonly coordinates: readonly ('x' | 'y')[]
  readonly params: { readonly name: string; readonly hash?: string }
}

const ED25519: AlgorithmFacts = {
  alg: 'Ed25519',
  kty: 'OKP',
  crv: 'Ed25519',
  coordinates: ['x'],
  params: { name: 'Ed25519' },
}

const ES256: AlgorithmFacts = {
  alg: 'ES256',
  kty: 'EC',
  crv: 'P-256',
  coordinates: ['x', 'y'],
  params: { name: 'ECDSA', hash: 'SHA-256' },
}

/** `EdDSA` is the older name (RFC 8037); as a key is Ed25519 or nothing here, it means the same. */
const ALGORITHMS: ReadonlyMap<string, AlgorithmFacts> = new Map([
  ['Ed25519', ED25519],
  ['EdDSA', ED25519],
  ['ES256', ES256],
])

/** Bytes of a signature, in both algorithms. */
export const SIGNATURE_BYTES = 64

/** The facts of an algorithm named from outside, or undefined. */
export function algorithmOf(name: string): AlgorithmFacts | undefined {
  return ALGORITHMS.get(name)
}

/** The signature algorithms of records: RFC 9864 `Ed25519`, RFC 7518 `ES256`. */
export type SigningAlgorithm = 'Ed25519' | 'ES256'

/**
 * Signs with one key that stays where it is: in this process, in another one, or in a key management service.
 * May reject; nothing is signed then.
 */
export interface Signer {
  readonly kid: string
  readonly alg: SigningAlgorithm
  /** The 64 bytes of the signature over exactly these bytes; for ES256 R ‖ S (RFC 7518 §3.4), not DER. */
  sign(input: Uint8Array): Promise<Uint8Array>
}

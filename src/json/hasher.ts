/** A key that is ready for use. Carries no bytes: only the hasher that made it knows them. */
export interface HmacKey {
  readonly kind: 'hmac_key'
}

/**
 * SHA-256 and HMAC-SHA-256 over the UTF-8 bytes of a text; results are base64url without padding.
 * Half a surrogate pair has no UTF-8 bytes: both throw `json_not_canonical` for it.
 */
export interface Hasher {
  sha256(text: string): string
  /** Copies the bytes. Throws `hmac_key_invalid` for fewer than 32 (RFC 2104 §3). */
  hmacKey(bytes: Uint8Array): HmacKey
  /** Throws `hmac_key_invalid` for a key that another hasher made. */
  hmacSha256(key: HmacKey, text: string): string
}

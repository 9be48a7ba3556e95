declare const hmacKeyBrand: unique symbol

/** A key that is ready for use; only the hasher that made it can read it. */
export interface HmacKey {
  readonly [hmacKeyBrand]: true
}

/** SHA-256 and HMAC-SHA-256 over the UTF-8 bytes of a text, synchronous. Digests are base64url without padding. */
export interface Hasher {
  sha256(text: string): string
  hmacKey(bytes: Uint8Array): HmacKey
  hmacSha256(key: HmacKey, text: string): string
}

import { ToolnotaryError } from '../errors.ts'
import type { Hasher } from './hasher.ts'

/** What a digest is of; two domains never give the same digest for the same text. */
export type DigestDomain =
  | 'toolnotary/action/v1'
  | 'toolnotary/args/v1'
  | 'toolnotary/contract/v1'
  | 'toolnotary/entry/v1'
  | 'toolnotary/operation/v1'
  | 'toolnotary/policy/v1'
  | 'toolnotary/result/v1'
  | 'toolnotary/shown/v1'

/** `sha-256:` and base64url of `SHA-256(domain ‖ 0x00 ‖ text)`; vectors in `docs/records/digests.json`. */
export function digest(hasher: Hasher, domain: DigestDomain, text: string): string {
  return `sha-256:${hasher.sha256(`${domain}\0${text}`)}`
}

// The last character carries two bits: any other would be a second spelling of the same bytes.
const SALT = /^[A-Za-z0-9_-]{21}[AQgw]$/

/**
 * The same with a salt before the text, so that a digest in a log does not betray what is easily guessed.
 * The salt is base64url of 16 bytes, and its fixed length keeps the join injective. Throws `salt_invalid`.
 */
export function saltedDigest(
  hasher: Hasher,
  domain: DigestDomain,
  salt: string,
  text: string,
): string {
  if (!SALT.test(salt)) throw new ToolnotaryError('salt_invalid')
  return digest(hasher, domain, salt + text)
}

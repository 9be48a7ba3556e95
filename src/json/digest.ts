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

/** `sha-256:` and base64url of `SHA-256(domain ‖ 0x00 ‖ text)`. */
export function digest(hasher: Hasher, domain: DigestDomain, text: string): string {
  return `sha-256:${hasher.sha256(`${domain}\0${text}`)}`
}

const SALT = /^[A-Za-z0-9_-]{22}$/

/** The same with a salt before the text: 22 characters of base64url. Its fixed length keeps the join injective. */
export function saltedDigest(hasher: Hasher, domain: DigestDomain, salt: string, text: string): string {
  if (!SALT.test(salt)) throw new ToolnotaryError('json_not_canonical')
  return digest(hasher, domain, salt + text)
}

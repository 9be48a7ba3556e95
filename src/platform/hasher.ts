import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import { ToolnotaryError } from '../errors.ts'
import type { Hasher, HmacKey } from '../json/hasher.ts'

const MIN_KEY_BYTES = 32

/** The hasher of Node. */
export function createNodeHasher(): Hasher {
  // A KeyObject, because with a Buffer as key Node 24 is eight times slower.
  const keys = new WeakMap<HmacKey, KeyObject>()
  return Object.freeze({
    sha256: (text: string) => hash('sha256', assertWellFormed(text), 'base64url'),
    hmacKey: (bytes: Uint8Array) => {
      if (bytes.length < MIN_KEY_BYTES) throw new ToolnotaryError('hmac_key_invalid')
      const key: HmacKey = Object.freeze({ kind: 'hmac_key' })
      keys.set(key, createSecretKey(bytes))
      return key
    },
    hmacSha256: (key: HmacKey, text: string) => {
      const secret = keys.get(key)
      if (secret === undefined) throw new ToolnotaryError('hmac_key_invalid')
      return createHmac('sha256', secret).update(assertWellFormed(text)).digest('base64url')
    },
  })
}

/** Node would hash U+FFFD for half a surrogate pair, and so give two texts one digest. */
function assertWellFormed(text: string): string {
  if (!text.isWellFormed()) throw new ToolnotaryError('json_not_canonical')
  return text
}

import { base64url } from 'jose'

/** A compact JWS (RFC 7515 §7.1) in its three parts, still encoded. */
export interface CompactForm {
  readonly header: string
  readonly payload: string
  readonly signature: string
}

/** No record is longer, in bytes. */
export const MAX_RECORD_BYTES = 4096

const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

/** Takes a record apart, or gives null when it is too long or not the one spelling that its bytes have. */
export function readCompact(record: unknown): CompactForm | null {
  // The length comes first, so that nothing else runs over a long text. The pattern then leaves ASCII only.
  if (typeof record !== 'string' || record.length > MAX_RECORD_BYTES) return null
  const parts = COMPACT.exec(record)
  if (parts === null) return null
  const [, header = '', payload = '', signature = ''] = parts
  return [header, payload, signature].every(isCanonical) ? { header, payload, signature } : null
}

/** Base64url decoders ignore the bits that are left over in the last character: only one spelling counts here. */
function isCanonical(part: string): boolean {
  const bytes = decode(part)
  return bytes !== null && base64url.encode(bytes) === part
}

function decode(part: string): Uint8Array | null {
  try {
    return base64url.decode(part)
  } catch {
    return null
  }
}

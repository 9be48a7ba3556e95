import { base64url } from 'jose'
import { parseJson } from '../../json/parse.ts'
import { readCompact } from './compact-form.ts'
import { RECORD_PROFILE, readHeader } from './header.ts'
import type { KeyRing } from './key-ring.ts'
import type { PublicKey } from './key-set.ts'
import { type Refused, refuse } from './refusal.ts'
import { verifyCompact } from './signature.ts'

/** What kind of record it is, as its header's `typ` says (RFC 8725 §3.11). One kind never passes for another. */
export type RecordType = 'tool-approval+jwt' | 'tool-use+jwt' | 'tool-receipt+jwt'

/** How far two clocks may differ. */
export const SKEW_MS = 30_000

/** Bytes that a key of the issuer has signed as this kind of record. Not yet read. */
export interface OpenedRecord {
  readonly ok: true
  /** Encoded. */
  readonly payload: string
  readonly key: PublicKey
}

/** Steps 0 to 2: one spelling, an expected header, a signature by a key that counts. Nothing in the payload is read before. */
export async function openRecord(
  record: unknown,
  typ: RecordType,
  issuer: string,
  { keys, now }: { readonly keys: KeyRing; readonly now: number },
): Promise<OpenedRecord | Refused> {
  const compact = readCompact(record)
  if (compact === null) return refuse('form', 'malformed')
  const header = readHeader(compact.header)
  if (header === null || header.typ !== typ) return refuse('header', 'header_refused')
  const found = await keys.find(issuer, header.kid)
  if (found.kind === 'unavailable') return refuse('header', 'keys_unavailable')
  if (found.kind === 'unknown') return refuse('header', 'unknown_key')
  const { key } = found
  // The key says which algorithm it is for; the header only may agree.
  if (key.alg !== header.alg) return refuse('header', 'header_refused')
  if (key.revokedAt !== null && key.revokedAt <= now + SKEW_MS)
    return refuse('header', 'key_revoked')
  const opened = await key.open().catch(() => null)
  if (opened === null || !(await verifyCompact(key.alg, opened, compact)))
    return refuse('signature', 'bad_signature')
  return { ok: true, payload: compact.payload, key }
}

/** Step 3: strict JSON of exactly one shape, or null. The value is deeply frozen. */
export function readPayload<T>(encoded: string, is: (value: unknown) => value is T): T | null {
  const parsed = parseJson(base64url.decode(encoded), RECORD_PROFILE)
  return parsed.ok && is(parsed.value) ? parsed.value : null
}

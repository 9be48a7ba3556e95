import { base64url } from 'jose'
import type { SigningAlgorithm } from '../../core/signer.ts'
import { parseJson } from '../../json/parse.ts'
import { CALL_PROFILE, type JsonProfile } from '../../json/profile.ts'
import { algorithmOf } from './algorithm.ts'
import { closed, isName, isText, optional } from './shape.ts'

/** The protected header of a record. It has these members and no others. */
export interface RecordHeader {
  readonly alg: SigningAlgorithm
  readonly kid: string
  /** Null where a token has none; no kind of record is without. */
  readonly typ: string | null
}

/** What may stand in a header or payload: both are small and flat. */
export const RECORD_PROFILE: JsonProfile = Object.freeze({
  ...CALL_PROFILE,
  maxBytes: 4096,
  maxDepth: 8,
  maxElements: 256,
})

interface RawHeader {
  readonly alg: string
  readonly kid: string
  readonly typ?: string
}

// Closed: crit, jku, jwk, x5u, x5c, b64 and whatever comes next are refused, not ignored.
const isRawHeader = closed<RawHeader>({ alg: isText, kid: isName, typ: optional(isText) })

/** Reads the encoded header, or gives null when it is not exactly what a record may have. */
export function readHeader(encoded: string): RecordHeader | null {
  const parsed = parseJson(base64url.decode(encoded), RECORD_PROFILE)
  if (!parsed.ok || !isRawHeader(parsed.value)) return null
  const algorithm = algorithmOf(parsed.value.alg)
  if (algorithm === undefined) return null
  return { alg: algorithm.alg, kid: parsed.value.kid, typ: parsed.value.typ ?? null }
}

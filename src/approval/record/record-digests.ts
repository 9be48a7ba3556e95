import type { Shown } from '../../core/approver.ts'
import { canonicalJson } from '../../json/canonical.ts'
import { digest, saltedDigest } from '../../json/digest.ts'
import type { Hasher } from '../../json/hasher.ts'
import type { JsonObject } from '../../json/value.ts'
import type { Approval } from './approval.ts'

/** `action.args`: salted, so that a record does not give away short arguments. `args` is canonical JSON. */
export function argsDigest(hasher: Hasher, salt: string, args: string): string {
  return saltedDigest(hasher, 'toolnotary/args/v1', salt, args)
}

/** `shown.d`: over the rows and the text. Salted like the arguments, because it contains them. */
export function shownDigest(hasher: Hasher, salt: string, shown: Shown): string {
  const rows = shown.rows.map(({ label, value }) => ({ label, value }))
  return saltedDigest(
    hasher,
    'toolnotary/shown/v1',
    salt,
    canonicalJson({ rows, json: shown.json }),
  )
}

/** `ah`: over what was approved for whom, whoever approved it and when. */
export function actionDigest(
  hasher: Hasher,
  approval: Pick<Approval, 'v' | 'aud' | 'sub' | 'tnt' | 'action' | 'shown'>,
): string {
  const { v, aud, sub, tnt, action, shown } = approval
  return digest(
    hasher,
    'toolnotary/action/v1',
    canonicalJson({ v, aud, sub, tnt, action: { ...action }, shown: { ...shown } }),
  )
}

/** `gh` and `approval`: over the very bytes of a record. */
export function recordDigest(hasher: Hasher, record: string): string {
  return `sha-256:${hasher.sha256(`toolnotary/record/v1\0${record}`)}`
}

/** What a passkey signs as its challenge: base64url of the digest over the whole payload without the evidence. */
export function evidenceChallenge(hasher: Hasher, approval: Approval): string {
  const { ev: _, ...apr } = approval.apr
  // An interface has no index signature; every member is plain JSON, as its reader made sure.
  const payload = { ...approval, apr } as unknown as JsonObject
  return hasher.sha256(`toolnotary/webauthn/v1\0${canonicalJson(payload)}`)
}

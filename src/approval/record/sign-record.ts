import { base64url } from 'jose'
import type { Signer } from '../../core/signer.ts'
import { ToolnotaryError } from '../../errors.ts'
import { canonicalJson } from '../../json/canonical.ts'
import { parseJson } from '../../json/parse.ts'
import type { JsonObject } from '../../json/value.ts'
import { SIGNATURE_BYTES } from './algorithm.ts'
import { type Approval, isApproval } from './approval.ts'
import { MAX_RECORD_BYTES } from './compact-form.ts'
import { RECORD_PROFILE } from './header.ts'
import type { RecordType } from './open-record.ts'
import { isReceipt, type Receipt } from './receipt.ts'
import { signingInput } from './signature.ts'
import { isUse, type Use } from './use.ts'

/** 64 bytes as base64url, and the two dots of the compact form. */
const SIGNATURE_LENGTH = 88

/** Signs an approval. Throws `record_invalid`, `record_too_large` and `signer_failed`; nothing half-made is returned. */
export function signApproval(signer: Signer, approval: Approval): Promise<string> {
  return signRecord(signer, 'tool-approval+jwt', approval, isApproval)
}

/** Signs a use of a standing approval. Throws like {@link signApproval}. */
export function signUse(signer: Signer, use: Use): Promise<string> {
  return signRecord(signer, 'tool-use+jwt', use, isUse)
}

/** Signs a receipt. Throws like {@link signApproval}. */
export function signReceipt(signer: Signer, receipt: Receipt): Promise<string> {
  return signRecord(signer, 'tool-receipt+jwt', receipt, isReceipt)
}

async function signRecord<T extends object>(
  signer: Signer,
  typ: RecordType,
  payload: T,
  is: (value: unknown) => value is T,
): Promise<string> {
  const { alg, kid } = signer
  const header = base64url.encode(canonicalJson({ alg, kid, typ }))
  const text = canonicalJson(payload as unknown as JsonObject)
  const body = base64url.encode(text)
  if (header.length + body.length + SIGNATURE_LENGTH > MAX_RECORD_BYTES)
    throw new ToolnotaryError('record_too_large', { typ })
  const parsed = parseJson(text, RECORD_PROFILE)
  // What a verifier would not read must not be signed: a record that nobody accepts would only look like one.
  if (!parsed.ok || !is(parsed.value)) throw new ToolnotaryError('record_invalid', { typ })
  const signature = await signer.sign(signingInput(header, body)).catch((cause: unknown) => {
    throw new ToolnotaryError('signer_failed', { kid }, { cause })
  })
  // A DER signature of a key service would be the usual mistake.
  if (signature.length !== SIGNATURE_BYTES) throw new ToolnotaryError('signer_failed', { kid })
  return `${header}.${body}.${base64url.encode(signature)}`
}

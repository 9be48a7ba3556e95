import { canonicalJson } from '../json/canonical.ts'
import { digest } from '../json/digest.ts'
import type { Hasher } from '../json/hasher.ts'
import type { JsonObject } from '../json/value.ts'

/** All that a model, an approver or a policy reads of a tool, with the identity of whoever serves it. */
export interface Contract {
  /** Canonical identity of the server, or of the application for a tool in process. */
  readonly server: string
  /** Digest of the server's instructions, where it has any. */
  readonly instructions: string | null
  /** The complete raw tool object. */
  readonly tool: JsonObject
}

/** `SHA-256("toolnotary/contract/v1\0" ‖ JCS({ v: 1, server, instructions, tool }))`, as locks and approvals hold it. */
export function contractDigest(hasher: Hasher, contract: Contract): string {
  const { server, instructions, tool } = contract
  return digest(
    hasher,
    'toolnotary/contract/v1',
    canonicalJson({ v: 1, server, instructions, tool }),
  )
}

import type { ErrorCode } from '../errors.ts'
import { digest } from '../json/digest.ts'
import type { Hasher } from '../json/hasher.ts'
import type { Caller } from './caller.ts'

/** What names one intent in process: the conversation, and the provider's id of the call in it. */
export interface OperationRef {
  readonly conversation: string
  readonly callId: string
}

const MAX_LENGTH = 512

function isPart(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH && value.isWellFormed()
  )
}

type OperationProblem = Extract<ErrorCode, 'operation_missing' | 'operation_invalid'>

/**
 * The id of an operation, scoped to tenant, user and agent, so that one caller's ids say nothing about another's.
 * A problem is the error code.
 */
export function operationId(
  hasher: Hasher,
  ref: OperationRef,
  caller: Caller,
): string | { problem: OperationProblem } {
  if (typeof ref !== 'object' || ref === null) return { problem: 'operation_missing' }
  const { conversation, callId } = ref
  if (conversation === undefined || callId === undefined) return { problem: 'operation_missing' }
  if (!isPart(conversation) || !isPart(callId)) return { problem: 'operation_invalid' }
  // A JSON array keeps the parts apart: no two different lists have the same text.
  const text = JSON.stringify([caller.tenant, caller.user, caller.agent, conversation, callId])
  return `op_${digest(hasher, 'toolnotary/operation/v1', text).slice('sha-256:'.length)}`
}

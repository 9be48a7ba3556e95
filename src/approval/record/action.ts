import type { Effect } from '../../core/tool.ts'
import { closed, isDigest, isId, isName, isToolName, oneOf } from './shape.ts'

/** Exactly one action: one operation, one tool as it is defined, one set of arguments. */
export interface ExactAction {
  readonly kind: 'exact'
  /** Canonical identity of the server, or of the application for a tool in process. */
  readonly srv: string
  readonly tool: string
  /** Contract digest: all that the approver and the model could read of the tool. */
  readonly def: string
  /** Salted digest of the canonical arguments. */
  readonly args: string
  /** Operation id. */
  readonly op: string
  readonly cls: Effect
}

/** Whether a value is an exact action and nothing more. */
export const isExactAction: (value: unknown) => value is ExactAction = closed<ExactAction>({
  kind: oneOf('exact'),
  srv: isName,
  tool: isToolName,
  def: isDigest,
  args: isDigest,
  op: isId,
  cls: oneOf('read', 'write', 'irreversible'),
})

import type { JsonObject } from '../json/value.ts'
import type { ValidatedCall } from './call.ts'
import type { ExecuteContext } from './tool.ts'

/** What a handler or a probe sees: the very arguments that were judged. */
export function executeContext(
  call: ValidatedCall,
  operation: string,
  signal: AbortSignal,
): ExecuteContext<JsonObject> {
  const { caller } = call.received
  return { caller, args: call.args, signal, idempotencyKey: operation, operation }
}

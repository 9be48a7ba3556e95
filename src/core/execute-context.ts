import type { JsonObject } from '../json/value.ts'
import type { ValidatedCall } from './call.ts'
import type { ExecuteContext } from './tool.ts'

/** What a handler or a probe sees: the very arguments that were judged. */
export function executeContext(
  call: ValidatedCall,
  operation: string,
  stop: AbortController,
): ExecuteContext<JsonObject> {
  const { caller } = call.received
  return {
    caller,
    args: call.args,
    // Made only for the tool that asks for it.
    get signal() {
      return stop.signal
    },
    idempotencyKey: operation,
    operation,
  }
}

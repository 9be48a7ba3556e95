import { canonicalJson } from '../json/canonical.ts'
import { plainJson } from '../json/plain.ts'
import type { JsonObject } from '../json/value.ts'
import type { ResolvedCall, ValidatedCall } from './call.ts'
import { Ended, endInvalid } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { Trail } from './trail.ts'
import { within } from './within.ts'

/**
 * Holds the arguments against the schema and applies its defaults, before anyone judges or approves and never after.
 * What comes out must be plain JSON that validates again to the same text: else what is judged is not what would run.
 */
export async function validate(
  gate: GateContext,
  trail: Trail,
  call: ResolvedCall,
): Promise<ValidatedCall | Ended> {
  trail.stage = 'validate'
  const first = await check(gate, trail, call, call.received.args)
  if (first instanceof Ended) return first
  const changed = first.text !== call.received.text
  if (changed) {
    const second = await check(gate, trail, call, first.args)
    if (second instanceof Ended && second.ending.kind !== 'invalid') return second
    if (second instanceof Ended || second.text !== first.text) {
      return endInvalid('validate', 'arguments_unstable')
    }
  }
  trail.text = first.text
  const { received, target } = call
  return Object.freeze({ received, target, args: first.args, text: first.text })
}

interface CheckedArguments {
  readonly args: JsonObject
  readonly text: string
}

async function check(
  gate: GateContext,
  trail: Trail,
  call: ResolvedCall,
  args: JsonObject,
): Promise<CheckedArguments | Ended> {
  const checked = await within(gate, trail, 'validator_unavailable', () =>
    call.target.input.check(args),
  )
  if (checked instanceof Ended) return checked
  if (!checked.ok) return endInvalid('validate', 'arguments_invalid', checked.issues)
  // The very object that went in: it is plain, frozen and has its text already.
  if (checked.value === args && args === call.received.args)
    return { args, text: call.received.text }
  const plain = plainJson(checked.value)
  if (
    !plain.ok ||
    typeof plain.value !== 'object' ||
    plain.value === null ||
    Array.isArray(plain.value)
  ) {
    return endInvalid('validate', 'arguments_unstable')
  }
  const object = plain.value as JsonObject
  return { args: object, text: canonicalJson(object) }
}

import type { ErrorCode } from '../errors.ts'
import type { Assurance } from './assurance.ts'
import { authorize } from './authorize.ts'
import type { CallRequest } from './call.ts'
import { Ended, endInvalid } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { EndingKind } from './outcome.ts'
import { readRequest } from './read-request.ts'
import { receive } from './receive.ts'
import { resolve } from './resolve.ts'
import type { Stage } from './stage.ts'
import { openTrail, type Trail } from './trail.ts'
import { validate } from './validate.ts'

/** How a call would be decided. Whether there is room under the limits, and what a person would say, is not asked. */
export type Explanation =
  | { readonly kind: 'permit'; readonly rule: string }
  | { readonly kind: 'ask'; readonly rule: string; readonly assurance: Assurance }
  | {
      readonly kind: 'end'
      readonly stage: Stage
      readonly ending: EndingKind
      readonly reason: ErrorCode | null
      readonly rule: string | null
    }

/** Goes through the judging stages without counting, asking, executing or recording anything. */
export async function explainCall(gate: GateContext, asked: CallRequest): Promise<Explanation> {
  const { sound, request } = readRequest(asked)
  const trail = openTrail(gate, request)
  if (!sound) return explainEnd(trail, endInvalid('receive', 'request_invalid'))
  const uncounted = { ...gate, limits: { ...gate.limits, caller: null } }
  const received = await receive(uncounted, trail, request)
  if (received instanceof Ended) return explainEnd(trail, received)
  const resolved = await resolve(uncounted, trail, received)
  if (resolved instanceof Ended) return explainEnd(trail, resolved)
  const validated = await validate(uncounted, trail, resolved)
  if (validated instanceof Ended) return explainEnd(trail, validated)
  const authorized = await authorize(uncounted, trail, validated)
  if (authorized instanceof Ended) return explainEnd(trail, authorized)
  const { ask, rule } = authorized
  return ask === null ? { kind: 'permit', rule } : { kind: 'ask', rule, assurance: ask }
}

function explainEnd(trail: Trail, { stage, ending }: Ended): Explanation {
  const reason = 'reason' in ending ? ending.reason : null
  return { kind: 'end', stage, ending: ending.kind, reason, rule: trail.rule }
}

import type { Decision, Policy } from '../core/decision.ts'
import type { Effect } from '../core/tool.ts'

const DECISIONS: Readonly<Record<Effect, Decision>> = Object.freeze({
  read: Object.freeze({ kind: 'permit', rule: 'default/read' }),
  write: Object.freeze({ kind: 'ask', rule: 'default/write', assurance: 1 }),
  irreversible: Object.freeze({ kind: 'ask', rule: 'default/irreversible', assurance: 1 }),
})

/** The policy of a gate that was given none: reads are permitted, everything else asks a person for each call. */
export function createDefaultPolicy(): Policy {
  return Object.freeze({ decide: ({ effect }) => DECISIONS[effect] } satisfies Policy)
}

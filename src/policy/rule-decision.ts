import type { Decision } from '../core/decision.ts'
import type { RuleDecision } from './rule.ts'

/** What is decided where no rule matches. */
export const NO_MATCH: Decision = Object.freeze({
  kind: 'deny',
  rule: 'default/no-match',
  reason: 'policy_no_match',
})

/** A decision in the name of a rule. */
export function toDecision(rule: string, decision: RuleDecision): Decision {
  switch (decision.kind) {
    case 'permit':
      return Object.freeze({ kind: 'permit', rule })
    case 'ask':
      return Object.freeze({ kind: 'ask', rule, assurance: decision.assurance })
    case 'deny':
      return Object.freeze({ kind: 'deny', rule, reason: 'policy_denied' })
  }
}

const ASSURANCES = [0, 'asserted', 1, 2, 3, 4]

/** Orders two decisions so that the stricter one comes first; equals stay as they are. */
export function compareStrictness(one: Decision, other: Decision): number {
  return strictness(other) - strictness(one)
}

function strictness(decision: Decision): number {
  switch (decision.kind) {
    case 'permit':
      return 0
    case 'ask':
      return 1 + ASSURANCES.indexOf(decision.assurance)
    case 'deny':
      return 1 + ASSURANCES.length
  }
}

import type { Rule } from './rule.ts'
import { createRulePolicy, type RulePolicy } from './rule-policy.ts'

/** The rules of a gate that was given none; spread them into a list of your own to add to them. */
export const DEFAULT_RULES: readonly Rule[] = Object.freeze([
  { id: 'default/read', when: { effect: 'read' }, decision: { kind: 'permit' } },
  { id: 'default/write', when: { effect: 'write' }, decision: { kind: 'ask', assurance: 1 } },
  {
    id: 'default/irreversible',
    when: { effect: 'irreversible' },
    decision: { kind: 'ask', assurance: 1 },
  },
])

/** The policy of a gate that was given none: reads are permitted, everything else asks a person for each call. */
export function createDefaultPolicy(): RulePolicy {
  return createRulePolicy(DEFAULT_RULES)
}

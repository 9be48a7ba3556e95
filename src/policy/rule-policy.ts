import type { Decision, Policy, PolicyInput } from '../core/decision.ts'
import { compileRule, type RuleTest } from './compile-rule.ts'
import { readRules } from './read-rules.ts'
import type { Rule } from './rule.ts'
import { compareStrictness, NO_MATCH, toDecision } from './rule-decision.ts'

/** What one rule says about one call. */
export interface RuleExplanation {
  readonly rule: string
  readonly kind: Decision['kind']
  readonly matched: boolean
  /** Each condition that did not plainly hold, up to the one that failed, as a path in the rule such as `when.args.0`. */
  readonly unmet: readonly { readonly condition: string; readonly because: 'no' | 'unknown' }[]
}

/** A policy of rules, which can also say why. */
export interface RulePolicy extends Policy {
  decide(input: PolicyInput): Decision
  /** One entry a rule, in the order in which the rules were given. */
  explain(input: PolicyInput): readonly RuleExplanation[]
}

interface CompiledRule {
  readonly decision: Decision
  readonly tests: readonly RuleTest[]
}

/**
 * Puts rules together: the strictest match wins (deny, then ask by assurance, then permit; the first among equals), and
 * no match denies. Where an argument is of a kind that a condition cannot judge, a deny rule matches and others do not.
 * Throws `policy_invalid` with the rule and the member that is wrong.
 */
export function createRulePolicy(rules: readonly Rule[]): RulePolicy {
  const compiled = readRules(rules).map((rule) => ({
    decision: toDecision(rule.id, rule.decision),
    tests: compileRule(rule),
  }))
  // Sorting is stable, so that the first match in this order is the strictest, and the first among equals.
  const strictestFirst = compiled.toSorted((one, other) =>
    compareStrictness(one.decision, other.decision),
  )
  return Object.freeze({
    decide: (input) => strictestFirst.find((rule) => matches(rule, input))?.decision ?? NO_MATCH,
    explain: (input) => compiled.map((rule) => explainRule(rule, input)),
  } satisfies RulePolicy)
}

function matches({ decision, tests }: CompiledRule, input: PolicyInput): boolean {
  const least = decision.kind === 'deny' ? 'unknown' : 'yes'
  return tests.every(({ holds }) => {
    const answer = holds(input)
    return answer === 'yes' || answer === least
  })
}

function explainRule(rule: CompiledRule, input: PolicyInput): RuleExplanation {
  const unmet: { condition: string; because: 'no' | 'unknown' }[] = []
  for (const { condition, holds } of rule.tests) {
    const answer = holds(input)
    if (answer !== 'yes') unmet.push({ condition, because: answer })
    if (answer === 'no') break
  }
  return {
    rule: rule.decision.rule,
    kind: rule.decision.kind,
    matched: matches(rule, input),
    unmet,
  }
}

export { type CedarEntity, type CedarPolicyOptions, createCedarPolicy } from './cedar.ts'
export type { CedarValue } from './cedar-value.ts'
export { createDefaultPolicy, DEFAULT_RULES } from './default-policy.ts'
export { readRules } from './read-rules.ts'
export type {
  ArgumentCondition,
  CallerMatch,
  OneOrMany,
  Rule,
  RuleDecision,
  RuleMatch,
  Scalar,
} from './rule.ts'
export { createRulePolicy, type RuleExplanation, type RulePolicy } from './rule-policy.ts'

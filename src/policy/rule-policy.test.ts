import { expect, it } from 'vitest'
import type { PolicyInput } from '../core/decision.ts'
import { createDefaultPolicy, DEFAULT_RULES } from './default-policy.ts'
import type { Rule, RuleDecision, RuleMatch } from './rule.ts'
import { createRulePolicy } from './rule-policy.ts'

const call: PolicyInput = {
  tool: 'refund_order',
  effect: 'irreversible',
  position: 'in-process',
  caller: { user: 'user-1', tenant: 'tenant-1', agent: 'app', scopes: ['refunds', 'orders'] },
  args: { amount: 500, currency: 'EUR', note: '7' },
}

const permit: RuleDecision = { kind: 'permit' }
const deny: RuleDecision = { kind: 'deny' }
const ask = (assurance: 'asserted' | 1 | 2 | 3 | 4): RuleDecision => ({ kind: 'ask', assurance })
const rule = (id: string, decision: RuleDecision, when: RuleMatch = {}): Rule => ({
  id,
  when,
  decision,
})

it.each([
  { effect: 'read', decision: { kind: 'permit', rule: 'default/read' } },
  { effect: 'write', decision: { kind: 'ask', rule: 'default/write', assurance: 1 } },
  { effect: 'irreversible', decision: { kind: 'ask', rule: 'default/irreversible', assurance: 1 } },
] as const)('answers $decision.kind by default for $effect', ({ effect, decision }) => {
  expect(createDefaultPolicy().decide({ ...call, effect })).toEqual(decision)
})

it('denies what no rule matches', () => {
  const denied = { kind: 'deny', rule: 'default/no-match', reason: 'policy_no_match' }
  expect(createRulePolicy([]).decide(call)).toEqual(denied)
  expect(createRulePolicy([rule('a', permit, { tool: 'other' })]).decide(call)).toEqual(denied)
})

it.each<{ name: string; rules: readonly Rule[]; decision: object }>([
  {
    name: 'deny over everything',
    rules: [rule('a', permit), rule('b', deny), rule('c', ask(4))],
    decision: { kind: 'deny', rule: 'b', reason: 'policy_denied' },
  },
  {
    name: 'ask over permit',
    rules: [rule('a', permit), rule('b', ask('asserted'))],
    decision: { kind: 'ask', rule: 'b', assurance: 'asserted' },
  },
  {
    name: 'the higher assurance',
    rules: [rule('a', ask(1)), rule('b', ask('asserted')), rule('c', ask(3)), rule('d', ask(2))],
    decision: { kind: 'ask', rule: 'c', assurance: 3 },
  },
  {
    name: 'the first among equals',
    rules: [rule('a', permit), rule('b', deny), rule('c', deny)],
    decision: { kind: 'deny', rule: 'b', reason: 'policy_denied' },
  },
])('lets win: $name', ({ rules, decision }) => {
  expect(createRulePolicy(rules).decide(call)).toEqual(decision)
})

it.each<{ when: RuleMatch; matches: boolean }>([
  { when: {}, matches: true },
  { when: { tool: 'refund_order' }, matches: true },
  { when: { tool: 'refund' }, matches: false },
  { when: { tool: 'refund_*' }, matches: true },
  { when: { tool: ['other', 'refund_*'] }, matches: true },
  { when: { tool: ['other', 'pay_*'] }, matches: false },
  { when: { tool: '*' }, matches: true },
  { when: { effect: ['write', 'irreversible'] }, matches: true },
  { when: { effect: 'read' }, matches: false },
  { when: { position: 'in-process' }, matches: true },
  { when: { position: ['hosted', 'mcp-server'] }, matches: false },
  {
    when: { caller: { user: 'user-1', tenant: ['tenant-1', 'tenant-2'], agent: 'app' } },
    matches: true,
  },
  { when: { caller: { user: 'user-2' } }, matches: false },
  { when: { caller: { user: 'user-1', tenant: 'tenant-2' } }, matches: false },
  { when: { caller: { agent: 'other' } }, matches: false },
  { when: { scopes: ['orders', 'refunds'] }, matches: true },
  { when: { scopes: ['refunds', 'admin'] }, matches: false },
  { when: { args: [{ at: '/amount', op: 'lte', value: 500 }] }, matches: true },
  {
    when: {
      args: [
        { at: '/amount', op: 'lte', value: 500 },
        { at: '/currency', op: 'eq', value: 'USD' },
      ],
    },
    matches: false,
  },
  { when: { tool: 'refund_order', effect: 'read' }, matches: false },
])('matches $when: $matches', ({ when, matches }) => {
  const policy = createRulePolicy([rule('a', permit, when)])
  expect(policy.decide(call).kind).toBe(matches ? 'permit' : 'deny')
  expect(policy.explain(call)[0]?.matched).toBe(matches)
})

const unjudged: RuleMatch = { args: [{ at: '/note', op: 'gte', value: 100 }] }

it('takes what a condition cannot judge as a match of a deny rule, and of no other', () => {
  const decide = (...rules: Rule[]) => createRulePolicy(rules).decide(call)
  expect(decide(rule('a', permit, unjudged)).rule).toBe('default/no-match')
  expect(decide(rule('a', ask(1), unjudged)).rule).toBe('default/no-match')
  expect(decide(rule('a', permit), rule('b', deny, unjudged)).rule).toBe('b')
})

it('does not deny by a rule of which one condition plainly fails', () => {
  const other: RuleMatch = {
    args: [...(unjudged.args ?? []), { at: '/currency', op: 'eq', value: 'USD' }],
  }
  const missing: RuleMatch = { args: [{ at: '/missing', op: 'gte', value: 100 }] }
  const rules = [rule('a', permit), rule('b', deny, other), rule('c', deny, missing)]
  expect(createRulePolicy(rules).decide(call).rule).toBe('a')
})

it('explains each rule by the conditions that did not hold', () => {
  const rules = [
    rule('fits', ask(2), { tool: 'refund_*', args: [{ at: '/amount', op: 'gte', value: 1 }] }),
    rule('other-caller', permit, {
      caller: { user: 'user-2' },
      args: [{ at: '/amount', op: 'eq', value: 1 }],
    }),
    rule('unjudged', deny, unjudged),
    rule('half', deny, {
      args: [
        { at: '/note', op: 'gte', value: 100 },
        { at: '/currency', op: 'in', value: ['USD'] },
      ],
    }),
  ]
  expect(createRulePolicy(rules).explain(call)).toEqual([
    { rule: 'fits', kind: 'ask', matched: true, unmet: [] },
    {
      rule: 'other-caller',
      kind: 'permit',
      matched: false,
      unmet: [{ condition: 'when.caller.user', because: 'no' }],
    },
    {
      rule: 'unjudged',
      kind: 'deny',
      matched: true,
      unmet: [{ condition: 'when.args.0', because: 'unknown' }],
    },
    {
      rule: 'half',
      kind: 'deny',
      matched: false,
      unmet: [
        { condition: 'when.args.0', because: 'unknown' },
        { condition: 'when.args.1', because: 'no' },
      ],
    },
  ])
})

it('checks the rules that code hands it as strictly as those of a file', () => {
  const wrong = [{ ...DEFAULT_RULES[0], when: { effects: 'read' } }] as unknown as readonly Rule[]
  expect(() => createRulePolicy(wrong)).toThrow(
    expect.objectContaining({ details: { rule: 'default/read', member: 'when.effects' } }),
  )
})

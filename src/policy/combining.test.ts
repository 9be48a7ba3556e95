import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Decision, PolicyInput } from '../core/decision.ts'
import type { ArgumentCondition, Rule, RuleDecision, RuleMatch } from './rule.ts'
import { createRulePolicy } from './rule-policy.ts'

const TOOLS = ['a', 'b', 'b_c']
const EFFECTS = ['read', 'write', 'irreversible'] as const
const SCOPES = ['s', 't']

const value = fc.constantFrom(0, 1, '1', 'x', null, ['x'])
const condition: fc.Arbitrary<ArgumentCondition> = fc.oneof(
  fc.record({ at: fc.constantFrom('/p', '/q/r'), op: fc.constantFrom('present', 'absent') }),
  fc.record({
    at: fc.constantFrom('/p', '/q/r'),
    op: fc.constant('eq'),
    value: fc.constantFrom(1, 'x', null),
  }),
  fc.record({
    at: fc.constantFrom('/p', '/q/r'),
    op: fc.constantFrom('lte', 'gte'),
    value: fc.constantFrom(0, 1),
  }),
)
const match: fc.Arbitrary<RuleMatch> = fc.record(
  {
    tool: fc.constantFrom('a', 'b', 'b*', ['a', 'b_*']),
    effect: fc.constantFrom(...EFFECTS),
    scopes: fc.subarray(SCOPES, { minLength: 1 }),
    args: fc.array(condition, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)
const decision: fc.Arbitrary<RuleDecision> = fc.oneof(
  fc.constant({ kind: 'permit' } as const),
  fc.constant({ kind: 'deny' } as const),
  fc.record({
    kind: fc.constant('ask' as const),
    assurance: fc.constantFrom<'asserted' | 1 | 2 | 3 | 4>('asserted', 1, 2, 3, 4),
  }),
)
const rules: fc.Arbitrary<readonly Rule[]> = fc
  .array(fc.record({ when: match, decision }), { maxLength: 6 })
  .map((list) => list.map((rule, index) => ({ id: `r${index}`, ...rule })))
const input: fc.Arbitrary<PolicyInput> = fc.record({
  tool: fc.constantFrom(...TOOLS),
  effect: fc.constantFrom(...EFFECTS),
  position: fc.constant('in-process'),
  caller: fc.record({
    user: fc.constant('u'),
    tenant: fc.constant('t'),
    agent: fc.constant('app'),
    scopes: fc.subarray(SCOPES),
  }),
  args: fc.record({ p: value, q: fc.oneof(value, fc.record({ r: value })) }, { requiredKeys: [] }),
})

const STRICTNESS = ['permit', 'asserted', 1, 2, 3, 4, 'deny']

function strictness(given: Decision): number {
  return STRICTNESS.indexOf(given.kind === 'ask' ? given.assurance : given.kind)
}

const decide = (list: readonly Rule[], call: PolicyInput): Decision =>
  createRulePolicy(list).decide(call)

it('decides the same in whatever order the rules stand, but for the name of the rule', () => {
  const shuffled = rules.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
  )
  fc.assert(
    fc.property(shuffled, input, ([list, other], call) => {
      const { rule: one, ...said } = decide(list, call)
      const { rule: two, ...again } = decide(other, call)
      expect(again).toEqual(said)
      expect(
        [one, two].every((id) => [...list.map((rule) => rule.id), 'default/no-match'].includes(id)),
      ).toBe(true)
    }),
  )
})

it('permits nothing more when a deny rule is added', () => {
  fc.assert(
    fc.property(rules, match, input, (list, when, call) => {
      const more = [...list, { id: 'added', when, decision: { kind: 'deny' } as const }]
      expect(strictness(decide(more, call))).toBeGreaterThanOrEqual(strictness(decide(list, call)))
    }),
  )
})

it('denies everything that is left without a rule', () => {
  fc.assert(
    fc.property(rules, input, (list, call) => {
      const matched = createRulePolicy(list)
        .explain(call)
        .filter((rule) => rule.matched)
      const left = list.filter(({ id }) => !matched.some(({ rule }) => rule === id))
      expect(decide(left, call).rule).toBe('default/no-match')
      expect(decide([], call).kind).toBe('deny')
    }),
  )
})

it('decides by the strictest of the rules that its explanation calls matched', () => {
  fc.assert(
    fc.property(rules, input, (list, call) => {
      const matched = createRulePolicy(list)
        .explain(call)
        .filter((rule) => rule.matched)
      const each = matched.map(({ rule }) =>
        decide(
          list.filter(({ id }) => id === rule),
          call,
        ),
      )
      const strictest = each.toSorted((one, other) => strictness(other) - strictness(one))[0]
      if (strictest !== undefined) expect(decide(list, call)).toEqual(strictest)
    }),
  )
})

import { expect, it } from 'vitest'
import { DEFAULT_RULES } from './default-policy.ts'
import { readRules } from './read-rules.ts'
import { createRulePolicy } from './rule-policy.ts'

const permit = { kind: 'permit' }
const rule = (more: object): object => ({ id: 'r', when: {}, decision: permit, ...more })
const condition = (one: unknown): object => rule({ when: { args: [one] } })
const eq = { at: '/a', op: 'eq', value: 1 }

it('reads rules that use every member of the language', () => {
  const rules = [
    {
      id: 'team/all.of-it_1',
      when: {
        tool: ['refund_order', 'github_*'],
        effect: 'irreversible',
        position: ['in-process', 'mcp-server'],
        caller: { user: 'u', tenant: ['a', 'b'], agent: 'app' },
        scopes: ['refunds'],
        args: [
          eq,
          { at: '', op: 'present' },
          { at: '/b', op: 'absent' },
          { at: '/c', op: 'in', value: ['x', 'y'] },
          { at: '/d', op: 'lte', value: 1 },
          { at: '/d', op: 'gte', value: -1.5 },
          { at: '/e', op: 'lenLte', value: 10 },
          { at: '/f', op: 'prefixPath', value: '/srv' },
          { at: '/g', op: 'hostIn', value: ['example.com', '*.example.org'] },
        ],
      },
      decision: { kind: 'ask', assurance: 'asserted' },
    },
    { id: 'no', when: {}, decision: { kind: 'deny' } },
  ]
  expect(readRules(rules)).toEqual(rules)
  expect(readRules(DEFAULT_RULES)).toEqual(DEFAULT_RULES)
})

it('copies what it reads, so that a later change of the source changes nothing', () => {
  const source = { id: 'r', when: { tool: ['a'] }, decision: { kind: 'permit' } }
  const policy = createRulePolicy(readRules([source]))
  source.when.tool.push('b')
  const caller = { user: 'u', tenant: 't', agent: 'a', scopes: [] }
  const input = { tool: 'b', effect: 'read', position: 'in-process', caller, args: {} } as const
  expect(policy.decide(input).kind).toBe('deny')
})

it.each([
  { fault: 'no list', rules: {}, at: { rule: 0, member: '' } },
  { fault: 'no object', rules: [null], at: { rule: 0, member: '' } },
  { fault: 'an array for an object', rules: [[]], at: { rule: 0, member: '' } },
  { fault: 'no id', rules: [{ when: {}, decision: permit }], at: { rule: 0, member: 'id' } },
  { fault: 'an id with spaces', rules: [rule({ id: 'a b' })], at: { rule: 0, member: 'id' } },
  {
    fault: 'the id of no match',
    rules: [rule({ id: 'default/no-match' })],
    at: { rule: 0, member: 'id' },
  },
  {
    fault: "the id of the tool's own check",
    rules: [rule({ id: 'tool/authorize' })],
    at: { rule: 0, member: 'id' },
  },
  { fault: 'an id twice', rules: [rule({}), rule({})], at: { rule: 'r', member: 'id' } },
  { fault: 'an unknown member', rules: [rule({ note: '' })], at: { rule: 0, member: 'note' } },
  {
    fault: 'no conditions',
    rules: [{ id: 'r', decision: permit }],
    at: { rule: 'r', member: 'when' },
  },
  {
    fault: 'an unknown condition',
    rules: [rule({ when: { tools: 'x' } })],
    at: { rule: 'r', member: 'when.tools' },
  },
  {
    fault: 'an inherited condition',
    rules: [rule({ when: JSON.parse('{"__proto__":{}}') })],
    at: { rule: 'r', member: 'when.__proto__' },
  },
  {
    fault: 'an empty list',
    rules: [rule({ when: { tool: [] } })],
    at: { rule: 'r', member: 'when.tool' },
  },
  {
    fault: 'an empty name',
    rules: [rule({ when: { tool: '' } })],
    at: { rule: 'r', member: 'when.tool' },
  },
  {
    fault: 'a star inside a name',
    rules: [rule({ when: { tool: ['a', 'a*b'] } })],
    at: { rule: 'r', member: 'when.tool.1' },
  },
  {
    fault: 'an unknown effect',
    rules: [rule({ when: { effect: 'delete' } })],
    at: { rule: 'r', member: 'when.effect' },
  },
  {
    fault: 'an unknown position',
    rules: [rule({ when: { position: 'here' } })],
    at: { rule: 'r', member: 'when.position' },
  },
  {
    fault: 'an empty caller',
    rules: [rule({ when: { caller: {} } })],
    at: { rule: 'r', member: 'when.caller' },
  },
  {
    fault: 'an unknown member of a caller',
    rules: [rule({ when: { caller: { role: 'x' } } })],
    at: { rule: 'r', member: 'when.caller.role' },
  },
  {
    fault: 'no scopes',
    rules: [rule({ when: { scopes: [] } })],
    at: { rule: 'r', member: 'when.scopes' },
  },
  {
    fault: 'one scope alone',
    rules: [rule({ when: { scopes: 'a' } })],
    at: { rule: 'r', member: 'when.scopes' },
  },
  {
    fault: 'an unknown decision',
    rules: [rule({ decision: { kind: 'allow' } })],
    at: { rule: 'r', member: 'decision.kind' },
  },
  {
    fault: 'an assurance for a permit',
    rules: [rule({ decision: { kind: 'permit', assurance: 1 } })],
    at: { rule: 'r', member: 'decision.assurance' },
  },
  {
    fault: 'a question without assurance',
    rules: [rule({ decision: { kind: 'ask' } })],
    at: { rule: 'r', member: 'decision.assurance' },
  },
  ...[0, 5, '1', null].map((assurance) => ({
    fault: `assurance ${JSON.stringify(assurance)}`,
    rules: [rule({ decision: { kind: 'ask', assurance } })],
    at: { rule: 'r', member: 'decision.assurance' },
  })),
])('refuses $fault', ({ rules, at }) => {
  expect(() => readRules(rules)).toThrow(
    expect.objectContaining({ code: 'policy_invalid', details: at }),
  )
})

it.each([
  { fault: 'an unknown operation', one: { ...eq, op: 'matches' }, member: 'op' },
  { fault: 'an inherited operation', one: { ...eq, op: 'constructor' }, member: 'op' },
  { fault: 'an unknown member', one: { ...eq, not: true }, member: 'not' },
  { fault: 'no pointer', one: { op: 'eq', value: 1 }, member: 'at' },
  { fault: 'a pointer without a slash', one: { ...eq, at: 'a' }, member: 'at' },
  { fault: 'a pointer with a bad escape', one: { ...eq, at: '/a~2' }, member: 'at' },
  { fault: 'a pointer that ends in ~', one: { ...eq, at: '/a~' }, member: 'at' },
  { fault: 'no value', one: { at: '/a', op: 'eq' }, member: 'value' },
  { fault: 'a value for absent', one: { at: '/a', op: 'absent', value: true }, member: 'value' },
  { fault: 'an object to equal', one: { ...eq, value: {} }, member: 'value' },
  { fault: 'a number that is none', one: { ...eq, value: Number.NaN }, member: 'value' },
  { fault: 'an empty list', one: { at: '/a', op: 'in', value: [] }, member: 'value' },
  {
    fault: 'a list of several types',
    one: { at: '/a', op: 'in', value: [1, '1'] },
    member: 'value',
  },
  { fault: 'a text as a bound', one: { at: '/a', op: 'lte', value: '5' }, member: 'value' },
  { fault: 'an infinite bound', one: { at: '/a', op: 'gte', value: Infinity }, member: 'value' },
  { fault: 'a list as a length', one: { at: '/a', op: 'lenLte', value: [1] }, member: 'value' },
  { fault: 'an empty path', one: { at: '/a', op: 'prefixPath', value: '' }, member: 'value' },
  {
    fault: 'a path with ..',
    one: { at: '/a', op: 'prefixPath', value: '/a/../b' },
    member: 'value',
  },
  { fault: 'a host alone', one: { at: '/a', op: 'hostIn', value: 'example.com' }, member: 'value' },
  {
    fault: 'a host with a port',
    one: { at: '/a', op: 'hostIn', value: ['a.test:80'] },
    member: 'value.0',
  },
  {
    fault: 'a host in capitals',
    one: { at: '/a', op: 'hostIn', value: ['A.test'] },
    member: 'value.0',
  },
  { fault: 'any host', one: { at: '/a', op: 'hostIn', value: ['*'] }, member: 'value.0' },
  {
    fault: 'a star inside a host',
    one: { at: '/a', op: 'hostIn', value: ['a.*.test'] },
    member: 'value.0',
  },
  {
    fault: 'a URL for a host',
    one: { at: '/a', op: 'hostIn', value: ['https://a.test'] },
    member: 'value.0',
  },
])('refuses a condition with $fault', ({ one, member }) => {
  const details = { rule: 'r', member: `when.args.0.${member}` }
  expect(() => readRules([condition(one)])).toThrow(
    expect.objectContaining({ code: 'policy_invalid', details }),
  )
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { PolicyInput } from '../core/decision.ts'
import type { JsonObject } from '../json/value.ts'
import { createCedarPolicy } from './cedar.ts'

const call: PolicyInput = {
  tool: 'refund_order',
  effect: 'irreversible',
  position: 'in-process',
  caller: { user: 'user-1', tenant: 'tenant-1', agent: 'app', scopes: ['refunds'] },
  args: { amount: 500 },
}
const withArgs = (args: JsonObject): PolicyInput => ({ ...call, args })
const ANY = '(principal, action, resource)'
const invalid = (details: object): unknown =>
  expect.objectContaining({ code: 'policy_invalid', details })

const POLICIES = `
  @id("reads") permit${ANY} when { context.effect == "read" };
  @id("small") @description("up to 10.00")
  permit(principal, action == Action::"call", resource == Tool::"refund_order") when { context.args.amount <= 1000 };
  @id("ask-two") @ask("2")
  permit(principal, action, resource == Tool::"refund_order") when { context.args.amount > 500 };
  @id("ask-three") @ask("3")
  permit(principal, action, resource == Tool::"refund_order") when { context.args.amount > 700 };
  @id("night") forbid${ANY} when { context.scopes.contains("suspended") };
  @id("blocked") forbid(principal == User::"tenant-1|user-9", action, resource);
`

describe('a Cedar policy', () => {
  it.each<{ name: string; input: PolicyInput; decision: object }>([
    { name: 'permits', input: call, decision: { kind: 'permit', rule: 'small' } },
    {
      name: 'asks with the strictest assurance of what permits',
      input: withArgs({ amount: 800 }),
      decision: { kind: 'ask', rule: 'ask-three', assurance: 3 },
    },
    {
      name: 'asks although another policy permits without asking',
      input: withArgs({ amount: 600 }),
      decision: { kind: 'ask', rule: 'ask-two', assurance: 2 },
    },
    {
      name: 'lets what forbids win',
      input: { ...call, caller: { ...call.caller, scopes: ['suspended'] } },
      decision: { kind: 'deny', rule: 'night', reason: 'policy_denied' },
    },
    {
      name: 'names the first of those that forbid',
      input: { ...call, caller: { ...call.caller, user: 'user-9', scopes: ['suspended'] } },
      decision: { kind: 'deny', rule: 'night', reason: 'policy_denied' },
    },
    {
      name: 'knows the principal by tenant and user',
      input: { ...call, caller: { ...call.caller, user: 'user-9' } },
      decision: { kind: 'deny', rule: 'blocked', reason: 'policy_denied' },
    },
    {
      name: 'denies what nothing permits',
      input: { ...call, tool: 'other' },
      decision: { kind: 'deny', rule: 'default/no-match', reason: 'policy_no_match' },
    },
    {
      name: 'denies by the policy that could not be evaluated',
      input: withArgs({ amount: '500' }),
      decision: { kind: 'deny', rule: 'small', reason: 'policy_denied' },
    },
  ])('$name', async ({ input, decision }) => {
    const policy = await createCedarPolicy({ policies: POLICIES })
    expect(policy.decide(input)).toEqual(decision)
  })

  it('denies when a policy that forbids cannot be evaluated, although another permits', async () => {
    const policies = `@id("all") permit${ANY}; @id("broken") forbid${ANY} when { context.args.note == "x" };`
    const policy = await createCedarPolicy({ policies })
    expect(policy.decide(call)).toEqual({ kind: 'deny', rule: 'broken', reason: 'policy_denied' })
    expect(policy.decide(withArgs({ note: 'y' }))).toEqual({ kind: 'permit', rule: 'all' })
  })

  it('keeps policies of different instances apart', async () => {
    const one = await createCedarPolicy({ policies: `@id("one") permit${ANY};` })
    const other = await createCedarPolicy({ policies: `@id("other") forbid${ANY};` })
    expect(one.decide(call)).toEqual({ kind: 'permit', rule: 'one' })
    expect(other.decide(call)).toEqual({ kind: 'deny', rule: 'other', reason: 'policy_denied' })
  })

  it('does not take one tenant and user for another pair', async () => {
    const policies = '@id("one") permit(principal == User::"a|b%7Cc", action, resource);'
    const policy = await createCedarPolicy({ policies })
    const decide = (tenant: string, user: string): unknown =>
      policy.decide({ ...call, caller: { ...call.caller, tenant, user } })
    expect(decide('a', 'b|c')).toMatchObject({ kind: 'permit' })
    expect(decide('a|b', 'c')).toMatchObject({ kind: 'deny' })
    expect(decide('a', 'b%7Cc')).toMatchObject({ kind: 'deny' })
  })

  it('knows groups and attributes by the entities it was given', async () => {
    const group = { type: 'Group', id: 'support' }
    const policies =
      '@id("group") permit(principal in Group::"support", action, resource) when { resource.internal };'
    const entities = [
      { uid: { type: 'User', id: 'tenant-1|user-1' }, attrs: {}, parents: [group] },
      { uid: { type: 'Tool', id: 'refund_order' }, attrs: { internal: true }, parents: [] },
    ]
    const policy = await createCedarPolicy({ policies, entities })
    entities.push({ uid: { type: 'User', id: 'tenant-1|user-2' }, attrs: {}, parents: [group] })
    expect(policy.decide(call)).toMatchObject({ kind: 'permit' })
    const later = { ...call, caller: { ...call.caller, user: 'user-2' } }
    expect(policy.decide(later)).toMatchObject({ kind: 'deny' })
  })
})

describe('arguments in Cedar', () => {
  const permits = async (when: string, args: JsonObject): Promise<boolean> => {
    const policy = await createCedarPolicy({ policies: `@id("a") permit${ANY} when { ${when} };` })
    return (await policy.decide(withArgs(args))).kind === 'permit'
  }

  it.each<{ when: string; args: JsonObject }>([
    { when: 'context.args.n == 9007199254740991', args: { n: Number.MAX_SAFE_INTEGER } },
    { when: 'context.args.n == -5', args: { n: -5 } },
    { when: 'context.args.n == "1.5"', args: { n: 1.5 } },
    { when: 'decimal(context.args.n).lessThan(decimal("2.0"))', args: { n: 1.5 } },
    { when: 'context.args.n == "1e+21"', args: { n: 1e21 } },
    { when: 'context.args.n == "9007199254740992"', args: { n: 2 ** 53 } },
    {
      when: 'context.args.n.a.contains("x") && !context.args.n.a.contains("y")',
      args: { n: { a: ['x', 1] } },
    },
    { when: 'context.args has n && context.args.n == {}', args: { n: null } },
    { when: 'context.args["__proto__"] == 1', args: JSON.parse('{"__proto__":1}') },
  ])('$args satisfies $when', async ({ when, args }) => {
    expect(await permits(when, args)).toBe(true)
  })

  it.each<{ args: JsonObject }>([
    { args: { user: { __entity: { type: 'User', id: 'root' } } } },
    { args: { deep: [{ list: [{ __extn: { fn: 'ip', arg: '127.0.0.1' } }] }] } },
    { args: { __expr: 'x' } },
    { args: { text: '\ud800' } },
    { args: { '\ud800': 1 } },
  ])('denies $args, which Cedar would not take as data', async ({ args }) => {
    const policy = await createCedarPolicy({ policies: `@id("all") permit${ANY};` })
    const denied = { kind: 'deny', rule: 'default/arguments', reason: 'policy_denied' }
    expect(policy.decide(withArgs(args))).toEqual(denied)
  })
})

describe('a Cedar schema', () => {
  const schema = `
    entity User; entity Tool;
    action call appliesTo { principal: User, resource: Tool, context: {
      effect: String, position: String, tenant: String, user: String, agent: String, scopes: Set<String>,
      args: { amount?: Long },
    } };`

  it('refuses a policy that does not fit it', async () => {
    const policies = `@id("wrong") permit${ANY} when { context.args.amuont > 1 };`
    await expect(createCedarPolicy({ policies, schema })).rejects.toThrow(
      invalid({ rule: 'wrong', member: 'schema' }),
    )
  })

  it('does not decide about a call that does not fit it', async () => {
    const policy = await createCedarPolicy({ policies: `@id("all") permit${ANY};`, schema })
    expect(policy.decide(call)).toMatchObject({ kind: 'permit' })
    expect(() => policy.decide(withArgs({ amount: 'x' }))).toThrow(
      expect.objectContaining({ code: 'policy_unavailable' }),
    )
  })
})

it.each([
  {
    fault: 'text that does not parse',
    policies: 'permit(',
    details: { rule: 'cedar', member: 'policies' },
  },
  { fault: 'no id', policies: `permit${ANY};`, details: { rule: 0, member: '@id' } },
  {
    fault: 'an id of ours',
    policies: `@id("default/no-match") permit${ANY};`,
    details: { rule: 0, member: '@id' },
  },
  {
    fault: 'an id twice',
    policies: `@id("a") permit${ANY};`.repeat(2),
    details: { rule: 'a', member: '@id' },
  },
  {
    fault: 'a misspelt annotation',
    policies: `@id("a") @aks("1") permit${ANY};`,
    details: { rule: 'a', member: '@aks' },
  },
  {
    fault: 'an unknown assurance',
    policies: `@id("a") @ask("5") permit${ANY};`,
    details: { rule: 'a', member: '@ask' },
  },
  {
    fault: 'assurance 0',
    policies: `@id("a") @ask("0") permit${ANY};`,
    details: { rule: 'a', member: '@ask' },
  },
  {
    fault: 'no assurance',
    policies: `@id("a") @ask permit${ANY};`,
    details: { rule: 'a', member: '@ask' },
  },
  {
    fault: 'a question in a forbid',
    policies: `@id("a") @ask("1") forbid${ANY};`,
    details: { rule: 'a', member: '@ask' },
  },
  {
    fault: 'a template',
    policies: '@id("a") permit(principal == ?principal, action, resource);',
    details: { rule: 'cedar', member: 'policies' },
  },
  {
    fault: 'a broken schema',
    policies: '',
    schema: 'entity',
    details: { rule: 'cedar', member: 'schema' },
  },
])('refuses $fault', async ({ policies, schema, details }) => {
  const options = schema === undefined ? { policies } : { policies, schema }
  await expect(createCedarPolicy(options)).rejects.toThrow(invalid(details))
})

it('refuses entities that are none', async () => {
  const entities = [{ uid: { type: 'not a type', id: 'x' }, attrs: {}, parents: [] }]
  await expect(createCedarPolicy({ policies: '', entities })).rejects.toThrow(
    invalid({ rule: 'cedar', member: 'entities' }),
  )
})

it('says which package is missing', async () => {
  const module = fileURLToPath(new URL('./cedar.ts', import.meta.url))
  const script = `
    import { registerHooks } from 'node:module'
    import { pathToFileURL } from 'node:url'
    registerHooks({ resolve: (name, context, next) => next(name.startsWith('@cedar') ? 'cedar-is-absent' : name, context) })
    const { createCedarPolicy } = await import(pathToFileURL(process.argv[1]).href)
    await createCedarPolicy({ policies: '' }).catch((error) => console.log(error.code, error.details.package))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, module])
  expect(stdout.trim()).toBe('package_missing @cedar-policy/cedar-wasm')
})

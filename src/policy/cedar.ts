import type { Caller } from '../core/caller.ts'
import type { Decision, Policy, PolicyInput } from '../core/decision.ts'
import { ToolnotaryError } from '../errors.ts'
import { type CedarValue, toCedarRecord } from './cedar-value.ts'
import { type CedarRule, readCedar } from './read-cedar.ts'
import { refuse } from './read-member.ts'
import { compareStrictness, NO_MATCH, toDecision } from './rule-decision.ts'

/** One entity in Cedar's JSON form. */
export interface CedarEntity {
  readonly uid: { readonly type: string; readonly id: string }
  readonly attrs: { readonly [name: string]: CedarValue }
  readonly parents: readonly { readonly type: string; readonly id: string }[]
}

/** What {@link createCedarPolicy} takes. */
export interface CedarPolicyOptions {
  /** Policies in Cedar's language, each with an `@id`. A permit with `@ask("1")` asks with that assurance. */
  readonly policies: string
  /** Groups of users or tools, and their attributes. */
  readonly entities?: readonly CedarEntity[]
  /** In Cedar's schema language; policies and calls are then checked against it. */
  readonly schema?: string
}

type Cedar = typeof import('@cedar-policy/cedar-wasm/nodejs')
type Call = Parameters<Cedar['statefulIsAuthorized']>[0]

/** Cedar keeps prepared policies by a name that is global to the process. */
let prepared = 0

/**
 * Decides by Cedar policies: principal `User::"tenant|user"`, action `Action::"call"`, resource `Tool::"name"`, and a
 * context of effect, position, tenant, user, agent, scopes and args. A policy that cannot be evaluated denies, as do
 * arguments that Cedar cannot hold. Throws `policy_invalid`, and `package_missing` without `@cedar-policy/cedar-wasm`.
 */
export async function createCedarPolicy(options: CedarPolicyOptions): Promise<Policy> {
  const cedar = await loadCedar()
  const rules = readCedar(cedar, options.policies)
  const entities = structuredClone(options.entities ?? []) as Call['entities']
  const schema = options.schema ?? null
  const name = prepare(cedar, rules, schema)
  if (cedar.checkParseEntities({ entities, schema }).type === 'failure')
    return refuseOption('entities')
  const named = schema === null ? {} : { preparsedSchemaName: name, validateRequest: true }
  const combine = compileCombine(rules)
  return Object.freeze({
    decide: (input) => {
      const context = toContext(input)
      if (context === null) return UNREPRESENTABLE
      const answer = cedar.statefulIsAuthorized({
        principal: { type: 'User', id: principalId(input.caller) },
        action: { type: 'Action', id: 'call' },
        resource: { type: 'Tool', id: input.tool },
        context,
        entities,
        preparsedPolicySetId: name,
        ...named,
      })
      if (answer.type === 'success') return combine(answer.response)
      const cause = new Error(answer.errors.map(({ message }) => message).join('; '))
      throw new ToolnotaryError('policy_unavailable', {}, { cause })
    },
  } satisfies Policy)
}

const UNREPRESENTABLE: Decision = Object.freeze({
  kind: 'deny',
  rule: 'default/arguments',
  reason: 'policy_denied',
})

async function loadCedar(): Promise<Cedar> {
  try {
    return await import('@cedar-policy/cedar-wasm/nodejs')
  } catch (cause) {
    throw new ToolnotaryError('package_missing', { package: '@cedar-policy/cedar-wasm' }, { cause })
  }
}

function refuseOption(member: keyof CedarPolicyOptions): never {
  return refuse({ rule: 'cedar', member })
}

function prepare(cedar: Cedar, rules: readonly CedarRule[], schema: string | null): string {
  prepared += 1
  const name = `toolnotary-${prepared}`
  const policies = { staticPolicies: Object.fromEntries(rules.map(({ id, text }) => [id, text])) }
  if (schema !== null) {
    if (cedar.preparseSchema(name, schema).type === 'failure') refuseOption('schema')
    const validation = cedar.validate({ schema, policies })
    if (validation.type === 'failure') return refuseOption('schema')
    const [error] = validation.validationErrors
    if (error !== undefined) refuse({ rule: error.policyId, member: 'schema' })
  }
  if (cedar.preparsePolicySet(name, policies).type === 'failure') refuseOption('policies')
  return name
}

type Response = Extract<ReturnType<Cedar['statefulIsAuthorized']>, { type: 'success' }>['response']

function compileCombine(rules: readonly CedarRule[]): (response: Response) => Decision {
  const decisions = rules
    .map(({ id, decision }) => toDecision(id, decision))
    .toSorted(compareStrictness)
  return ({ decision, diagnostics: { reason, errors } }) => {
    // Cedar passes over a policy that it cannot evaluate, also one that forbids.
    const failed = rules.find(({ id }) => errors.some(({ policyId }) => policyId === id))
    if (failed !== undefined) return toDecision(failed.id, { kind: 'deny' })
    const determining = decisions.filter(({ rule }) => reason.includes(rule))
    const found =
      decision === 'allow' ? determining[0] : determining.find(({ kind }) => kind === 'deny')
    return found ?? NO_MATCH
  }
}

/** Injective, although a name may hold the bar that stands between the two. */
function principalId({ tenant, user }: Caller): string {
  return [tenant, user].map((name) => name.replaceAll(/[%|]/g, encodeURIComponent)).join('|')
}

function toContext({ effect, position, caller, args }: PolicyInput): Call['context'] | null {
  const { tenant, user, agent, scopes } = caller
  return toCedarRecord({ effect, position, tenant, user, agent, scopes, args }) as
    | Call['context']
    | null
}

import type { PolicyInput } from '../core/decision.ts'
import { compileCondition, type Holds } from './condition.ts'
import type { CallerMatch, OneOrMany, Rule } from './rule.ts'

/** One condition of a rule, ready to be asked. */
export interface RuleTest {
  /** Path in the rule, such as `when.args.0`. */
  readonly condition: string
  readonly holds: (input: PolicyInput) => Holds
}

/** Prepares the conditions of a valid rule, the cheap ones first. */
export function compileRule({ when }: Rule): readonly RuleTest[] {
  const { tool, effect, position, caller = {}, scopes, args = [] } = when
  const tests: RuleTest[] = []
  if (effect !== undefined) tests.push(isIn('when.effect', effect, (input) => input.effect))
  if (position !== undefined) tests.push(isIn('when.position', position, (input) => input.position))
  if (tool !== undefined) tests.push(namesTool(tool))
  tests.push(...compileCaller(caller))
  if (scopes !== undefined) tests.push(hasScopes(scopes))
  for (const [index, condition] of args.entries()) {
    const holds = compileCondition(condition)
    tests.push({ condition: `when.args.${index}`, holds: (input) => holds(input.args) })
  }
  return tests
}

function compileCaller({ user, tenant, agent }: CallerMatch): readonly RuleTest[] {
  const tests: RuleTest[] = []
  if (user !== undefined) tests.push(isIn('when.caller.user', user, ({ caller }) => caller.user))
  if (tenant !== undefined)
    tests.push(isIn('when.caller.tenant', tenant, ({ caller }) => caller.tenant))
  if (agent !== undefined)
    tests.push(isIn('when.caller.agent', agent, ({ caller }) => caller.agent))
  return tests
}

function isIn(
  condition: string,
  wanted: OneOrMany<string>,
  of: (input: PolicyInput) => string,
): RuleTest {
  const words = new Set(toList(wanted))
  return { condition, holds: (input) => (words.has(of(input)) ? 'yes' : 'no') }
}

function namesTool(wanted: OneOrMany<string>): RuleTest {
  const [prefixes, names] = partition(toList(wanted))
  const exact = new Set(names)
  const named = (tool: string): boolean =>
    exact.has(tool) || prefixes.some((prefix) => tool.startsWith(prefix))
  return { condition: 'when.tool', holds: ({ tool }) => (named(tool) ? 'yes' : 'no') }
}

/** Prefixes without their `*`, and exact names. */
function partition(list: readonly string[]): readonly [readonly string[], readonly string[]] {
  const prefixes = list.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1))
  return [prefixes, list.filter((one) => !one.endsWith('*'))]
}

function hasScopes(wanted: readonly string[]): RuleTest {
  const has = ({ caller }: PolicyInput): boolean =>
    wanted.every((one) => caller.scopes.includes(one))
  return { condition: 'when.scopes', holds: (input) => (has(input) ? 'yes' : 'no') }
}

function toList(wanted: OneOrMany<string>): readonly string[] {
  return typeof wanted === 'string' ? [wanted] : wanted
}

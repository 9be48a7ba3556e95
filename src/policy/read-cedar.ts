import { type Place, refuse } from './read-member.ts'
import type { RuleDecision } from './rule.ts'
import { isRuleId } from './rule-id.ts'

type Cedar = typeof import('@cedar-policy/cedar-wasm/nodejs')

/** A Cedar policy with what its annotations say. */
export interface CedarRule {
  readonly id: string
  readonly text: string
  readonly decision: RuleDecision
}

const WHOLE: Place = { rule: 'cedar', member: 'policies' }
const ANNOTATIONS: readonly string[] = ['id', 'ask', 'description']
type AskAssurance = Extract<RuleDecision, { kind: 'ask' }>['assurance']

const ASSURANCES = new Map<string, AskAssurance>([
  ['asserted', 'asserted'],
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
])

/**
 * Reads Cedar policies by their own names. Throws `policy_invalid` for text that does not parse, for templates, and for
 * policies without a name of their own or with an annotation that nobody reads: a misspelt `@ask` must not permit.
 */
export function readCedar(cedar: Cedar, text: string): readonly CedarRule[] {
  const parts = cedar.policySetTextToParts(text)
  if (parts.type === 'failure') return refuse(WHOLE)
  if (parts.policy_templates.length > 0) refuse(WHOLE)
  const rules = parts.policies.map((policy, index) => readPolicy(cedar, policy, index))
  const ids = new Set<string>()
  for (const { id } of rules) {
    if (ids.has(id)) refuse({ rule: id, member: '@id' })
    ids.add(id)
  }
  return rules
}

function readPolicy(cedar: Cedar, text: string, index: number): CedarRule {
  const parsed = cedar.policyToJson(text)
  if (parsed.type === 'failure') return refuse({ rule: index, member: 'policies' })
  const { effect, annotations = {} } = parsed.json
  const notes = new Map<string, string | null>(Object.entries(annotations))
  const id = notes.get('id') ?? ''
  if (!isRuleId(id)) return refuse({ rule: index, member: '@id' })
  for (const name of notes.keys()) {
    if (!ANNOTATIONS.includes(name)) refuse({ rule: id, member: `@${name}` })
  }
  const place = { rule: id, member: '@ask' }
  if (!notes.has('ask'))
    return { id, text, decision: { kind: effect === 'permit' ? 'permit' : 'deny' } }
  if (effect !== 'permit') return refuse(place)
  return { id, text, decision: { kind: 'ask', assurance: readAssurance(notes.get('ask'), place) } }
}

function readAssurance(text: string | null | undefined, place: Place): AskAssurance {
  return ASSURANCES.get(text ?? '') ?? refuse(place)
}

import { isAssurance } from '../core/assurance.ts'
import type { Position } from '../core/placement.ts'
import type { Effect } from '../core/tool.ts'
import { readCondition } from './read-condition.ts'
import {
  type Reader,
  readList,
  readMembers,
  readOneOrMany,
  readWord,
  refuse,
} from './read-member.ts'
import type { CallerMatch, Rule, RuleDecision, RuleMatch } from './rule.ts'
import { isRuleId } from './rule-id.ts'

const EFFECTS: readonly Effect[] = ['read', 'write', 'irreversible']
const POSITIONS: readonly Position[] = ['in-process', 'mcp-server', 'mcp-host', 'hosted']

/**
 * Reads rules from data, strictly: what is not known is refused, never skipped.
 * Throws `policy_invalid` with the rule and the member that is wrong.
 */
export function readRules(value: unknown): readonly Rule[] {
  if (!Array.isArray(value)) return refuse({ rule: 0, member: '' })
  const rules = Array.from(value, readRule)
  const ids = new Set<string>()
  for (const { id } of rules) {
    if (ids.has(id)) refuse({ rule: id, member: 'id' })
    ids.add(id)
  }
  return Object.freeze(rules)
}

function readRule(value: unknown, index: number): Rule {
  const members = readMembers(value, { rule: index, member: '' }, ['id', 'when', 'decision'])
  const id = members.required('id', readId)
  const named = members.at({ rule: id, member: '' })
  return Object.freeze({
    id,
    when: named.required('when', readMatch),
    decision: named.required('decision', readDecision),
  })
}

const readId: Reader<string> = (value, place) => {
  const id = readWord(value, place)
  return isRuleId(id) ? id : refuse(place)
}

const readMatch: Reader<RuleMatch> = (value, place) => {
  const names = ['tool', 'effect', 'position', 'caller', 'scopes', 'args']
  const members = readMembers(value, place, names)
  return Object.freeze({
    ...members.optional('tool', readOneOrMany(readToolName)),
    ...members.optional('effect', readOneOrMany(oneOf(EFFECTS))),
    ...members.optional('position', readOneOrMany(oneOf(POSITIONS))),
    ...members.optional('caller', readCaller),
    ...members.optional('scopes', readFilled(readWord)),
    ...members.optional('args', readFilled(readCondition)),
  })
}

const readCaller: Reader<CallerMatch> = (value, place) => {
  const members = readMembers(value, place, ['user', 'tenant', 'agent'])
  const word = readOneOrMany(readWord)
  const read = {
    ...members.optional('user', word),
    ...members.optional('tenant', word),
    ...members.optional('agent', word),
  }
  // An empty condition is a slip, not a wish to match everybody.
  return Object.keys(read).length === 0 ? refuse(place) : Object.freeze(read)
}

const readToolName: Reader<string> = (value, place) => {
  const name = readWord(value, place)
  const star = name.indexOf('*')
  return star === -1 || star === name.length - 1 ? name : refuse(place)
}

const readDecision: Reader<RuleDecision> = (value, place) => {
  const members = readMembers(value, place, ['kind', 'assurance'])
  const kind = members.required('kind', oneOf(['permit', 'deny', 'ask'] as const))
  if (kind === 'ask')
    return Object.freeze({ kind, assurance: members.required('assurance', readAssurance) })
  members.forbidden('assurance')
  return Object.freeze({ kind })
}

/** Assurance 0 never counts, so that asking for it would be a question without an answer. */
const readAssurance: Reader<Extract<RuleDecision, { kind: 'ask' }>['assurance']> = (
  value,
  place,
) => (isAssurance(value) && value !== 0 ? value : refuse(place))

function oneOf<T extends string>(words: readonly T[]): Reader<T> {
  return (value, place) => words.find((word) => word === value) ?? refuse(place)
}

function readFilled<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, place) => {
    const list = readList(value, place, read)
    return list.length === 0 ? refuse(place) : list
  }
}

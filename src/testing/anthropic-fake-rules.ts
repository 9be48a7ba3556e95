import { bodiesOf, type FakeBody, isBody } from './model-turn.ts'
import { findAnthropicStrictProblems } from './strict-checker-anthropic.ts'

const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Says what Anthropic would refuse in the tools of a request, or null. */
export function findAnthropicToolProblem(tools: unknown): string | null {
  const list = bodiesOf(tools)
  const names = list.map((tool) => tool['name'])
  for (const [index, tool] of list.entries()) {
    const name = tool['name']
    if (typeof name !== 'string' || !NAME.test(name))
      return `tools.${index}.name: String should match pattern`
    if (names.indexOf(name) !== index) return 'tools: Tool names must be unique.'
    const schema = tool['input_schema']
    if (!isBody(schema) || schema['type'] !== 'object')
      return `tools.${index}.input_schema: type must be object`
    // Stricter than Anthropic, where it may be missing: nobody should rely on what is assumed.
    if (typeof tool['strict'] !== 'boolean') return `tools.${index}.strict: missing`
  }
  const strict = list
    .filter((tool) => tool['strict'] === true)
    .map((tool) => tool['input_schema'] as FakeBody)
  return findAnthropicStrictProblems(strict)[0] ?? null
}

/** Says what Anthropic would refuse in a conversation, or null. */
export function findTurnProblem(messages: readonly FakeBody[]): string | null {
  let open: readonly unknown[] = []
  for (const message of messages) {
    const content = bodiesOf(message['content'])
    const problem =
      message['role'] === 'user' ? findResultProblem(content, open) : findOpenProblem(open)
    if (problem !== null) return problem
    const uses =
      message['role'] === 'assistant' ? content.filter(({ type }) => type === 'tool_use') : []
    if (uses.some((use) => !isBody(use['input'])))
      return 'tool_use.input: Input should be a valid dictionary'
    open = uses.map((use) => use['id'])
  }
  return findOpenProblem(open)
}

function findOpenProblem(open: readonly unknown[]): string | null {
  if (open.length === 0) return null
  return `tool_use ids were found without tool_result blocks immediately after: ${open.join(', ')}`
}

/** One result for each call, all in the next message, before anything else. */
function findResultProblem(content: readonly FakeBody[], open: readonly unknown[]): string | null {
  const results = content.filter(({ type }) => type === 'tool_result')
  const ids = results.map((result) => result['tool_use_id'])
  if (content.slice(0, results.length).some(({ type }) => type !== 'tool_result')) {
    return 'tool_result blocks must come before other content'
  }
  if (ids.some((id) => !open.includes(id)))
    return 'unexpected tool_use_id found in tool_result blocks'
  if (new Set(ids).size !== ids.length) return 'each tool_use must have a single result'
  return findOpenProblem(open.filter((id) => !ids.includes(id)))
}

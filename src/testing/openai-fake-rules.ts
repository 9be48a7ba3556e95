import type { OpenAiItem } from './openai-fake-items.ts'
import { findOpenAiStrictProblems } from './strict-checker-openai.ts'

/** What is wrong with a request, as the members of OpenAI's `error`. */
export interface OpenAiProblem {
  readonly message: string
  readonly param: string | null
  readonly code: string | null
}

/** Says what OpenAI would refuse in the tools of a request, or null. */
export function findToolProblem(tools: unknown): OpenAiProblem | null {
  if (tools === undefined) return null
  if (!Array.isArray(tools)) return problem('tools is not an array', 'tools', 'invalid_type')
  const seen = new Set<unknown>()
  for (const [index, tool] of tools.entries()) {
    const param = `tools[${index}]`
    if (!isItem(tool)) return problem('a tool is not an object', param, 'invalid_type')
    const found = tool['type'] === 'function' ? findFunctionProblem(tool, param, seen) : null
    if (found !== null) return found
  }
  return null
}

function findFunctionProblem(
  tool: OpenAiItem,
  param: string,
  seen: Set<unknown>,
): OpenAiProblem | null {
  const { name, strict, parameters } = tool
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    return problem(
      'the name does not match ^[a-zA-Z0-9_-]{1,64}$',
      `${param}.name`,
      'invalid_value',
    )
  }
  if (seen.has(name))
    return problem('two functions have this name', `${param}.name`, 'invalid_value')
  seen.add(name)
  // Stricter than OpenAI, which rewrites the schema where strict is missing: nobody should rely on that.
  if (typeof strict !== 'boolean') {
    return problem('strict is missing', `${param}.strict`, 'missing_required_parameter')
  }
  if (!isItem(parameters) || parameters['type'] !== 'object') {
    return problem(
      'schema must be of type "object"',
      `${param}.parameters`,
      'invalid_function_parameters',
    )
  }
  const [refused] = strict ? findOpenAiStrictProblems(parameters) : []
  if (refused === undefined) return null
  return problem(refused, `${param}.parameters`, 'invalid_function_parameters')
}

/**
 * Says what OpenAI would refuse in a conversation, or null. `thoughtFor` holds, by id of a function call, the id of the
 * reasoning that must come with it.
 */
export function findInputProblem(
  items: readonly unknown[],
  thoughtFor: ReadonlyMap<unknown, unknown>,
): OpenAiProblem | null {
  const open = new Map<unknown, number>()
  const ids = new Set(items.map((item) => (isItem(item) ? item['id'] : undefined)))
  for (const [index, item] of items.entries()) {
    const param = `input[${index}]`
    if (!isItem(item)) return problem('an item is not an object', param, 'invalid_type')
    const found = findItemProblem(item, param) ?? findPairProblem(item, open)
    if (found !== null) return found
    const thought = thoughtFor.get(item['id'])
    if (thought !== undefined && !ids.has(thought)) {
      return problem(`a function_call without its reasoning ${thought}`, 'input', 'invalid_value')
    }
  }
  for (const [callId, count] of open) {
    if (count > 0)
      return problem(`No tool output found for function call ${callId}.`, 'input', 'invalid_value')
  }
  return null
}

/** Counts the calls that are still to be answered, and refuses an answer to none. */
function findPairProblem(item: OpenAiItem, open: Map<unknown, number>): OpenAiProblem | null {
  const callId = item['call_id']
  const count = open.get(callId) ?? 0
  if (item['type'] === 'function_call') open.set(callId, count + 1)
  if (item['type'] !== 'function_call_output') return null
  if (count === 0) {
    return problem(
      `No tool call found for function call output with call_id ${callId}.`,
      'input',
      'invalid_value',
    )
  }
  open.set(callId, count - 1)
  return null
}

function findItemProblem(item: OpenAiItem, param: string): OpenAiProblem | null {
  switch (item['type']) {
    case 'function_call':
      return findCallProblem(item, param)
    case 'function_call_output':
      return findOutputProblem(item, param)
    default:
      return null
  }
}

function findCallProblem(item: OpenAiItem, param: string): OpenAiProblem | null {
  const { id, call_id: callId, name, arguments: text } = item
  for (const [member, value] of Object.entries({ call_id: callId, name, arguments: text })) {
    if (typeof value !== 'string')
      return problem(`${member} is missing`, `${param}.${member}`, 'missing_required_parameter')
  }
  if (id === undefined || String(id).startsWith('fc_')) return null
  return problem("expected an id that begins with 'fc'", `${param}.id`, 'invalid_value')
}

function findOutputProblem(item: OpenAiItem, param: string): OpenAiProblem | null {
  const { call_id: callId, output } = item
  if (typeof callId !== 'string')
    return problem('call_id is missing', `${param}.call_id`, 'missing_required_parameter')
  if (typeof output === 'string') return null
  if (Array.isArray(output) && output.length > 0 && output.every(isPart)) return null
  return problem('output is neither a text nor a list of parts', `${param}.output`, 'invalid_type')
}

function isPart(part: unknown): boolean {
  if (!isItem(part)) return false
  const { type, text, image_url: url } = part
  if (type === 'input_text') return typeof text === 'string'
  if (type !== 'input_image' || typeof url !== 'string') return false
  return /^(?:https:|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$)/.test(url)
}

/** Whether a value is an object of JSON. */
export function isItem(value: unknown): value is OpenAiItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problem(message: string, param: string, code: string): OpenAiProblem {
  return { message, param, code }
}

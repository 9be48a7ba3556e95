import {
  bodiesOf,
  type FakeBody,
  isBody,
  isWholeJson,
  type ModelPart,
  type ModelScript,
  type ProviderFake,
  piecesOf,
} from './model-turn.ts'
import { findToolProblem } from './openai-fake-rules.ts'
import { openProviderServer, type ProviderEvent, type ProviderReply } from './provider-server.ts'

/**
 * Serves a scripted model through OpenAI's Chat Completions API, streamed or not, and refuses what its protocol forbids:
 * bad tools, and calls that are not each answered once before anything else is said.
 */
export async function openChatFake(script: ModelScript): Promise<ProviderFake> {
  const requests: FakeBody[] = []
  let turn = 0
  const server = await openProviderServer(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v1/chat/completions') return refuse(404, 'no such route')
    if (!isBody(body)) return refuse(400, 'not JSON')
    requests.push(body)
    const problem =
      findToolListProblem(body['tools']) ?? findMessageProblem(bodiesOf(body['messages']))
    if (problem !== null) return refuse(400, problem)
    const parts = script(body, turn).map((part, index) => withId(part, `call_${turn}_${index}`))
    turn += 1
    return body['stream'] === true
      ? { events: chunks(parts) }
      : { status: 200, body: completion(parts) }
  })
  return {
    origin: server.origin,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function refuse(status: number, message: string): ProviderReply {
  return {
    status,
    body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
  }
}

function withId(part: ModelPart, id: string): ModelPart {
  return part.kind === 'call' ? { id, ...part } : part
}

/** The rules of a function are those of the Responses API, one level deeper. */
function findToolListProblem(tools: unknown): string | null {
  const functions = bodiesOf(tools).map((tool) => ({
    type: 'function',
    ...asBody(tool['function']),
  }))
  return findToolProblem(functions)?.message ?? null
}

function asBody(value: unknown): FakeBody {
  return isBody(value) ? value : {}
}

function findMessageProblem(messages: readonly FakeBody[]): string | null {
  let open: readonly unknown[] = []
  for (const message of messages) {
    const problem =
      message['role'] === 'tool' ? findAnswerProblem(message, open) : findOpenProblem(open)
    if (problem !== null) return problem
    open =
      message['role'] === 'tool'
        ? open.toSpliced(open.indexOf(message['tool_call_id']), 1)
        : bodiesOf(message['tool_calls']).map((call) => call['id'])
  }
  return findOpenProblem(open)
}

function findAnswerProblem(message: FakeBody, open: readonly unknown[]): string | null {
  if (message['tool_call_id'] === '') return 'a tool message without a tool_call_id'
  if (!open.includes(message['tool_call_id'])) return 'a tool message that answers no tool_call'
  return typeof message['content'] === 'string'
    ? null
    : 'the content of a tool message is not a text'
}

function findOpenProblem(open: readonly unknown[]): string | null {
  return open.length === 0
    ? null
    : `tool_call_ids did not have response messages: ${open.join(', ')}`
}

function finishReason(parts: readonly ModelPart[]): string {
  const calls = parts.filter((part) => part.kind === 'call')
  if (calls.some((call) => !isWholeJson(call.arguments))) return 'length'
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

const COMMON = { id: 'chatcmpl-1', created: 1_767_225_600, model: 'local' }

function completion(parts: readonly ModelPart[]): FakeBody {
  const calls = parts.flatMap((part) => (part.kind === 'call' ? [toolCall(part)] : []))
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
  const others = parts.map((part) => (part.kind === 'raw' ? part.wire : {}))
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    refusal: null,
    ...Object.assign({}, ...others),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const choice = { index: 0, message, finish_reason: finishReason(parts), logprobs: null }
  return { ...COMMON, object: 'chat.completion', choices: [choice] }
}

function toolCall(part: Extract<ModelPart, { kind: 'call' }>): FakeBody {
  const { id, name, arguments: text } = part
  return { ...(id !== null && { id }), type: 'function', function: { name, arguments: text } }
}

function chunks(parts: readonly ModelPart[]): readonly ProviderEvent[] {
  let calls = -1
  const deltas = parts.flatMap((part): readonly FakeBody[] => {
    if (part.kind === 'raw') return [part.wire]
    if (part.kind === 'text') return piecesOf(part.text).map((content) => ({ content }))
    calls += 1
    const index = calls
    const { id, name, arguments: text } = part
    const first = {
      index,
      ...(id !== null && { id }),
      type: 'function',
      function: { name, arguments: '' },
    }
    const rest = piecesOf(text).map((piece) => ({ index, function: { arguments: piece } }))
    return [first, ...rest].map((call) => ({ tool_calls: [call] }))
  })
  const events = [{ role: 'assistant', content: null }, ...deltas].map((delta) =>
    chunk(delta, null),
  )
  return [...events, chunk({}, finishReason(parts)), { data: '[DONE]' }]
}

function chunk(delta: FakeBody, reason: string | null): ProviderEvent {
  const choice = { index: 0, delta, finish_reason: reason, logprobs: null }
  return { data: { ...COMMON, object: 'chat.completion.chunk', choices: [choice] } }
}

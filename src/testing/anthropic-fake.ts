import { findAnthropicToolProblem, findTurnProblem } from './anthropic-fake-rules.ts'
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
import {
  openProviderServer,
  type ProviderEvent,
  type ProviderReply,
  type ProviderRequest,
} from './provider-server.ts'

/**
 * Serves a scripted model through Anthropic's Messages API, streamed or not, and refuses what its protocol forbids: bad
 * tools, and a turn after calls that does not begin with exactly one result for each.
 */
export async function openAnthropicFake(script: ModelScript): Promise<ProviderFake> {
  const requests: FakeBody[] = []
  let turn = 0
  const server = await openProviderServer((request) => {
    const { body } = request
    const unheard = refuseUnheard(request)
    if (unheard !== null) return unheard
    if (!isBody(body)) return refuse(400, 'invalid_request_error', 'not JSON')
    requests.push(body)
    const problem =
      findBodyProblem(body) ??
      findAnthropicToolProblem(body['tools']) ??
      findTurnProblem(bodiesOf(body['messages']))
    if (problem !== null) return refuse(400, 'invalid_request_error', problem)
    const parts = script(body, turn).map((part, index) => withId(part, `toolu_${turn}_${index}`))
    turn += 1
    return body['stream'] === true
      ? { events: events(parts) }
      : { status: 200, body: message(parts) }
  })
  return {
    origin: server.origin,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function refuseUnheard({ method, path, headers }: ProviderRequest): ProviderReply | null {
  if (method !== 'POST' || path !== '/v1/messages') {
    return refuse(404, 'not_found_error', 'no such route')
  }
  const keyed = headers.has('authorization') || headers.has('x-api-key')
  return keyed ? null : refuse(401, 'authentication_error', 'there is no key')
}

function refuse(status: number, type: string, text: string): ProviderReply {
  return { status, body: { type: 'error', error: { type, message: text } } }
}

function findBodyProblem(body: FakeBody): string | null {
  if (typeof body['model'] !== 'string') return 'model: Field required'
  return Number.isSafeInteger(body['max_tokens']) ? null : 'max_tokens: Field required'
}

function withId(part: ModelPart, id: string): ModelPart {
  return part.kind === 'call' ? { id, ...part } : part
}

function stopReason(parts: readonly ModelPart[]): string {
  const calls = parts.filter((part) => part.kind === 'call')
  if (calls.some((call) => !isWholeJson(call.arguments))) return 'max_tokens'
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}

const COMMON = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'local',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
}

function message(parts: readonly ModelPart[]): FakeBody {
  return { ...COMMON, content: parts.map(block), stop_reason: stopReason(parts) }
}

function block(part: ModelPart): FakeBody {
  if (part.kind === 'raw') return part.wire
  if (part.kind === 'text') return { type: 'text', text: part.text, citations: null }
  const { id, name, arguments: text } = part
  // The API gives what it could read of an input that was cut off.
  const input: unknown = isWholeJson(text) ? JSON.parse(text) : {}
  return { type: 'tool_use', ...(id !== null && { id }), name, input }
}

function events(parts: readonly ModelPart[]): readonly ProviderEvent[] {
  const start = { type: 'message_start', message: { ...COMMON, content: [], stop_reason: null } }
  const blocks = parts.flatMap((part, index) => blockEvents(part, index))
  const delta = { stop_reason: stopReason(parts), stop_sequence: null }
  const all = [
    start,
    ...blocks,
    { type: 'message_delta', delta, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
  return all.map((data) => ({ event: data.type, data }))
}

interface TypedEvent extends FakeBody {
  readonly type: string
}

function blockEvents(part: ModelPart, index: number): readonly TypedEvent[] {
  return [
    { type: 'content_block_start', index, content_block: begin(part) },
    ...deltas(part).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function begin(part: ModelPart): FakeBody {
  if (part.kind === 'raw') return part.wire
  return part.kind === 'text' ? { type: 'text', text: '' } : { ...block(part), input: {} }
}

function deltas(part: ModelPart): readonly FakeBody[] {
  if (part.kind === 'raw') return []
  if (part.kind === 'text') return piecesOf(part.text).map((text) => ({ type: 'text_delta', text }))
  return piecesOf(part.arguments).map((piece) => ({
    type: 'input_json_delta',
    partial_json: piece,
  }))
}

import { completeItem, createOpenAiIds, type OpenAiItem } from './openai-fake-items.ts'
import {
  findInputProblem,
  findToolProblem,
  isItem,
  type OpenAiProblem,
} from './openai-fake-rules.ts'
import { streamResponse } from './openai-fake-stream.ts'
import { openProviderServer, type ProviderReply, type ProviderRequest } from './provider-server.ts'

/** What the model answers: the items of each turn, or a function of a request's body and the number of the turn, from 0. */
export type OpenAiScript =
  | readonly (readonly OpenAiItem[])[]
  | ((body: OpenAiItem, turn: number) => readonly OpenAiItem[])

/** A fake of OpenAI's Responses API. */
export interface OpenAiFake extends AsyncDisposable {
  /** For `baseURL` of a client. */
  readonly baseUrl: string
  /** The bodies of all requests, also of those that were refused. */
  readonly requests: readonly OpenAiItem[]
}

/**
 * Serves a scripted model on this machine, and refuses what OpenAI's protocol forbids: tools with a bad or double name,
 * without `strict`, or with a schema that strict mode refuses; calls without exactly one answer; answers to no call; calls
 * without their reasoning. Streams where it is asked to.
 */
export async function openOpenAiFake(script: OpenAiScript): Promise<OpenAiFake> {
  const requests: OpenAiItem[] = []
  const answer = createModel(script)
  const server = await openProviderServer((request) => {
    const { body } = request
    if (isItem(body)) requests.push(body)
    return findRefusal(request) ?? answer(isItem(body) ? body : {})
  })
  return {
    baseUrl: `${server.origin}/v1`,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function findRefusal({ method, path, headers, body }: ProviderRequest): ProviderReply | null {
  if (!/^Bearer ./.test(headers.get('authorization') ?? '')) {
    return refuse(401, { message: 'no API key', param: null, code: 'invalid_api_key' })
  }
  if (method !== 'POST' || path !== '/v1/responses') {
    return refuse(404, { message: 'no such route', param: null, code: 'unknown_url' })
  }
  const found = isItem(body)
    ? findBodyProblem(body)
    : { message: 'not JSON', param: null, code: null }
  return found === null ? null : refuse(400, found)
}

function findBodyProblem({ model, tools }: OpenAiItem): OpenAiProblem | null {
  if (typeof model !== 'string') {
    return { message: 'model is missing', param: 'model', code: 'missing_required_parameter' }
  }
  return findToolProblem(tools)
}

function refuse(status: number, problem: OpenAiProblem): ProviderReply {
  return { status, body: { error: { ...problem, type: 'invalid_request_error' } } }
}

/** Answers requests by the script, and remembers what it has said, as OpenAI does. */
function createModel(script: OpenAiScript): (body: OpenAiItem) => ProviderReply {
  const ids = createOpenAiIds()
  const conversations = new Map<unknown, readonly unknown[]>()
  const thoughtFor = new Map<unknown, unknown>()
  let turn = 0
  return (body) => {
    const { input, previous_response_id: previous } = body
    const earlier = previous === undefined || previous === null ? [] : conversations.get(previous)
    if (earlier === undefined) return refuse(400, notFound(previous))
    const said = [...earlier, ...itemsOf(input)]
    const problem = findInputProblem(said, thoughtFor)
    if (problem !== null) return refuse(400, problem)
    const output = itemsOfTurn(script, body, turn).map((item) => completeItem(item, ids))
    turn += 1
    rememberThoughts(output, thoughtFor)
    const id = ids.next('resp')
    conversations.set(id, [...said, ...output])
    const response = toResponse(id, body, output)
    if (body['stream'] === true) return { events: streamResponse(response, output) }
    return { status: 200, body: response }
  }
}

function itemsOfTurn(script: OpenAiScript, body: OpenAiItem, turn: number): readonly OpenAiItem[] {
  const items = typeof script === 'function' ? script(body, turn) : script[turn]
  if (items === undefined) throw new Error(`the script has no turn ${turn}`)
  return items
}

function notFound(previous: unknown): OpenAiProblem {
  const message = `Previous response with id '${previous}' not found.`
  return { message, param: 'previous_response_id', code: 'previous_response_not_found' }
}

function itemsOf(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : [{ role: 'user', content: input }]
}

/** A call that follows a thought can only be sent back together with it. */
function rememberThoughts(output: readonly OpenAiItem[], thoughtFor: Map<unknown, unknown>): void {
  let thought: unknown
  for (const { type, id } of output) {
    if (type === 'reasoning') thought = id
    if (type === 'function_call' && thought !== undefined) thoughtFor.set(id, thought)
  }
}

function toResponse(id: string, body: OpenAiItem, output: readonly OpenAiItem[]): OpenAiItem {
  const cut = output.some(({ status }) => status === 'incomplete')
  const { model, tools = [], instructions = null } = body
  return {
    id,
    object: 'response',
    created_at: 1_767_225_600,
    status: cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
    instructions,
    metadata: {},
    model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools,
    top_p: 1,
  }
}

import {
  bodiesOf,
  type FakeBody,
  isBody,
  isWholeJson,
  type ModelPart,
  type ModelScript,
  type ProviderFake,
} from './model-turn.ts'
import { openProviderServer, type ProviderReply } from './provider-server.ts'

const ROUTE = /^\/v1(?:beta)?\/models\/[^/:]+:(generateContent|streamGenerateContent)$/
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/

/**
 * Serves a scripted model through Gemini's generateContent, streamed or not, and refuses what its protocol forbids: bad
 * declarations, calls that the next content does not answer in number, name and id, and lost thought signatures.
 */
export async function openGeminiFake(script: ModelScript): Promise<ProviderFake> {
  const requests: FakeBody[] = []
  let turn = 0
  const server = await openProviderServer(({ method, path, body }) => {
    const action = ROUTE.exec(path)?.[1]
    if (method !== 'POST' || action === undefined) return refuse(404, 'no such route')
    if (!isBody(body)) return refuse(400, 'not JSON')
    requests.push(body)
    const problem =
      findDeclarationProblem(body['tools']) ?? findContentProblem(bodiesOf(body['contents']))
    if (problem !== null) return refuse(400, problem)
    const parts = script(body, turn)
    const thought = `thought-${turn}`
    turn += 1
    if (action === 'generateContent')
      return { status: 200, body: response(parts, thought, finishReason(parts)) }
    const chunks = parts.map((part) => ({ data: response([part], thought, undefined) }))
    return { events: [...chunks, { data: response([], thought, finishReason(parts)) }] }
  })
  return {
    origin: server.origin,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function refuse(status: number, message: string): ProviderReply {
  return { status, body: { error: { code: status, message, status: 'INVALID_ARGUMENT' } } }
}

function finishReason(parts: readonly ModelPart[]): string {
  const cut = parts.some((part) => part.kind === 'call' && !isWholeJson(part.arguments))
  return cut ? 'MAX_TOKENS' : 'STOP'
}

function response(
  parts: readonly ModelPart[],
  thought: string,
  reason: string | undefined,
): FakeBody {
  const content = { role: 'model', parts: parts.map((part) => toPart(part, thought)) }
  const candidate = { index: 0, content, ...(reason !== undefined && { finishReason: reason }) }
  return { candidates: [candidate], modelVersion: 'local' }
}

function toPart(part: ModelPart, thought: string): FakeBody {
  if (part.kind === 'raw') return part.wire
  if (part.kind === 'text') return { text: part.text }
  const { id, name, arguments: text } = part
  const args: unknown = isWholeJson(text) ? JSON.parse(text) : {}
  // Gemini's ids are optional: there is one only where the script says so.
  return {
    functionCall: { ...(typeof id === 'string' && { id }), name, args },
    thoughtSignature: thought,
  }
}

function findDeclarationProblem(tools: unknown): string | null {
  const declared = bodiesOf(tools).flatMap((tool) => bodiesOf(tool['functionDeclarations']))
  const names = declared.map(({ name }) => name)
  for (const [index, { name, parameters, parametersJsonSchema }] of declared.entries()) {
    if (typeof name !== 'string' || !NAME.test(name)) return 'Invalid function name.'
    if (names.indexOf(name) !== index) return 'Duplicate function declaration found.'
    if (parameters !== undefined && parametersJsonSchema !== undefined)
      return 'two kinds of parameters'
    if (!isBody(parametersJsonSchema)) return 'parametersJsonSchema is not an object'
  }
  return declared.length > 512 ? 'too many declarations' : null
}

function findContentProblem(contents: readonly FakeBody[]): string | null {
  let open: readonly FakeBody[] = []
  for (const content of contents) {
    const parts = bodiesOf(content['parts'])
    const answers = parts.flatMap((part) =>
      isBody(part['functionResponse']) ? [part['functionResponse']] : [],
    )
    if (answers.length !== open.length)
      return 'the number of function response parts must equal that of the calls'
    const wrong = answers.some((answer, index) => !isAnswerTo(answer, open[index]))
    if (wrong) return 'a function response does not answer its function call'
    const calls = parts.filter((part) => isBody(part['functionCall']))
    if (calls.some((part) => typeof part['thoughtSignature'] !== 'string'))
      return 'a thought_signature is missing'
    open = calls.map((part) => part['functionCall'] as FakeBody)
  }
  return open.length > 0 ? 'function calls without function responses' : null
}

function isAnswerTo(answer: FakeBody, call: FakeBody | undefined): boolean {
  return (
    answer['name'] === call?.['name'] && answer['id'] === call?.['id'] && isBody(answer['response'])
  )
}

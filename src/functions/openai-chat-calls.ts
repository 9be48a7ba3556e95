import { readOwn } from './read-own.ts'
import type { ProviderCall } from './turn.ts'

/** The function calls of a choice, in order, each read once. What was cut off does not run. */
export function readChatCalls(choice: unknown): readonly ProviderCall[] {
  const calls = readOwn(readOwn(choice, 'message'), 'tool_calls')
  if (!Array.isArray(calls)) return []
  const whole = isWhole(readOwn(choice, 'finish_reason'))
  return calls
    .filter((call) => (readOwn(call, 'type') ?? 'function') === 'function')
    .map((call) => readCall(call, whole))
}

/** A reply that ended for want of room may end inside arguments that still parse, as others than the model meant. */
function isWhole(finishReason: unknown): boolean {
  return (
    finishReason === 'tool_calls' || finishReason === 'stop' || finishReason === 'function_call'
  )
}

function readCall(call: unknown, whole: boolean): ProviderCall {
  const called = readOwn(call, 'function')
  const name = readOwn(called, 'name')
  const callId = readOwn(call, 'id')
  return {
    name: typeof name === 'string' ? name : '',
    arguments: whole ? (readOwn(called, 'arguments') ?? '') : '',
    callId: typeof callId === 'string' && callId !== '' ? callId : undefined,
  }
}

interface PartialCall {
  id: string
  type: string
  name: string
  /** The arguments of a function, or the input of a custom tool. */
  text: string
}

/** Puts the chunks of a streamed completion together to its first choice. */
export async function collectChat(stream: AsyncIterable<unknown>): Promise<unknown> {
  const calls: PartialCall[] = []
  let content = ''
  let refusal = ''
  let finishReason: unknown = null
  for await (const chunk of stream) {
    const choice = firstChoiceOf(chunk)
    const delta = readOwn(choice, 'delta')
    content += textOf(readOwn(delta, 'content'))
    refusal += textOf(readOwn(delta, 'refusal'))
    addCalls(calls, readOwn(delta, 'tool_calls'))
    finishReason = readOwn(choice, 'finish_reason') ?? finishReason
  }
  const message = {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(refusal !== '' && { refusal }),
    ...(calls.length > 0 && { tool_calls: calls.filter(Boolean).map(endCall) }),
  }
  return { index: 0, finish_reason: finishReason, message }
}

/** Chunks of several choices come mixed; pieces of calls must never be put together across choices. */
function firstChoiceOf(chunk: unknown): unknown {
  const choices = readOwn(chunk, 'choices')
  if (!Array.isArray(choices)) return undefined
  return choices.find((choice) => (readOwn(choice, 'index') ?? 0) === 0)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const MAX_CALLS = 1_024

/** The pieces of a call share its index; its id and name come with the first. */
function addCalls(calls: PartialCall[], pieces: unknown): void {
  if (!Array.isArray(pieces)) return
  for (const piece of pieces) {
    const index = readOwn(piece, 'index')
    if (!Number.isSafeInteger(index) || Number(index) < 0 || Number(index) >= MAX_CALLS) continue
    const call = calls[Number(index)] ?? { id: '', type: 'function', name: '', text: '' }
    addPiece(call, piece)
    calls[Number(index)] = call
  }
}

function addPiece(call: PartialCall, piece: unknown): void {
  call.id ||= textOf(readOwn(piece, 'id'))
  call.type = textOf(readOwn(piece, 'type')) || call.type
  const isCustom = call.type === 'custom'
  const called = readOwn(piece, isCustom ? 'custom' : 'function')
  call.name += textOf(readOwn(called, 'name'))
  call.text += textOf(readOwn(called, isCustom ? 'input' : 'arguments'))
}

/** A call as it stands in a message that was not streamed. */
function endCall({ id, type, name, text }: PartialCall): unknown {
  if (type === 'custom') return { id, type, custom: { name, input: text } }
  return { id, type, function: { name, arguments: text } }
}

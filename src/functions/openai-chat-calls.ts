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
  function: { name: string; arguments: string }
}

/** Puts the chunks of a streamed completion together to its first choice. */
export async function collectChat(stream: AsyncIterable<unknown>): Promise<unknown> {
  const calls: PartialCall[] = []
  let content = ''
  let refusal = ''
  let finishReason: unknown = null
  for await (const chunk of stream) {
    const choice = firstOf(readOwn(chunk, 'choices'))
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
    ...(calls.length > 0 && { tool_calls: calls.filter(Boolean) }),
  }
  return { index: 0, finish_reason: finishReason, message }
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
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
    const call = calls[Number(index)] ?? {
      id: '',
      type: 'function',
      function: { name: '', arguments: '' },
    }
    const called = readOwn(piece, 'function')
    call.id ||= textOf(readOwn(piece, 'id'))
    call.type = textOf(readOwn(piece, 'type')) || call.type
    call.function.name += textOf(readOwn(called, 'name'))
    call.function.arguments += textOf(readOwn(called, 'arguments'))
    calls[Number(index)] = call
  }
}

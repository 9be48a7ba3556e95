import { readOwn } from './read-own.ts'
import type { ProviderCall } from './turn.ts'

/** What made the call: the model itself, or a program that the model wrote. */
export type OpenAiCaller = { type: 'direct' } | { type: 'program'; caller_id: string }

/** A `function_call` item, read once. */
export interface OpenAiFunctionCall extends ProviderCall {
  readonly namespace: string | undefined
  readonly caller: OpenAiCaller | undefined
}

/** The function calls among the items of a response, in order; items of every other kind are left alone. */
export function readFunctionCalls(output: readonly unknown[]): readonly OpenAiFunctionCall[] {
  return output.filter((item) => readOwn(item, 'type') === 'function_call').map(readFunctionCall)
}

function readFunctionCall(item: unknown): OpenAiFunctionCall {
  return {
    name: readText(item, 'name') ?? '',
    // Arguments that were cut off may still parse, as other arguments than the model meant: nothing of them may run.
    arguments: isWhole(item) ? readOwn(item, 'arguments') : '',
    callId: readText(item, 'call_id'),
    namespace: readText(item, 'namespace'),
    caller: readCaller(readOwn(item, 'caller')),
  }
}

function isWhole(item: unknown): boolean {
  const status = readOwn(item, 'status')
  return status === undefined || status === null || status === 'completed'
}

function readText(item: unknown, name: string): string | undefined {
  const value = readOwn(item, name)
  return typeof value === 'string' ? value : undefined
}

function readCaller(caller: unknown): OpenAiCaller | undefined {
  switch (readOwn(caller, 'type')) {
    case 'direct':
      return { type: 'direct' }
    case 'program':
      return { type: 'program', caller_id: readText(caller, 'caller_id') ?? '' }
    default:
      return undefined
  }
}

import type { ModelPart } from '../../src/testing/model-turn.ts'
import type { ProviderPeer, TellContext, ToldAnswer } from './provider-peer.ts'

/** For whom the calls of a case run. */
export const CONTEXT: TellContext = { caller: { user: 'user-1' }, conversation: 'conversation-1' }

/** One sentence that holds for every provider, or a reason why it says nothing about one. */
export interface ProviderCase {
  readonly name: string
  /** Why the case does not apply to a peer, or null. */
  readonly skip?: (peer: ProviderPeer) => string | null
  readonly run: (peer: ProviderPeer) => Promise<void>
}

/** A call as the model writes it; arguments that are not a text are written as JSON. */
export function call(name: string, input: unknown, id?: string | null): ModelPart {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return { kind: 'call', name, arguments: text, ...(id !== undefined && { id }) }
}

/** What the model says. */
export function say(text: string): ModelPart {
  return { kind: 'text', text }
}

/** A call of the recording tool. */
export function act(orderId: string, id?: string | null): ModelPart {
  return call('act', { order_id: orderId }, id)
}

/** What an answer says went wrong. */
export function errorOf(answer: ToldAnswer | undefined): unknown {
  const parsed: unknown = JSON.parse(answer?.text ?? 'null')
  return typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : null
}

/** What a provider that can tell failures apart is told. */
export function flag(peer: ProviderPeer, isError: boolean): unknown {
  return peer.name.startsWith('Anthropic') || peer.name.startsWith('Gemini') ? isError : null
}

/** Why cases about a whole turn say nothing about agent libraries. */
export function needsTurn({ loop }: ProviderPeer): string | null {
  return loop === 'ours' ? null : 'the library hands over one call at a time'
}

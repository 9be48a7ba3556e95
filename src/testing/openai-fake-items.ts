/** An item of the Responses API as it stands on the wire. */
export type OpenAiItem = Readonly<Record<string, unknown>>

/** A call of a function; arguments that are not a text are written as JSON. `more` replaces any member. */
export function functionCall(name: string, input: unknown, more: OpenAiItem = {}): OpenAiItem {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return { type: 'function_call', name, arguments: text, ...more }
}

/** What the model says. */
export function message(text: string): OpenAiItem {
  return {
    type: 'message',
    content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  }
}

/** That the model refuses. */
export function refusal(text: string): OpenAiItem {
  return { type: 'message', content: [{ type: 'refusal', refusal: text }] }
}

/** What the model thought; OpenAI wants it back together with the calls that follow it. */
export function reasoning(): OpenAiItem {
  return { type: 'reasoning', summary: [] }
}

const ID_PREFIX: ReadonlyMap<unknown, string> = new Map([
  ['function_call', 'fc'],
  ['message', 'msg'],
  ['reasoning', 'rs'],
])

/** Makes ids in the provider's shape: a prefix, and as many characters as the real ones have. */
export interface OpenAiIds {
  next(prefix: string, length?: number): string
}

/** Makes ids that count up, so that every run of a test sees the same ones. */
export function createOpenAiIds(): OpenAiIds {
  let count = 0
  return {
    next: (prefix, length = 48) => {
      count += 1
      return `${prefix}_${count.toString(16).padStart(length, '0')}`
    },
  }
}

/** Adds what OpenAI adds to every item: ids, a role, a status. What the item says itself stays. */
export function completeItem(item: OpenAiItem, ids: OpenAiIds): OpenAiItem {
  const { type } = item
  const id = ids.next(ID_PREFIX.get(type) ?? 'item')
  if (type === 'reasoning') return { id, ...item }
  if (type === 'message') return { id, role: 'assistant', status: 'completed', ...item }
  if (type !== 'function_call') return { id, ...item }
  return { id, call_id: ids.next('call', 24), status: 'completed', ...item }
}

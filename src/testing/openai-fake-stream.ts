import { bodiesOf, piecesOf } from './model-turn.ts'
import type { OpenAiItem } from './openai-fake-items.ts'
import type { ProviderEvent } from './provider-server.ts'

/** A response as the Responses API streams it: each item is added, grows, and is done. */
export function streamResponse(
  response: OpenAiItem,
  output: readonly OpenAiItem[],
): readonly ProviderEvent[] {
  const whole = response['status'] === 'completed'
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap(itemEvents),
    { type: whole ? 'response.completed' : 'response.incomplete', response },
  ]
  return events.map((event, index) => ({
    event: event.type,
    data: { ...event, sequence_number: index },
  }))
}

function itemEvents(item: OpenAiItem, index: number): readonly TypedItem[] {
  const place = { output_index: index, item_id: item['id'] }
  return [
    { type: 'response.output_item.added', ...place, item: begin(item) },
    ...grow(item, place),
    { type: 'response.output_item.done', ...place, item },
  ]
}

function begin(item: OpenAiItem): OpenAiItem {
  if (item['type'] === 'function_call') return { ...item, arguments: '', status: 'in_progress' }
  return item['type'] === 'message' ? { ...item, content: [], status: 'in_progress' } : item
}

type TypedItem = OpenAiItem & { readonly type: string }

function grow(item: OpenAiItem, place: OpenAiItem): readonly TypedItem[] {
  if (item['type'] === 'message') {
    return bodiesOf(item['content']).flatMap((part, index) =>
      growPart(part, { ...place, content_index: index }),
    )
  }
  if (item['type'] !== 'function_call') return []
  const text = String(item['arguments'])
  const type = 'response.function_call_arguments'
  return [
    ...piecesOf(text).map((delta) => ({ type: `${type}.delta`, ...place, delta })),
    { type: `${type}.done`, ...place, arguments: text },
  ]
}

/** The parts of a message are texts and refusals; each grows by events of its own name. */
function growPart(part: OpenAiItem, place: OpenAiItem): readonly TypedItem[] {
  const member = part['type'] === 'refusal' ? 'refusal' : 'text'
  const type = member === 'text' ? 'response.output_text' : 'response.refusal'
  const text = String(part[member])
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, [member]: '' } },
    ...piecesOf(text).map((delta) => ({ type: `${type}.delta`, ...place, delta })),
    { type: `${type}.done`, ...place, [member]: text },
    { type: 'response.content_part.done', ...place, part },
  ]
}

import { piecesOf } from './model-turn.ts'
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

function itemEvents(
  item: OpenAiItem,
  index: number,
): readonly (OpenAiItem & { readonly type: string })[] {
  const place = { output_index: index, item_id: item['id'] }
  const text = item['type'] === 'function_call' ? String(item['arguments']) : null
  const begun = text === null ? item : { ...item, arguments: '', status: 'in_progress' }
  const growing =
    text === null
      ? []
      : [
          ...piecesOf(text).map((delta) => ({
            type: 'response.function_call_arguments.delta',
            ...place,
            delta,
          })),
          { type: 'response.function_call_arguments.done', ...place, arguments: text },
        ]
  return [
    { type: 'response.output_item.added', ...place, item: begun },
    ...growing,
    { type: 'response.output_item.done', ...place, item },
  ]
}

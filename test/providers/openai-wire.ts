import {
  bodiesOf,
  type FakeBody,
  isWholeJson,
  type ModelPart,
} from '../../src/testing/model-turn.ts'
import { type OpenAiFake, openOpenAiFake } from '../../src/testing/openai-fake.ts'
import { functionCall, message, type OpenAiItem } from '../../src/testing/openai-fake-items.ts'
import { type ToldAnswer, turnOf } from './provider-peer.ts'

/** Opens the fake of the Responses API with a model that says these turns. */
export function openResponsesFake(turns: readonly (readonly ModelPart[])[]): Promise<OpenAiFake> {
  return openOpenAiFake((_body, turn) => turnOf(turns, turn).map(toItem))
}

function toItem(part: ModelPart): OpenAiItem {
  if (part.kind === 'text') return message(part.text)
  if (part.kind === 'raw') return part.wire
  const { id, name, arguments: text } = part
  return functionCall(name, text, {
    ...(id !== undefined && { call_id: id ?? undefined }),
    status: isWholeJson(text) ? 'completed' : 'incomplete',
  })
}

/** The answers in a request to the Responses API. */
export function responsesAnswers(request: FakeBody | undefined): readonly ToldAnswer[] {
  const items = bodiesOf(request?.['input'])
  const names = new Map(
    items
      .filter(({ type }) => type === 'function_call')
      .map((item) => [item['call_id'], item['name']]),
  )
  return items
    .filter(({ type }) => type === 'function_call_output')
    .map(({ call_id: callId, output }) => {
      const parts = typeof output === 'string' ? [] : bodiesOf(output)
      const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
      const images = parts.flatMap(({ image_url: url }) =>
        typeof url === 'string' ? [url.replace(/^data:[^,]*,/, '')] : [],
      )
      const text = typeof output === 'string' ? output : texts.join('\n')
      return { callId, name: names.get(callId), text, isError: null, images }
    })
}

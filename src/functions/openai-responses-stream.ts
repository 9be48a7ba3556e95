import { ToolnotaryError } from '../errors.ts'
import { readOwn } from './read-own.ts'

const MAX_ITEMS = 4_096

/**
 * Puts the events of a streamed response together to a response. Items come from the events that end them, so a stream
 * that breaks off leaves no half call that could run.
 */
export async function collectResponse(
  stream: AsyncIterable<unknown>,
): Promise<{ readonly output: readonly unknown[] }> {
  const items: unknown[] = []
  for await (const event of stream) {
    switch (readOwn(event, 'type')) {
      case 'response.output_item.done': {
        const at = readOwn(event, 'output_index')
        if (Number.isSafeInteger(at) && Number(at) >= 0 && Number(at) < MAX_ITEMS) {
          items[Number(at)] = readOwn(event, 'item')
        }
        break
      }
      case 'response.failed':
      case 'error':
        // Nothing of a response that failed may run.
        throw new ToolnotaryError('provider_stream_failed')
      case 'response.completed':
      case 'response.incomplete':
        return withOutput(readOwn(event, 'response'), items)
      default:
        break
    }
  }
  return { output: items.filter((item) => item !== undefined) }
}

function withOutput(
  response: unknown,
  items: readonly unknown[],
): { readonly output: readonly unknown[] } {
  const output = readOwn(response, 'output')
  const whole = Array.isArray(output) ? output : items.filter((item) => item !== undefined)
  return { ...(response as object), output: whole }
}

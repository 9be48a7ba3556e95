import { parseJson } from '../json/parse.ts'
import { readOwn } from './read-own.ts'
import type { ProviderCall } from './turn.ts'

/** A `tool_use` block, read once. */
export interface AnthropicToolUse extends ProviderCall {
  readonly toolset: string | undefined
}

/** The `tool_use` blocks of a message, in order. A last one that may have been cut off does not run. */
export function readToolUses(message: unknown): readonly AnthropicToolUse[] {
  const content = readOwn(message, 'content')
  if (!Array.isArray(content)) return []
  const whole = isWhole(readOwn(message, 'stop_reason'))
  return content.flatMap((block, index) => {
    if (readOwn(block, 'type') !== 'tool_use') return []
    return [readToolUse(block, whole || index < content.length - 1)]
  })
}

/** Blocks come one after the other, so only the last one can lack its end. */
function isWhole(stopReason: unknown): boolean {
  return (
    stopReason === 'tool_use' ||
    stopReason === 'end_turn' ||
    stopReason === 'stop_sequence' ||
    stopReason === 'pause_turn'
  )
}

function readToolUse(block: unknown, whole: boolean): AnthropicToolUse {
  const name = readOwn(block, 'name')
  const callId = readOwn(block, 'id')
  const toolset = readOwn(block, 'toolset_name')
  return {
    name: typeof name === 'string' ? name : '',
    arguments: whole ? inputOf(block) : '',
    callId: typeof callId === 'string' && callId !== '' ? callId : undefined,
    toolset: typeof toolset === 'string' ? toolset : undefined,
  }
}

function inputOf(block: unknown): unknown {
  const input = readOwn(block, 'input')
  // What could not be parsed while it streamed stays what the model wrote, also in a stored and reloaded message.
  return readOwn(input, UNPARSED) ?? input
}

type Block = Record<string, unknown>

/** Puts the events of a streamed message together. The input of a tool stays text, so that the gate parses it strictly. */
export async function collectMessage(stream: AsyncIterable<unknown>): Promise<unknown> {
  const content: Block[] = []
  let message: Block = {}
  let stopReason: unknown = null
  for await (const event of stream) {
    const at = Number(readOwn(event, 'index') ?? -1)
    switch (readOwn(event, 'type')) {
      case 'message_start':
        message = { ...(readOwn(event, 'message') as Block | undefined) }
        break
      case 'content_block_start':
        if (at >= 0 && at < MAX_BLOCKS) content[at] = startBlock(readOwn(event, 'content_block'))
        break
      case 'content_block_delta':
        addDelta(content[at], readOwn(event, 'delta'))
        break
      case 'message_delta':
        stopReason = readOwn(readOwn(event, 'delta'), 'stop_reason') ?? stopReason
        break
      default:
        break
    }
  }
  return { ...message, content: content.filter(Boolean).map(endBlock), stop_reason: stopReason }
}

const MAX_BLOCKS = 1_024

/** Where the text of an input is gathered; no provider's block has such a member. */
const INPUT_TEXT = Symbol('input text')

type Gathering = Block & { [INPUT_TEXT]?: string }

function startBlock(block: unknown): Gathering {
  return { ...(block as Block | undefined) }
}

function addDelta(block: Gathering | undefined, delta: unknown): void {
  if (block === undefined) return
  switch (readOwn(delta, 'type')) {
    case 'input_json_delta':
      block[INPUT_TEXT] = `${block[INPUT_TEXT] ?? ''}${readOwn(delta, 'partial_json')}`
      break
    case 'text_delta':
      block['text'] = `${block['text'] ?? ''}${readOwn(delta, 'text')}`
      break
    case 'thinking_delta':
      block['thinking'] = `${block['thinking'] ?? ''}${readOwn(delta, 'thinking')}`
      break
    case 'signature_delta':
      block['signature'] = readOwn(delta, 'signature')
      break
    case 'citations_delta':
      block['citations'] = [
        ...((block['citations'] as unknown[] | null) ?? []),
        readOwn(delta, 'citation'),
      ]
      break
    default:
      break
  }
}

/** Under this name the text of an input that is not strict JSON goes back to the API, which takes objects only. */
const UNPARSED = 'INVALID_JSON'

function endBlock(block: Gathering): Block {
  const { [INPUT_TEXT]: text, ...rest } = block
  if (text === undefined || text === '') return rest
  const read = parseJson(text)
  const isObject = read.ok && typeof read.value === 'object' && !Array.isArray(read.value)
  return { ...rest, input: isObject && read.value !== null ? read.value : { [UNPARSED]: text } }
}

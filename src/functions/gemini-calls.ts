import { readOwn } from './read-own.ts'

/** A `functionCall` part, read once. */
export interface GeminiFunctionCall {
  readonly name: string
  readonly arguments: unknown
  readonly callId: string | undefined
}

/** The function calls of a candidate, in order. A last one that may have been cut off does not run. */
export function readFunctionParts(candidate: unknown): readonly GeminiFunctionCall[] {
  const parts = readOwn(readOwn(candidate, 'content'), 'parts')
  if (!Array.isArray(parts)) return []
  const whole = isWhole(readOwn(candidate, 'finishReason'))
  return parts.flatMap((part, index) => {
    const call = readOwn(part, 'functionCall')
    return call === undefined || call === null
      ? []
      : [readFunctionCall(call, whole || index < parts.length - 1)]
  })
}

function isWhole(finishReason: unknown): boolean {
  return finishReason === 'STOP' || finishReason === undefined
}

function readFunctionCall(call: unknown, whole: boolean): GeminiFunctionCall {
  const name = readOwn(call, 'name')
  const callId = readOwn(call, 'id')
  return {
    name: typeof name === 'string' ? name : '',
    // A function without parameters is called without `args`.
    arguments: whole ? (readOwn(call, 'args') ?? {}) : '',
    callId: typeof callId === 'string' && callId !== '' ? callId : undefined,
  }
}

/** Puts the chunks of a streamed answer together to its first candidate. A call is never split over chunks. */
export async function collectContent(stream: AsyncIterable<unknown>): Promise<unknown> {
  const parts: unknown[] = []
  let finishReason: unknown = 'OTHER'
  for await (const chunk of stream) {
    const candidate = firstCandidateOf(chunk)
    const chunkParts = readOwn(readOwn(candidate, 'content'), 'parts')
    if (Array.isArray(chunkParts)) parts.push(...chunkParts)
    finishReason = readOwn(candidate, 'finishReason') ?? finishReason
  }
  return { content: { role: 'model', parts }, finishReason }
}

/** Chunks of several candidates come mixed. */
function firstCandidateOf(chunk: unknown): unknown {
  const candidates = readOwn(chunk, 'candidates')
  if (!Array.isArray(candidates)) return undefined
  return candidates.find((candidate) => (readOwn(candidate, 'index') ?? 0) === 0)
}

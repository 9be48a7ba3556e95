import type { CallerInput } from '../../src/core/caller.ts'
import type { Gate } from '../../src/core/gate.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import type { FakeBody, ModelPart } from '../../src/testing/model-turn.ts'

/** For whom and in which conversation a model calls. */
export interface TellContext {
  readonly caller: CallerInput
  readonly conversation: string
  readonly maxTurns?: number
  readonly signal?: AbortSignal
}

/** The answer to one call, as it stood in the last request that the provider's fake got. */
export interface ToldAnswer {
  readonly callId: unknown
  /** The provider's name of the tool. */
  readonly name: unknown
  readonly text: string
  /** Whether the provider is told that the call failed; null where its protocol cannot say so. */
  readonly isError: boolean | null
  /** Base64. */
  readonly images: readonly string[]
}

/** What came of a conversation. */
export interface Told {
  readonly ending: 'answered' | 'out_of_turns' | 'failed'
  /** What the client or the library threw; null unless `ending` is `failed`. */
  readonly failure: unknown
  /** In the order in which the gate was asked. */
  readonly outcomes: readonly Outcome[]
  readonly answers: readonly ToldAnswer[]
  readonly requests: readonly FakeBody[]
}

/** A gate as adapters need it. */
export type CallableGate = Pick<Gate, 'tools' | 'call'>

/** One way to a model: an adapter, the real client of its provider, and a local fake of the provider's API. */
export interface ProviderPeer {
  readonly name: string
  /** Who runs the loop: our adapter, or an agent library that hands over one call at a time. */
  readonly loop: 'ours' | 'library'
  /** Whether arguments reach the adapter as the model wrote them. */
  readonly argumentsAsText: boolean
  /** Whether a call without an id can be answered. */
  readonly idsOptional: boolean
  /** Whether strict mode makes the model write null for an optional argument that it leaves out. */
  readonly optionalAsNull: boolean
  readonly takesImages: boolean
  /** What becomes of a call of a tool that was never offered. */
  readonly unknownTool: 'gate' | 'library'
  /** What becomes of arguments that are not JSON. */
  readonly brokenArguments: 'gate' | 'library'
  /** The provider's names of the gate's tools. */
  offeredNames(gate: CallableGate): readonly string[]
  /** Has a model say these turns and then nothing more, and runs what it calls. */
  tell(
    gate: CallableGate,
    turns: readonly (readonly ModelPart[])[],
    context: TellContext,
  ): Promise<Told>
}

/** Whether a loop of ours ended, or a client rejected it. */
export type Ended = Pick<Told, 'ending' | 'failure'>

/** Runs `loop` with a gate that remembers its outcomes, and keeps what it throws. */
export async function watch(
  gate: CallableGate,
  loop: (gate: CallableGate) => Promise<Ended['ending']>,
): Promise<Ended & Pick<Told, 'outcomes'>> {
  const outcomes: Outcome[] = []
  let asked = 0
  const watched: CallableGate = {
    tools: gate.tools,
    call: async (request) => {
      const place = asked
      asked += 1
      const outcome = await gate.call(request)
      outcomes[place] = outcome
      return outcome
    },
  }
  try {
    return { ending: await loop(watched), failure: null, outcomes }
  } catch (failure) {
    return { ending: 'failed', failure, outcomes }
  }
}

/** What the model says in a turn; after the last one it only says that it is done. */
export function turnOf(
  turns: readonly (readonly ModelPart[])[],
  turn: number,
): readonly ModelPart[] {
  return turns[turn] ?? [{ kind: 'text', text: 'Done.' }]
}

import type { Outcome } from '../core/outcome.ts'
import { ToolnotaryError } from '../errors.ts'

/** What came of the calls of one reply, as messages of the next request. */
export interface Answered<Message> {
  readonly messages: readonly Message[]
  readonly outcomes: readonly Outcome[]
}

/** How one provider's conversation goes on. */
export interface Dialogue<Reply, Message> {
  ask(messages: readonly Message[]): Promise<Reply>
  /** The model's own words, unchanged, as messages to send back. */
  said(reply: Reply): readonly Message[]
  hasCalls(reply: Reply): boolean
  /** Runs the calls of a reply; `turn` counts from 0. */
  answer(reply: Reply, turn: number): Promise<Answered<Message>>
}

/**
 * How a loop ended. `answered`: the last reply calls nothing. `out_of_turns`: it still does, and those calls were not
 * executed, because no model would have read what came of them.
 */
export interface LoopResult<Reply, Message> {
  readonly kind: 'answered' | 'out_of_turns'
  readonly reply: Reply
  /** Of all calls, in order. */
  readonly outcomes: readonly Outcome[]
  /** How many requests were made. */
  readonly turns: number
  /** The conversation, up to and with the last reply. */
  readonly messages: readonly Message[]
}

/** Asks the model and runs what it calls until it calls nothing. Throws `gate_option_invalid`. */
export async function runLoop<Reply, Message>(
  dialogue: Dialogue<Reply, Message>,
  first: readonly Message[],
  maxTurns: number,
): Promise<LoopResult<Reply, Message>> {
  if (!Number.isSafeInteger(maxTurns) || maxTurns < 1) {
    throw new ToolnotaryError('gate_option_invalid', { option: 'maxTurns' })
  }
  let messages = first
  let outcomes: readonly Outcome[] = []
  for (let turns = 1; ; turns += 1) {
    const reply = await dialogue.ask(messages)
    messages = [...messages, ...dialogue.said(reply)]
    const calls = dialogue.hasCalls(reply)
    if (!calls || turns === maxTurns) {
      return { kind: calls ? 'out_of_turns' : 'answered', reply, outcomes, turns, messages }
    }
    const answered = await dialogue.answer(reply, turns - 1)
    messages = [...messages, ...answered.messages]
    outcomes = [...outcomes, ...answered.outcomes]
  }
}

import type { CallerInput, Gate, Outcome } from '../../../src/index.ts'
import type { FakeBody, ModelPart } from '../../../src/testing/model-turn.ts'
import type { StoryCall } from '../story.ts'

/** For whom and in which conversation a step is told. */
export interface StepContext {
  readonly caller: CallerInput
  readonly conversation: string
}

/** Where a driver finds its model. */
export interface DriverOptions {
  readonly stream: boolean
}

/** Tells steps of the story through one provider's real client. */
export interface Driver {
  readonly provider: string
  readonly title: string
  readonly streamed: boolean
  /** The customer says something, the model asks for the calls, and the loop runs until the model only talks. */
  tell(gate: Gate, step: StoryTurn, context: StepContext): Promise<readonly Outcome[]>
  /** Dispatches the very items of an earlier step again. */
  again(gate: Gate, stepName: string, context: StepContext): Promise<readonly Outcome[]>
  close(): Promise<void>
}

/** What is said in one step. */
export interface StoryTurn {
  readonly name: string
  readonly prompt: string
  readonly calls: readonly StoryCall[]
}

/** The model of a fake: it asks for the step's calls, and when it has read the answers it only talks. */
export class StoryModel {
  #asking: readonly ModelPart[] = []

  /** Ids are the same each time the story is told in one conversation: so a killed run goes on where it was. */
  ask(step: StoryTurn): readonly ModelPart[] {
    this.#asking = step.calls.map((call, index) => ({
      kind: 'call',
      name: call.name,
      arguments: call.arguments,
      id: `call_${step.name}_${index}`,
    }))
    return this.#asking
  }

  /** The script of a fake; `said` counts what the conversation holds so far. */
  script(said: (body: FakeBody) => number): (body: FakeBody) => readonly ModelPart[] {
    return (body) => (said(body) > 1 ? [{ kind: 'text', text: 'Done.' }] : this.#asking)
  }
}

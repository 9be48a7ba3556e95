import type { CallerInput, Gate, Outcome } from '../../src/index.ts'
import type { StoryCall } from './story.ts'

/** For whom and in which conversation a step is told. */
export interface StepContext {
  readonly caller: CallerInput
  readonly conversation: string
}

/** Tells steps of the story through one provider's real client. */
export interface Driver {
  readonly provider: string
  readonly title: string
  /** The customer says something, the model asks for the calls, and the loop runs until the model only talks. */
  tell(
    gate: Gate,
    step: { readonly name: string; readonly prompt: string },
    calls: readonly StoryCall[],
    context: StepContext,
  ): Promise<readonly Outcome[]>
  /** Dispatches the very items of an earlier step again. */
  again(gate: Gate, stepName: string, context: StepContext): Promise<readonly Outcome[]>
  close(): Promise<void>
}

import {
  type Approver,
  createGate,
  type Gate,
  type Ledger,
  type Outcome,
  type Tool,
} from '../../src/index.ts'
import { createScriptedApprover } from '../../src/testing/scripted-approver.ts'
import type { Driver, StepContext } from './driver.ts'
import { STORY, type StoryCall, type StoryStep } from './story.ts'
import type { StepResult } from './transcript.ts'

/** What the story is told with. */
export interface Stage {
  readonly tools: readonly Tool[]
  readonly ledger: Ledger
  /** The person at the terminal, where there is one; else a script answers everything. */
  readonly person: Approver | null
  readonly context: (provider: string) => StepContext
}

const SCRIPT_WAIT_MS = 100
const PERSON_WAIT_MS = 120_000

/** Tells every step through one provider, and hands each to `onStep` as it ends. */
export async function tellStory(
  stage: Stage,
  driver: Driver,
  onStep: (result: StepResult) => void,
): Promise<void> {
  const context = stage.context(driver.provider)
  for (const step of STORY) {
    const gate = openGate(stage, step)
    const startedAt = performance.now()
    const outcomes = await tellStep(gate, driver, step, context)
    const ms = Math.round(performance.now() - startedAt)
    await gate.dispose()
    const { name } = step
    const asExpected = isExpected(step, outcomes, asksPerson(stage, step))
    onStep({
      name,
      position: 'in-process',
      provider: driver.provider,
      calls: callsOf(step),
      outcomes,
      ms,
      asExpected,
    })
  }
}

/** One gate a step, because each step has its own person; they share the ledger, as processes would. */
function openGate(stage: Stage, step: StoryStep): Gate {
  const person = asksPerson(stage, step) ? stage.person : null
  return createGate({
    tools: stage.tools,
    store: stage.ledger,
    approver: person ?? createScriptedApprover([step.person], { user: 'scripted-person' }),
    approvalWaitMs: person === null ? SCRIPT_WAIT_MS : PERSON_WAIT_MS,
  })
}

/** A person is asked where the script would say yes to a refund of its own; the rest needs no keyboard to be shown. */
function asksPerson(stage: Stage, step: StoryStep): boolean {
  return stage.person !== null && step.name === 'refund-approved'
}

function tellStep(
  gate: Gate,
  driver: Driver,
  step: StoryStep,
  context: StepContext,
): Promise<readonly Outcome[]> {
  if ('again' in step.calls) return driver.again(gate, step.calls.again, context)
  return driver.tell(gate, step, step.calls, context)
}

function callsOf(step: StoryStep): readonly StoryCall[] {
  if (!('again' in step.calls)) return step.calls
  const { again } = step.calls
  const earlier = STORY.find(({ name }) => name === again)
  return earlier === undefined ? [] : callsOf(earlier)
}

function isExpected(
  step: StoryStep,
  outcomes: readonly Outcome[],
  personAnswered: boolean,
): boolean {
  // A person at the terminal may say no: whatever they say is right.
  if (personAnswered) return outcomes.length === step.expected.length
  return (
    outcomes.length === step.expected.length &&
    step.expected.every(([kind, executed], index) => {
      const outcome = outcomes[index]
      return outcome?.kind === kind && outcome.executed === executed
    })
  )
}

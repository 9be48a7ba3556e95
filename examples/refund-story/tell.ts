import {
  type Approver,
  createGate,
  type Gate,
  type Ledger,
  type Outcome,
  type Tool,
} from '../../src/index.ts'
import {
  createScriptedApprover,
  type ScriptedApprover,
} from '../../src/testing/scripted-approver.ts'
import type { Driver, StepContext } from './drivers/driver.ts'
import { STORY, type StoryCall, type StoryStep } from './story.ts'
import type { StepResult } from './transcript.ts'

/** What the story is told with. */
export interface Stage {
  readonly tools: readonly Tool[]
  readonly ledger: Ledger
  /** The person at the terminal, where there is one; else a script answers everything. */
  readonly person: Approver | null
  readonly context: (driver: Driver) => StepContext
}

/** Short, so that a killed run need not wait long for the lease of what it was doing. */
const PORT_TIMEOUT_MS = 1_500
const SCRIPT_WAIT_MS = 100
const PERSON_WAIT_MS = 120_000

/** Tells every step through one provider, and hands each to `onStep` as it ends. */
export async function tellStory(
  stage: Stage,
  driver: Driver,
  onStep: (result: StepResult) => void,
): Promise<void> {
  const context = stage.context(driver)
  for (const step of STORY) {
    const asksHere = asksPerson(stage, driver, step)
    const { gate, approver } = openStepGate(stage, step, asksHere)
    const startedAt = performance.now()
    const outcomes = await tellStep(gate, driver, step, context)
    const ms = Math.round(performance.now() - startedAt)
    await gate.dispose()
    const { name } = step
    const { provider, streamed } = driver
    const asExpected = isExpected(step, outcomes, asksHere)
    const asked = asksHere || (approver !== null && approver.asked.length > 0)
    onStep({ name, provider, streamed, calls: callsOf(step), outcomes, ms, asked, asExpected })
  }
}

/** A gate for one step, with the person who answers in it. */
interface OpenedStep {
  readonly gate: Gate
  /** The script that answers, where no person does. */
  readonly approver: ScriptedApprover | null
}

/** One gate a step, because each step has its own person; they share the ledger, as processes would. */
export function openStepGate(
  { tools, ledger, person }: Omit<Stage, 'context'>,
  step: StoryStep,
  asksHere: boolean,
): OpenedStep {
  if (asksHere && person !== null) {
    const options = {
      tools,
      store: ledger,
      portTimeoutMs: PORT_TIMEOUT_MS,
      approver: person,
      approvalWaitMs: PERSON_WAIT_MS,
    }
    return { gate: createGate(options), approver: null }
  }
  const approver = createScriptedApprover([step.person], { user: 'scripted-person' })
  return {
    gate: createGate({
      tools,
      store: ledger,
      portTimeoutMs: PORT_TIMEOUT_MS,
      approver,
      approvalWaitMs: SCRIPT_WAIT_MS,
    }),
    approver,
  }
}

/** A person is asked once, where the script would say yes to a refund of its own; the rest needs no keyboard. */
function asksPerson(stage: Stage, driver: Driver, step: StoryStep): boolean {
  const first = driver.provider === 'openai-responses' && !driver.streamed
  return stage.person !== null && first && step.name === 'refund-approved'
}

function tellStep(
  gate: Gate,
  driver: Driver,
  step: StoryStep,
  context: StepContext,
): Promise<readonly Outcome[]> {
  if ('again' in step.calls) return driver.again(gate, step.calls.again, context)
  return driver.tell(gate, { ...step, calls: step.calls }, context)
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

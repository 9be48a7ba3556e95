import { styleText } from 'node:util'
import { IN_PROCESS, type Outcome, type Responsibility } from '../../src/index.ts'
import type { StoryCall } from './story.ts'
import { euros } from './tools.ts'

/** What happened in one step. */
export interface StepResult {
  readonly name: string
  readonly provider: string
  readonly streamed: boolean
  readonly calls: readonly StoryCall[]
  readonly outcomes: readonly Outcome[]
  readonly ms: number
  /** Whether somebody was asked. */
  readonly asked: boolean
  readonly asExpected: boolean
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** Writes the story so that a person can follow it. */
export interface Transcript {
  position(title: string): void
  step(result: StepResult): void
  /** A line between the steps. */
  say(text: string): void
  placement(tool: string): void
  close(lines: readonly string[]): void
}

/** A transcript on a stream, coloured only where a person looks. */
export function createTranscript(write: (line: string) => void, coloured: boolean): Transcript {
  const paint: Paint = (style, text) =>
    coloured ? styleText(style, text, { validateStream: false }) : text
  let line = 0
  return {
    position: (title) => write(`\n ${paint('bold', title)}`),
    step: (result) => {
      result.outcomes.forEach((outcome, index) => {
        line += 1
        const call = result.calls[index]
        write(
          ` ${String(line).padStart(2)}  ${callText(call)}  ${endingText(paint, outcome, result.asked)}  ${note(paint, outcome, result)}`,
        )
      })
    },
    say: (text) => write(`     ${paint('dim', text)}`),
    placement: (tool) => {
      const words = Object.keys(IN_PROCESS.owners) as Responsibility[]
      write(`\n ${paint('bold', 'where each responsibility lives')}`)
      write(`  ${''.padEnd(28)}${words.map((word) => word.padEnd(12)).join('')}`)
      const owners = words.map((word) => IN_PROCESS.owners[word].join(' + ').padEnd(12)).join('')
      write(`  ${`${tool} · in process`.padEnd(28)}${owners}`)
    },
    close: (lines) => {
      write('')
      for (const text of lines) write(` ${text}`)
    },
  }
}

function callText(call: StoryCall | undefined): string {
  const { order_id: order = '', amount_cents: cents } = readArguments(call?.arguments ?? '')
  const amount = typeof cents === 'number' ? euros(cents) : ''
  return `${(call?.name ?? '').padEnd(15)}${String(order).padEnd(8)}${amount.padStart(8)}`
}

function readArguments(text: string): {
  readonly order_id?: unknown
  readonly amount_cents?: unknown
} {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function endingText(paint: Paint, outcome: Outcome, asked: boolean): string {
  const kind = pathText(outcome, asked)
  const colour = outcome.executed === 'yes' ? 'green' : outcome.executed === 'no' ? 'yellow' : 'red'
  const executed = {
    yes: outcome.replayed ? 'not executed again' : 'executed',
    no: 'not executed',
    unknown: 'not known',
  }
  return `${paint(colour, kind.padEnd(33))}${executed[outcome.executed].padEnd(20)}`
}

/** What the call went through: a person only comes in where the tool is not a read and the call got as far as approve. */
function pathText({ kind, stage, tool, replayed }: Outcome, asked: boolean): string {
  if (!asked || replayed || tool === 'look_up_order') return kind
  if (stage === 'approve') return `asked → ${kind}`
  return kind === 'completed' ? `asked → approved → ${kind}` : kind
}

function note(paint: Paint, outcome: Outcome, result: StepResult): string {
  const where = `${outcome.stage} (${outcome.owners.join(' + ')})`
  const reason = 'reason' in outcome ? ` ${outcome.reason}` : ''
  const wrong = result.asExpected ? '' : paint('red', '  not what the story expects')
  return `${paint('dim', `${where}${reason} · ${result.name} · ${result.ms} ms`)}${wrong}`
}

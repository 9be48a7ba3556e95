import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifyLog } from '../../src/audit/verify.ts'
import { type Ledger, terminalApprover } from '../../src/index.ts'
import { createNodeHasher } from '../../src/platform/hasher.ts'
import { openSqliteStore } from '../../src/store/sqlite/store.ts'
import { HELP, readArguments, type StoryOptions } from './arguments.ts'
import { openAnthropicDriver } from './drivers/anthropic-messages.ts'
import type { Driver, StepContext } from './drivers/driver.ts'
import { openGeminiDriver } from './drivers/gemini.ts'
import { openChatDriver } from './drivers/openai-chat.ts'
import { openResponsesDriver } from './drivers/openai-responses.ts'
import { openOrders } from './orders.ts'
import { type Summary, summarize } from './summary.ts'
import { type Stage, tellStory } from './tell.ts'
import { shopTools } from './tools.ts'
import { createTranscript, type StepResult, type Transcript } from './transcript.ts'

const folder = process.env['TOOLNOTARY_DEMO_DIR'] ?? join(import.meta.dirname, '..', '..', '.demo')

const DRIVERS = [openResponsesDriver, openChatDriver, openAnthropicDriver, openGeminiDriver]

async function main(options: StoryOptions): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  const orders = openOrders(join(folder, 'orders.db'))
  const ledger = openSqliteStore(join(folder, 'toolnotary.db'))
  const { run, resumed } = orders.openRun()
  // With --json everything that a person reads goes to stderr, so that stdout is one document.
  const stream = options.json ? process.stderr : process.stdout
  const transcript = openTranscript(stream)
  if (resumed) transcript.close([`going on with run ${run}, which did not finish`])
  const nobody = options.once || process.stdin.isTTY !== true
  const person = nobody ? null : terminalApprover({ output: stream })
  const stage = { tools: shopTools(orders, run), ledger, person, context: contextOf(run) }
  const results = await tellAll(stage, transcript)
  const summary = summarize(results, orders.refunds(run), await verify(ledger))
  orders.finishRun(run)
  await ledger.dispose()
  orders.close()
  transcript.placement('refund_order')
  transcript.close(lastLines(summary))
  if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`)
  return summary.ok
}

function openTranscript(stream: NodeJS.WriteStream): Transcript {
  const coloured = stream.isTTY === true && process.env['NO_COLOR'] === undefined
  return createTranscript((line) => void stream.write(`${line}\n`), coloured)
}

/** An agent of its own for each telling: equal questions of two tellings must not join. */
function contextOf(run: number): (driver: Driver) => StepContext {
  return ({ provider, streamed }) => {
    const telling = `${run}-${provider}-${streamed ? 'streamed' : 'whole'}`
    const caller = { user: 'customer-1', agent: `assistant-${telling}` }
    return { caller, conversation: `story-${telling}` }
  }
}

async function tellAll(stage: Stage, transcript: Transcript): Promise<readonly StepResult[]> {
  const results: StepResult[] = []
  const tellings = DRIVERS.flatMap((open) => [false, true].map((stream) => ({ open, stream })))
  for (const { open, stream } of tellings) {
    const driver = await open({ stream })
    transcript.position(`in process · ${driver.title}${stream ? ' · streamed' : ''}`)
    try {
      await tellStory(stage, driver, (result) => {
        results.push(result)
        transcript.step(result)
      })
    } finally {
      await driver.close()
    }
  }
  return results
}

async function verify(ledger: Ledger): Promise<Summary['audit']> {
  const log = await verifyLog(ledger.entries(), createNodeHasher())
  if (log.kind === 'whole') return { entries: log.head.seq, verified: true }
  return { entries: log.seq, verified: false }
}

function lastLines({ ok, audit }: Summary): readonly string[] {
  return [
    `audit: ${audit.entries} entries, chain ${audit.verified ? 'verified' : 'BROKEN'}`,
    `refunds in the shop's database: ${ok ? 'exactly those above' : 'see above what is not as expected'}`,
    'next: read README.md, or look at examples/refund-story/',
  ]
}

const options = readArguments(process.argv.slice(2))
if (options === 'help') process.stdout.write(HELP)
else if ('problem' in options) {
  process.stderr.write(`${options.problem}\n\n${HELP}`)
  process.exitCode = 2
} else {
  try {
    process.exitCode = (await main(options)) ? 0 : 1
  } catch (error) {
    process.stderr.write(
      `The story could not be told: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exitCode = 3
  }
}

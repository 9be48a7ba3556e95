import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifyLog } from '../../src/audit/verify.ts'
import { terminalApprover } from '../../src/index.ts'
import { createNodeHasher } from '../../src/platform/hasher.ts'
import { openSqliteStore } from '../../src/store/sqlite/store.ts'
import { HELP, readArguments, type StoryOptions } from './arguments.ts'
import { openOpenAiDriver } from './openai-driver.ts'
import { openOrders } from './orders.ts'
import { summarize } from './summary.ts'
import { tellStory } from './tell.ts'
import { shopTools } from './tools.ts'
import { createTranscript, type StepResult } from './transcript.ts'

const folder = process.env['TOOLNOTARY_DEMO_DIR'] ?? join(import.meta.dirname, '..', '..', '.demo')

async function main(options: StoryOptions): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  const orders = openOrders(join(folder, 'orders.db'))
  const ledger = openSqliteStore(join(folder, 'toolnotary.db'))
  const { run, resumed } = orders.openRun()
  // With --json everything that a person reads goes to stderr, so that stdout is one document.
  const stream = options.json ? process.stderr : process.stdout
  const coloured = stream.isTTY === true && process.env['NO_COLOR'] === undefined
  const transcript = createTranscript((line) => void stream.write(`${line}\n`), coloured)
  const person =
    options.once || process.stdin.isTTY !== true ? null : terminalApprover({ output: stream })
  const results: StepResult[] = []
  if (resumed) transcript.close([`going on with run ${run}, which did not finish`])
  const driver = await openOpenAiDriver()
  transcript.position(`in process · ${driver.title}`)
  await tellStory(
    {
      tools: shopTools(orders, run),
      ledger,
      person,
      context: (provider) => ({
        caller: { user: 'customer-1', agent: `assistant-${run}` },
        conversation: `story-${run}-${provider}`,
      }),
    },
    driver,
    (result) => {
      results.push(result)
      transcript.step(result)
    },
  )
  await driver.close()
  const log = await verifyLog(ledger.entries(), createNodeHasher())
  const audit =
    log.kind === 'whole'
      ? { entries: log.head.seq, verified: true }
      : { entries: log.seq, verified: false }
  const summary = summarize(results, orders.refunds(run), audit)
  orders.finishRun(run)
  await ledger.dispose()
  orders.close()
  transcript.placement('refund_order')
  transcript.close([
    `audit: ${summary.audit.entries} entries, chain ${summary.audit.verified ? 'verified' : 'BROKEN'}`,
    `refunds in the shop's database: ${summary.ok ? 'exactly those above' : 'see above what is not as expected'}`,
    'next: read README.md, or look at examples/refund-story/',
  ])
  if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`)
  return summary.ok
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

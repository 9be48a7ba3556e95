import { join } from 'node:path'
import {
  HELP,
  type LiveModel,
  type Provider,
  readArguments,
  type StoryOptions,
} from './arguments.ts'
import type { Driver, DriverOptions } from './drivers/driver.ts'
import { readKey, tellLive } from './live.ts'
import { openScene, type Scene } from './scene.ts'
import type { Summary } from './summary.ts'
import { tellStory } from './tell.ts'
import { shopTools } from './tools.ts'
import type { StepResult } from './transcript.ts'

type OpenDriver = (options: DriverOptions) => Promise<Driver>

const folder = process.env['TOOLNOTARY_DEMO_DIR'] ?? join(import.meta.dirname, '..', '..', '.demo')

/** Loaded when it is told, because a provider's client takes long to load. */
const DRIVERS = new Map<Provider, () => Promise<OpenDriver>>([
  [
    'openai-responses',
    async () => (await import('./drivers/openai-responses.ts')).openResponsesDriver,
  ],
  ['openai-chat', async () => (await import('./drivers/openai-chat.ts')).openChatDriver],
  [
    'anthropic-messages',
    async () => (await import('./drivers/anthropic-messages.ts')).openAnthropicDriver,
  ],
  ['gemini', async () => (await import('./drivers/gemini.ts')).openGeminiDriver],
])

/** Tells the story through every provider's client, whole and streamed, against local fakes. */
async function tellScripted(scene: Scene, only: Provider | null): Promise<readonly StepResult[]> {
  const { run, transcript } = scene
  const results: StepResult[] = []
  const stage = {
    ...scene,
    tools: shopTools(scene.orders, run),
    context: ({ provider, streamed }: Driver) => {
      const voice = `${provider}-${streamed ? 'streamed' : 'whole'}`
      // An agent of its own for each telling: equal questions of two tellings must not join.
      const caller = { user: 'customer-1', agent: `assistant-${run}-${voice}` }
      return { caller, conversation: `story-${run}-${voice}` }
    },
  }
  if (scene.resumed) transcript.close([`going on with run ${run}, which did not finish`])
  for (const [provider, load] of DRIVERS) {
    if (only !== null && provider !== only) continue
    const open = await load()
    for (const stream of [false, true]) {
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
  }
  return results
}

function closingLines({ audit, ok }: Summary, live: LiveModel | null): readonly string[] {
  const lines = [
    `audit: ${audit.entries} entries, chain ${audit.verified ? 'verified' : 'BROKEN'}`,
    `refunds in the shop's database: ${ok ? 'exactly those above' : 'see above what is not as expected'}`,
  ]
  return live === null
    ? [...lines, 'next: read README.md, or look at examples/refund-story/']
    : [...lines, 'the endings were not checked: a real model calls what it likes']
}

/** Tells the story. With a real model the run has a folder of its own, so that it never goes on with a scripted one. */
async function main(options: StoryOptions, apiKey: string): Promise<boolean> {
  const { live, only, json } = options
  const scene = openScene(live === null ? folder : join(folder, 'live'), options)
  const results =
    live === null ? await tellScripted(scene, only) : await tellLive(scene, live, apiKey)
  const summary = await scene.finish(results)
  await scene.close()
  scene.transcript.placement('refund_order')
  scene.transcript.close(closingLines(summary, live))
  if (json) process.stdout.write(`${JSON.stringify({ ...summary, ...(live && { live }) })}\n`)
  return summary.ok
}

const options = readArguments(process.argv.slice(2))
if (options === 'help') process.stdout.write(HELP)
else if ('problem' in options) {
  process.stderr.write(`${options.problem}\n\n${HELP}`)
  process.exitCode = 2
} else {
  const key = options.live === null ? { apiKey: '' } : readKey(options.live, process.env)
  if ('problem' in key) {
    process.stderr.write(`${key.problem}\n`)
    process.exitCode = 2
  } else {
    try {
      process.exitCode = (await main(options, key.apiKey)) ? 0 : 1
    } catch (error) {
      process.stderr.write(
        `The story could not be told: ${error instanceof Error ? error.message : String(error)}\n`,
      )
      process.exitCode = 3
    }
  }
}

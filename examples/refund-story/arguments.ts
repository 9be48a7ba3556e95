import { parseArgs } from 'node:util'

/** The providers that the story is told through. */
export const PROVIDERS = [
  'openai-responses',
  'openai-chat',
  'anthropic-messages',
  'gemini',
] as const

/** One of {@link PROVIDERS}. */
export type Provider = (typeof PROVIDERS)[number]

/** A real model at its provider's real endpoint. */
export interface LiveModel {
  readonly provider: Provider
  readonly model: string
}

/** How the story is told. */
export interface StoryOptions {
  /** Nobody is asked: a scripted person answers. */
  readonly once: boolean
  readonly json: boolean
  /** The one provider to tell it through; null for all. */
  readonly only: Provider | null
  /** Who answers instead of the local fakes. */
  readonly live: LiveModel | null
}

export const HELP = `Tells the refund story: a model asks, the gate decides.

Usage: npm start [--silent] [-- --once] [-- --json] [-- --only PROVIDER]
       npm start [--silent] -- --live PROVIDER --model NAME [--once] [--json]

  --once            ask nobody: a script answers (also when there is no terminal)
  --json            print one JSON document on stdout and everything else on stderr
  --only PROVIDER   tell it through one provider
  --live PROVIDER   ask a real model: sends the prompts to the provider and costs what they cost
  --model NAME      the real model
  --help            print this

PROVIDER is ${PROVIDERS.slice(0, -1).join(', ')} or ${PROVIDERS.at(-1)}.
--live needs OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY.

Example: npm start --silent -- --once --json
`

/** Reads the command line, or says what is wrong with it. */
export function readArguments(
  args: readonly string[],
): StoryOptions | 'help' | { readonly problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        once: { type: 'boolean' },
        json: { type: 'boolean' },
        only: { type: 'string' },
        live: { type: 'string' },
        model: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) return 'help'
    const { once = false, json = false, only, live, model } = values
    if (only !== undefined && live !== undefined) throw new Error('--only is not for --live')
    return {
      once,
      json,
      only: only === undefined ? null : readProvider('--only', only),
      live: readLive(live, model),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function readProvider(option: string, name: string): Provider {
  const provider = PROVIDERS.find((each) => each === name)
  if (provider === undefined) throw new Error(`${option} takes one of: ${PROVIDERS.join(', ')}`)
  return provider
}

function readLive(live: string | undefined, model: string | undefined): LiveModel | null {
  if (live === undefined) {
    if (model !== undefined) throw new Error('--model is only for --live')
    return null
  }
  const provider = readProvider('--live', live)
  if (model === undefined || model === '') throw new Error('--live needs --model NAME')
  return { provider, model }
}

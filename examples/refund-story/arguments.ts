import { parseArgs } from 'node:util'

/** How the story is told. */
export interface StoryOptions {
  /** Nobody is asked: a scripted person answers. */
  readonly once: boolean
  readonly json: boolean
}

export const HELP = `Tells the refund story: a model asks, the gate decides.

Usage: npm start [--silent] [-- --once] [-- --json]

  --once   ask nobody: a script answers (also when there is no terminal)
  --json   print one JSON document on stdout and everything else on stderr
  --help   print this

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
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) return 'help'
    return { once: values.once === true, json: values.json === true }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

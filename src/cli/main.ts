#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import type { Io } from './io.ts'
import { runProgram } from './program.ts'

/** The only place of the command line that sees the process. */
const { stdout, stderr, env, argv } = process
const interrupted = new AbortController()

const io: Io = {
  out: (text) =>
    new Promise((resolve) => {
      if (stdout.write(text)) resolve()
      else stdout.once('drain', resolve)
    }),
  err: (text) => {
    stderr.write(text)
  },
  color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  now: () => Date.now(),
  signal: interrupted.signal,
}

// A second one ends the process at once, as ever.
process.once('SIGINT', () => interrupted.abort())
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read our output has had enough of it, as `head` does.
  process.exit(error.code === 'EPIPE' ? 0 : 3)
})

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }
process.exitCode = await runProgram(argv.slice(2), io, version)

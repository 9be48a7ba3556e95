// Runs on any Node, before anything else: one clear sentence instead of a syntax error further on.
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const numbers = (version) => version.replace(/^\D+/, '').split('.').map(Number)
const [wantedMajor, wantedMinor] = numbers(engines.node)
const [major, minor] = numbers(process.versions.node)

const problem = !existsSync(new URL('node_modules/vitest', root))
  ? { what: 'The dependencies are not installed.', run: 'npm ci' }
  : major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
    ? {
        what: `This is Node ${process.versions.node}; toolnotary needs ${engines.node}. It brings its own Node, which an install without scripts leaves out.`,
        run: 'npm rebuild',
      }
    : undefined

if (problem !== undefined) {
  process.stderr.write(`${problem.what}\nRun this, then try again:\n\n  ${problem.run}\n\n`)
  process.exit(1)
}

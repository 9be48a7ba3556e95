// Builds the library, then runs the demo in this process. The build speaks on stderr only, so that
// `npm start --silent -- --once --json` leaves one JSON document on stdout.
import './require-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const demo = new URL('../examples/refund-story/main.ts', import.meta.url)

const build = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
})
if (build.status !== 0) process.exit(build.status ?? 1)

process.argv[1] = fileURLToPath(demo)
await import(demo.href)

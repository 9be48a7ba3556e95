import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { LimitPoint } from '../core/limiter.ts'
import { describeLimiter } from '../testing/limiter-contract.ts'
import { findRedis } from '../testing/services.ts'
import { createRedisLimiter } from './redis.ts'

const redis = await findRedis(process.env)
const url = 'url' in redis ? redis.url : ''
const skip = 'skip' in redis ? redis.skip : null

const keyPrefix = `toolnotary:test:${randomUUID()}:`

const point: LimitPoint = {
  scope: 'tool',
  key: '["k"]',
  rate: { calls: 1, perMs: 1_000 },
  effect: 'read',
  at: Date.now(),
}

describeLimiter(
  'the Redis limiter',
  () => {
    const clients = [new Redis(url), new Redis(url)] as const
    return Promise.resolve({
      limiters: [
        createRedisLimiter({ client: clients[0], keyPrefix }),
        createRedisLimiter({ client: clients[1], keyPrefix }),
      ],
      close: async () => {
        const keys = await clients[0].keys(`${keyPrefix}*`)
        await clients[0].del(...keys)
        for (const client of clients) client.disconnect()
      },
    })
  },
  skip,
)

describe.skipIf(skip !== null)(skip ?? 'the Redis limiter and its server', () => {
  it('gives every key an end', async () => {
    const client = new Redis(url)
    const limiter = createRedisLimiter({ client, keyPrefix: `${keyPrefix}end:` })
    await limiter.take({ ...point, rate: { calls: 1, perMs: 60_000 } })
    const [key = ''] = await client.keys(`${keyPrefix}end:*`)
    expect(await client.pttl(key)).toBeGreaterThan(0)
    await client.del(key)
    client.disconnect()
  })

  it('throws when the server is gone', async () => {
    const client = new Redis(url, { maxRetriesPerRequest: 0 })
    client.disconnect()
    await expect(createRedisLimiter({ client }).take(point)).rejects.toThrow(
      expect.objectContaining({ code: 'limiter_unavailable' }),
    )
  })
})

it('throws when the server is silent', async () => {
  const client = { eval: () => new Promise(() => {}) }
  await expect(createRedisLimiter({ client, timeoutMs: 1 }).take(point)).rejects.toThrow(
    expect.objectContaining({ code: 'limiter_unavailable' }),
  )
})

it.each([null, [], ['x', 5], [1], [0, 5], [1, 'x']])(
  'throws when the server answers %j',
  async (answer) => {
    const client = { eval: () => Promise.resolve(answer) }
    await expect(createRedisLimiter({ client }).take(point)).rejects.toThrow(
      expect.objectContaining({ code: 'limiter_unavailable' }),
    )
  },
)

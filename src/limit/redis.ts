import type { Limiter } from '../core/limiter.ts'
import { createStoreLimiter, readCounted, type StoreLimiterOptions } from './store-limiter.ts'

/** What is needed of a Redis or Valkey client, as ioredis and iovalkey have it. */
export interface RedisClient {
  eval(script: string, keys: number, ...rest: readonly (string | number)[]): Promise<unknown>
}

/** What {@link createRedisLimiter} takes. */
export interface RedisLimiterOptions extends StoreLimiterOptions {
  readonly client: RedisClient
  /** Defaults to `toolnotary:limit:`. */
  readonly keyPrefix?: string
}

/** The window gets its end before it is counted in, so that no key can stay for ever. */
const COUNT = `
redis.call('set', KEYS[1], 0, 'px', ARGV[1], 'nx')
return { redis.call('incr', KEYS[1]), redis.call('pttl', KEYS[1]) }`

/** Counts in Redis or Valkey, by the server's clock, for all processes that share it. */
export function createRedisLimiter(options: RedisLimiterOptions): Limiter {
  const { client, keyPrefix = 'toolnotary:limit:' } = options
  return createStoreLimiter(options, async (key, { rate }) => {
    const answer = await client.eval(COUNT, 1, keyPrefix + key, rate.perMs)
    const [count, leftMs]: readonly unknown[] = Array.isArray(answer) ? answer : []
    return readCounted(count, leftMs)
  })
}

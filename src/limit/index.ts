export { type ReadFallbackOptions, withReadFallback } from './fallback.ts'
export { createMemoryLimiter, type MemoryLimiterOptions } from './memory.ts'
export {
  createPostgresLimiter,
  type PostgresLimiterOptions,
  type PostgresPool,
} from './postgres.ts'
export { createRedisLimiter, type RedisClient, type RedisLimiterOptions } from './redis.ts'
export {
  createSqliteLimiter,
  type SqliteDatabase,
  type SqliteLimiterOptions,
  type SqliteStatement,
} from './sqlite.ts'
export type { StoreLimiterOptions } from './store-limiter.ts'

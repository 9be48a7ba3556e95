import { expect, it } from 'vitest'
import { findPostgres, findRedis } from './services.ts'

it.each([
  {
    service: 'PostgreSQL',
    find: () => findPostgres({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x' }),
  },
  { service: 'Redis', find: () => findRedis({ REDIS_URL: 'redis://127.0.0.1:1' }) },
])(
  'does not leave out tests of $service when the named server does not answer',
  async ({ find }) => {
    await expect(find()).rejects.toThrow('does not answer')
  },
)

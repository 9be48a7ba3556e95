import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { LimitPoint } from '../core/limiter.ts'
import { describeLimiter } from '../testing/limiter-contract.ts'
import { createSqliteLimiter } from './sqlite.ts'

describeLimiter('the SQLite limiter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolnotary-'))
  const databases = openTwo(join(folder, 'limits.db'))
  return Promise.resolve({
    limiters: [
      createSqliteLimiter({ database: databases[0] }),
      createSqliteLimiter({ database: databases[1] }),
    ],
    close: async () => {
      for (const database of databases) database.close()
      rmSync(folder, { recursive: true })
    },
  })
})

function openTwo(path: string): [DatabaseSync, DatabaseSync] {
  const open = (): DatabaseSync => {
    const database = new DatabaseSync(path, { timeout: 1_000 })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
    return database
  }
  return [open(), open()]
}

const point: LimitPoint = {
  scope: 'tool',
  key: '["k"]',
  rate: { calls: 1, perMs: 1_000 },
  effect: 'read',
  at: 1_000_000,
}

it('answers at once, by the time of the point', () => {
  const limiter = createSqliteLimiter({ database: new DatabaseSync(':memory:') })
  const at = (at: number): unknown => limiter.take({ ...point, at })
  expect(at(1_000_000)).toEqual({ kind: 'ok' })
  expect(at(1_000_400)).toEqual({ kind: 'limited', retryAfterMs: 600 })
  expect(at(1_001_000)).toEqual({ kind: 'ok' })
  expect(at(1_001_001)).toEqual({ kind: 'limited', retryAfterMs: 999 })
})

it('drops windows that ended', async () => {
  const database = new DatabaseSync(':memory:')
  const limiter = createSqliteLimiter({ database })
  await limiter.take(point)
  await limiter.take({ ...point, key: '["other"]', at: point.at + 61_000 })
  const rows = database.prepare('SELECT count(*) AS n FROM toolnotary_limits').get()
  expect(rows).toEqual({ n: 1 })
})

it('throws when the database is gone', () => {
  const database = new DatabaseSync(':memory:')
  const limiter = createSqliteLimiter({ database })
  database.close()
  expect(() => limiter.take(point)).toThrow(
    expect.objectContaining({ code: 'limiter_unavailable' }),
  )
})

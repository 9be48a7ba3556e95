import type { Limiter } from '../core/limiter.ts'
import { ToolnotaryError } from '../errors.ts'
import { readCounted, windowKey } from './store-limiter.ts'
import { answerOf } from './window.ts'

/** What is needed of a SQLite database, as `node:sqlite` and better-sqlite3 have it. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
}

/** What is needed of a prepared statement. */
export interface SqliteStatement {
  get(...values: (string | number)[]): unknown
  run(...values: (string | number)[]): unknown
}

/** What {@link createSqliteLimiter} takes. */
export interface SqliteLimiterOptions {
  /** Best a file of its own in WAL mode: a count is not worth waiting for the ledger's disk. */
  readonly database: SqliteDatabase
}

const CREATE = `
CREATE TABLE IF NOT EXISTS toolnotary_limits (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS toolnotary_limits_ends_at ON toolnotary_limits (ends_at)`

const COUNT = `
INSERT INTO toolnotary_limits AS held (key, count, ends_at) VALUES (?, 1, ?)
ON CONFLICT (key) DO UPDATE SET
  count = iif(held.ends_at <= ?, 1, held.count + 1),
  ends_at = iif(held.ends_at <= ?, excluded.ends_at, held.ends_at)
RETURNING count, ends_at`

const SWEEP = 'DELETE FROM toolnotary_limits WHERE ends_at <= ?'
const SWEEP_EVERY_MS = 60_000

/**
 * Counts in a SQLite database, at once, for all processes of this machine that share it. Makes its table. `take` throws
 * `limiter_unavailable` when the database fails.
 */
export function createSqliteLimiter({ database }: SqliteLimiterOptions): Limiter {
  database.exec(CREATE)
  const count = database.prepare(COUNT)
  const sweep = database.prepare(SWEEP)
  let sweptAt = 0
  return Object.freeze({
    take: (point) => {
      const { rate, at } = point
      try {
        const row = count.get(windowKey(point), at + rate.perMs, at, at)
        if (at - sweptAt >= SWEEP_EVERY_MS) {
          sweptAt = at
          sweep.run(at)
        }
        const counted = readRow(row, at)
        return answerOf(counted.count, rate.calls, counted.leftMs)
      } catch (cause) {
        throw new ToolnotaryError('limiter_unavailable', {}, { cause })
      }
    },
  } satisfies Limiter)
}

function readRow(row: unknown, at: number): ReturnType<typeof readCounted> {
  if (typeof row !== 'object' || row === null) throw new TypeError('not a row')
  const { count, ends_at: endsAt } = row as Readonly<Record<string, unknown>>
  return readCounted(count, Number(endsAt) - at)
}

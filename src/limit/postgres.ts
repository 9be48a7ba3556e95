import type { Limiter } from '../core/limiter.ts'
import { createStoreLimiter, readCounted, type StoreLimiterOptions } from './store-limiter.ts'

/** What is needed of a pool of PostgreSQL connections, as `pg` has it. */
export interface PostgresPool {
  query(query: {
    readonly name?: string
    readonly text: string
    readonly values?: unknown[]
  }): Promise<{ readonly rows: readonly unknown[] }>
}

/** What {@link createPostgresLimiter} takes. */
export interface PostgresLimiterOptions extends StoreLimiterOptions {
  readonly pool: PostgresPool
}

/** Without a log, because a count is not worth a write to the disk: after a crash of the server it starts again. */
const CREATE = `
CREATE UNLOGGED TABLE IF NOT EXISTS toolnotary_limits (
  key text PRIMARY KEY,
  count bigint NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS toolnotary_limits_ends_at ON toolnotary_limits (ends_at)`

const COUNT = `
INSERT INTO toolnotary_limits AS held (key, count, ends_at)
VALUES ($1, 1, now() + $2 * interval '1 millisecond')
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN held.ends_at <= now() THEN 1 ELSE held.count + 1 END,
  ends_at = CASE WHEN held.ends_at <= now() THEN excluded.ends_at ELSE held.ends_at END
RETURNING count, extract(epoch FROM ends_at - now()) * 1000 AS left_ms`

const SWEEP = 'DELETE FROM toolnotary_limits WHERE ends_at <= now()'
const SWEEP_EVERY_MS = 60_000

/** Counts in PostgreSQL, by the server's clock, for all processes that share it; makes its table on first use. */
export function createPostgresLimiter(options: PostgresLimiterOptions): Limiter {
  const { pool } = options
  let table: Promise<void> | null = null
  let sweptAt = 0
  return createStoreLimiter(options, async (key, { rate, at }) => {
    table ??= createTable(pool).catch((cause: unknown) => {
      table = null
      throw cause
    })
    await table
    const values = [key, rate.perMs]
    const { rows } = await pool.query({ name: 'toolnotary-limit', text: COUNT, values })
    if (at - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = at
      // What is left over is swept the next time.
      void pool.query({ text: SWEEP }).catch(() => {})
    }
    return readRow(rows[0])
  })
}

/** Makes the table unless it is there: an account without the right to make one may still count. */
async function createTable(pool: PostgresPool): Promise<void> {
  const { rows } = await pool.query({ text: "SELECT to_regclass('toolnotary_limits') AS found" })
  if (isRow(rows[0]) && rows[0]['found'] !== null) return
  try {
    await pool.query({ text: CREATE })
  } catch (cause) {
    if (!isMadeMeanwhile(cause)) throw cause
  }
}

/** Two processes that make the same table at once: the loser sees a unique violation or a duplicate table. */
function isMadeMeanwhile(cause: unknown): boolean {
  return isRow(cause) && (cause['code'] === '23505' || cause['code'] === '42P07')
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function readRow(row: unknown): ReturnType<typeof readCounted> {
  return isRow(row) ? readCounted(row['count'], row['left_ms']) : readCounted(null, null)
}

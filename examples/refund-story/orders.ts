import { DatabaseSync } from 'node:sqlite'

/** An order of the shop. */
export interface Order {
  readonly order_id: string
  readonly customer: string
  readonly total_cents: number
}

/** A refund that the shop really made. */
export interface Refund {
  readonly refund_id: string
  readonly order_id: string
  readonly amount_cents: number
}

/** One run of the story: its conversation, and whether this process continues a run that was killed. */
export interface StoryRun {
  readonly run: number
  readonly resumed: boolean
}

/** The shop's own database: what a refund really changes, apart from anything that the gate keeps. */
export interface Orders {
  /** The run that was not finished, or a new one with fresh orders. */
  openRun(): StoryRun
  finishRun(run: number): void
  find(run: number, orderId: string): Order | null
  /** Makes a refund once for each key: the same key again gives the refund that was made. */
  refund(run: number, key: string, orderId: string, amountCents: number): Refund
  findRefund(key: string): Refund | null
  refunds(run: number): readonly Refund[]
  close(): void
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS runs (run INTEGER PRIMARY KEY, finished INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE IF NOT EXISTS orders (
    run INTEGER NOT NULL, order_id TEXT NOT NULL, customer TEXT NOT NULL, total_cents INTEGER NOT NULL,
    PRIMARY KEY (run, order_id)) STRICT;
  CREATE TABLE IF NOT EXISTS refunds (
    refund_id TEXT NOT NULL, idempotency_key TEXT PRIMARY KEY, run INTEGER NOT NULL,
    order_id TEXT NOT NULL, amount_cents INTEGER NOT NULL) STRICT;
`

const FRESH_ORDERS: readonly Order[] = [
  { order_id: 'o_1001', customer: 'customer-1', total_cents: 4_200 },
  { order_id: 'o_2002', customer: 'customer-2', total_cents: 9_000 },
]

/** Opens the shop's database, and makes it when it is not there. */
export function openOrders(path: string): Orders {
  const db = new DatabaseSync(path)
  db.exec(SCHEMA)
  const findRefund = (key: string): Refund | null => {
    const row = db
      .prepare('SELECT refund_id, order_id, amount_cents FROM refunds WHERE idempotency_key = ?')
      .get(key)
    return row === undefined ? null : (row as unknown as Refund)
  }
  return {
    openRun: () => {
      const open = db.prepare('SELECT max(run) AS run FROM runs WHERE finished = 0').get()
      if (typeof open?.['run'] === 'number') return { run: open['run'], resumed: true }
      return { run: startRun(db), resumed: false }
    },
    finishRun: (run) => void db.prepare('UPDATE runs SET finished = 1 WHERE run = ?').run(run),
    find: (run, orderId) => {
      const row = db
        .prepare(
          'SELECT order_id, customer, total_cents FROM orders WHERE run = ? AND order_id = ?',
        )
        .get(run, orderId)
      return row === undefined ? null : (row as unknown as Order)
    },
    findRefund,
    refund: (run, key, orderId, amountCents) => {
      const refundId = `re_${key.slice(-12)}`
      db.prepare(
        'INSERT INTO refunds (refund_id, idempotency_key, run, order_id, amount_cents) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      ).run(refundId, key, run, orderId, amountCents)
      const made = findRefund(key)
      if (made === null) throw new Error('the refund was not written')
      return made
    },
    refunds: (run) =>
      db
        .prepare(
          'SELECT refund_id, order_id, amount_cents FROM refunds WHERE run = ? ORDER BY rowid',
        )
        .all(run) as unknown as readonly Refund[],
    close: () => db.close(),
  }
}

function startRun(db: DatabaseSync): number {
  db.exec('BEGIN IMMEDIATE')
  const run = Number(db.prepare('INSERT INTO runs (finished) VALUES (0)').run().lastInsertRowid)
  const insert = db.prepare(
    'INSERT INTO orders (run, order_id, customer, total_cents) VALUES (?, ?, ?, ?)',
  )
  for (const order of FRESH_ORDERS)
    insert.run(run, order.order_id, order.customer, order.total_cents)
  db.exec('COMMIT')
  return run
}

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Answer, ApprovalRequest } from '../../core/approver.ts'
import type { AuditEntry, ChainedEntry } from '../../core/audit-entry.ts'
import type {
  ApprovalView,
  AuditRecord,
  Begin,
  Begun,
  Claim,
  Claimed,
  Ledger,
  OperationState,
  OperationView,
  Settle,
} from '../../core/ledger.ts'
import { Waiters } from '../../core/waiters.ts'
import { ToolnotaryError } from '../../errors.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import { openConnection, readLookupKey } from './connection.ts'
import { GroupCommit, type Sync, type Transaction } from './group-commit.ts'
import { prepareReading, type Reading } from './reading.ts'
import { withFaults } from './sqlite-fault.ts'
import { Watch } from './watch.ts'
import { prepareWriting, viewOf, type Writing } from './writing.ts'

/** A ledger in one SQLite file. */
export interface SqliteStore extends Ledger {
  /**
   * Erases the arguments, salts, approval and outcome of an operation that is over, and of calls that ended before they
   * became one. The log still verifies; the id stays spent: claiming it again is a mismatch. False when there is nothing
   * to erase or the operation is not over. The names of people in the log stay.
   */
  erase(operation: string): Promise<boolean>
}

/** What {@link openSqliteStore} takes besides the path. */
export interface SqliteStoreOptions {
  /** Opens only what exists and changes nothing. */
  readonly readOnly?: boolean
  /** How long to wait for a lock that another process holds; 5,000 where it is absent. */
  readonly busyTimeoutMs?: number
}

/**
 * Opens a SQLite file as a ledger, and makes one that only its owner can read where there is none. Several processes may
 * share it. Throws `ledger_unreadable`, `ledger_corrupt`, `ledger_busy`, `ledger_full`, `ledger_read_only` and
 * `ledger_version`.
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  const { readOnly = false, busyTimeoutMs = 5_000 } = options
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw new ToolnotaryError('gate_option_invalid', { option: 'busyTimeoutMs' })
  }
  const database = openConnection(path, { readOnly, busyTimeoutMs })
  try {
    return withFaults(() => new OpenedStore(database, busyTimeoutMs))
  } catch (fault) {
    database.close()
    throw fault
  }
}

/** How long one flush may block the event loop for a lock; after that it tries again later. */
const BLOCK_MS = 20
const PAGE = 256

class OpenedStore implements SqliteStore {
  readonly lookupKey: Uint8Array
  readonly #database: DatabaseSync
  readonly #reading: Reading
  readonly #writing: Writing
  readonly #commit: GroupCommit
  readonly #waiters = new Waiters()
  readonly #watch: Watch
  #disposed: Promise<void> | null = null

  constructor(database: DatabaseSync, busyTimeoutMs: number) {
    this.#database = database
    this.lookupKey = readLookupKey(database)
    this.#reading = prepareReading(database)
    this.#writing = prepareWriting(database, this.#reading)
    this.#commit = new GroupCommit(database, {
      hasher: createNodeHasher(),
      busyTimeoutMs,
      onMoved: (operation) => this.#waiters.wake(operation),
    })
    this.#watch = new Watch(this.#waiters, () => this.#reading.version())
    database.exec(`PRAGMA busy_timeout = ${Math.min(BLOCK_MS, busyTimeoutMs)}`)
  }

  claim(claim: Claim): Promise<Claimed> {
    // A claim that a power cut takes away is one that nothing was built on.
    return this.#write(() => this.#writing.claim(claim), 'with the next')
  }

  request(request: ApprovalRequest, audit: AuditEntry): Promise<boolean> {
    return this.#write((transaction) => this.#writing.request(transaction, request, audit))
  }

  decide(approval: string, answer: Answer, audit: AuditEntry): Promise<boolean> {
    return this.#write((transaction) => this.#writing.decide(transaction, approval, answer, audit))
  }

  close(approval: string, state: 'expired' | 'revoked', audit: AuditEntry): Promise<boolean> {
    return this.#write((transaction) => this.#writing.close(transaction, approval, state, audit))
  }

  begin(begin: Begin): Promise<Begun> {
    return this.#write((transaction) => this.#writing.begin(transaction, begin))
  }

  settle(settle: Settle): Promise<boolean> {
    return this.#write((transaction) => this.#writing.settle(transaction, settle))
  }

  append(records: readonly AuditRecord[]): Promise<void> {
    return this.#write((transaction) => this.#writing.append(transaction, records))
  }

  async erase(operation: string): Promise<boolean> {
    const erased = await this.#write(() => this.#writing.erase(operation))
    // The write-ahead log still holds what was erased; a reader in another process only delays this.
    if (erased) this.#read(() => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    return erased
  }

  async find(operation: string): Promise<OperationView | null> {
    return this.#read(() => viewOf(this.#reading, operation))
  }

  async findApproval(approval: string): Promise<ApprovalView | null> {
    return this.#read(() => this.#reading.approval(approval))
  }

  async changed(operation: string, state: OperationState, signal: AbortSignal): Promise<void> {
    const found = this.#read(() => {
      // Before the look: a change that comes in between is then seen by one of the two.
      this.#watch.start()
      return viewOf(this.#reading, operation)
    })
    if (found?.state === state) await this.#waiters.wait(found.operation, signal)
  }

  /** Reads page by page, so that a slow reader never holds the file and a fast one never holds the process. */
  async *entries(fromSeq = 1): AsyncGenerator<ChainedEntry> {
    let next = fromSeq
    for (;;) {
      const page = this.#read(() => this.#reading.entries(next, PAGE))
      yield* page
      const last = page.at(-1)
      if (last === undefined) return
      next = last.seq + 1
      await setImmediate()
    }
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#close()
    return this.#disposed
  }

  async #close(): Promise<void> {
    this.#watch.stop()
    await this.#commit.drain()
    this.#waiters.wakeAll()
    withFaults(() => this.#database.close())
  }

  async #write<T>(run: (transaction: Transaction) => T, sync?: Sync): Promise<T> {
    this.#assertOpen()
    return this.#commit.write(run, sync)
  }

  #read<T>(run: () => T): T {
    this.#assertOpen()
    return withFaults(run)
  }

  #assertOpen(): void {
    if (this.#disposed !== null) throw new ToolnotaryError('ledger_closed')
  }
}

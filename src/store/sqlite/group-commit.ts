import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type AuditEntry, CHAIN_START, type ChainHead, chainEntry } from '../../core/audit-entry.ts'
import type { Hasher } from '../../core/ports.ts'
import { concernsOneWrite, isBusy, ledgerFault } from './sqlite-fault.ts'

/** What one write sees of the transaction that it shares with others. */
export interface Transaction {
  /** Puts an entry behind the head of the chain. */
  append(entry: AuditEntry): void
  /** Says that an operation has moved, for those who wait for it. */
  moved(operation: string): void
}

/**
 * When a write must have reached the disk: before its promise resolves, or only before anything that is built on it. The
 * write-ahead log is one file in one order, so a synced transaction brings all earlier ones with it.
 */
export type Sync = 'now' | 'with the next'

interface Member {
  /** Does the write and returns what to do once it is durable. */
  readonly run: (transaction: Transaction) => () => void
  readonly sync: Sync
  readonly reject: (fault: unknown) => void
}

/** What a group commit needs. */
export interface GroupCommitOptions {
  readonly hasher: Hasher
  /** How long writes wait for a lock that another process holds. */
  readonly busyTimeoutMs: number
  /** Called after a commit for each operation that moved. */
  readonly onMoved: (operation: string) => void
}

/** Bounds how long one flush blocks the event loop. */
const MAX_MEMBERS = 512
const RETRY_MS = 5

/**
 * The only way to write: what is asked for in one turn of the event loop shares one transaction and one sync of the disk.
 * A promise resolves after COMMIT.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #options: GroupCommitOptions
  readonly #statements: ReturnType<typeof prepareStatements>
  #queue: Member[] = []
  #scheduled = false
  #busySince: number | null = null
  #sync: Sync = 'now'
  #onIdle: (() => void) | null = null

  constructor(database: DatabaseSync, options: GroupCommitOptions) {
    this.#database = database
    this.#options = options
    this.#statements = prepareStatements(database)
  }

  /** Runs a write in the next transaction, after the writes before it. */
  write<T>(run: (transaction: Transaction) => T, sync: Sync = 'now'): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        run: (transaction) => {
          const result = run(transaction)
          return () => resolve(result)
        },
        sync,
        reject,
      })
      this.#schedule()
    })
  }

  /** Resolves when every write has been settled. */
  async drain(): Promise<void> {
    if (!this.#scheduled) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#flush())
  }

  /** One synchronous function: nothing of this process can come between BEGIN and COMMIT. */
  #flush(): void {
    this.#scheduled = false
    const members = this.#begin()
    if (members.length > 0) {
      const moved = new Set<string>()
      this.#commit(members, moved)
      for (const operation of moved) this.#options.onMoved(operation)
    }
    if (this.#queue.length > 0) this.#schedule()
    if (!this.#scheduled) this.#onIdle?.()
  }

  /** Takes the write lock and the writes that go in; none while another process holds the lock. */
  #begin(): readonly Member[] {
    try {
      this.#setSync(this.#queue.slice(0, MAX_MEMBERS))
      this.#statements.begin.run()
      this.#busySince = null
      return this.#queue.splice(0, MAX_MEMBERS)
    } catch (error) {
      if (isBusy(error) && !this.#waitedEnough()) {
        this.#scheduled = true
        setTimeout(() => this.#flush(), RETRY_MS)
        return []
      }
      this.#busySince = null
      rejectAll(this.#queue.splice(0), error)
      return []
    }
  }

  #setSync(members: readonly Member[]): void {
    const sync = members.some((member) => member.sync === 'now') ? 'now' : 'with the next'
    if (sync === this.#sync) return
    this.#database.exec(`PRAGMA synchronous = ${sync === 'now' ? 'FULL' : 'NORMAL'}`)
    this.#sync = sync
  }

  #waitedEnough(): boolean {
    this.#busySince ??= performance.now()
    return performance.now() - this.#busySince >= this.#options.busyTimeoutMs
  }

  #commit(members: readonly Member[], moved: Set<string>): void {
    let settle: readonly (() => void)[]
    try {
      settle = this.#run(members, moved)
      this.#statements.commit.run()
    } catch (error) {
      // Nothing of this transaction is there: every member hears it, so that nobody executes.
      this.#rollBack()
      rejectAll(members, error)
      return
    }
    for (const done of settle) done()
  }

  #run(members: readonly Member[], moved: Set<string>): readonly (() => void)[] {
    const { savepoint, release, rollBackTo } = this.#statements
    const chain = new Chain(this.#options.hasher, this.#statements, moved)
    return members.map((member) => {
      savepoint.run()
      const head = chain.head
      try {
        const settle = member.run(chain)
        release.run()
        return settle
      } catch (error) {
        if (!concernsOneWrite(error)) throw error
        rollBackTo.run()
        release.run()
        chain.head = head
        return () => member.reject(ledgerFault(error))
      }
    })
  }

  #rollBack(): void {
    try {
      // Some errors, as that of a full disk, have rolled back already.
      if (this.#database.isTransaction) this.#statements.rollBack.run()
    } catch {
      // The members hear the first error; the next BEGIN fails if the transaction is really still open.
    }
  }
}

function rejectAll(members: readonly Member[], error: unknown): void {
  const fault = ledgerFault(error)
  for (const { reject } of members) reject(fault)
}

/** The chain as one transaction sees it. Its head comes from the database, which other processes share. */
class Chain implements Transaction {
  readonly #hasher: Hasher
  readonly #insert: StatementSync
  readonly #moved: Set<string>
  head: ChainHead

  constructor(
    hasher: Hasher,
    { head, insert }: { readonly head: StatementSync; readonly insert: StatementSync },
    moved: Set<string>,
  ) {
    this.#hasher = hasher
    this.#insert = insert
    this.#moved = moved
    this.head = (head.get() as ChainHead | undefined) ?? { seq: 0, hash: CHAIN_START }
  }

  append(entry: AuditEntry): void {
    const { seq, text, prev, hash } = chainEntry(this.#hasher, this.head, entry)
    this.#insert.run(seq, text, prev, hash)
    this.head = { seq, hash }
  }

  moved(operation: string): void {
    this.#moved.add(operation)
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    // IMMEDIATE: a transaction that starts with reading could not become a writing one when another process writes.
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollBack: database.prepare('ROLLBACK'),
    savepoint: database.prepare('SAVEPOINT member'),
    release: database.prepare('RELEASE member'),
    rollBackTo: database.prepare('ROLLBACK TO member'),
    head: database.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1'),
    insert: database.prepare('INSERT INTO audit (seq, text, prev, hash) VALUES (?, ?, ?, ?)'),
  }
}

import { accessSync, closeSync, constants, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ToolnotaryError } from '../../errors.ts'
import { APPLICATION_ID, MIGRATIONS } from './schema.ts'
import { isBusy, ledgerFault, withFaults } from './sqlite-fault.ts'

/** How a file is opened. */
export interface ConnectionOptions {
  readonly readOnly: boolean
  /** How long to wait for a lock while opening. */
  readonly busyTimeoutMs: number
}

const LOOKUP_KEY_BYTES = 32
const OWNER_ONLY = 0o600

/** Opens a file as a ledger and brings its schema up to date. Throws a `ledger_…` code and then leaves nothing open. */
export function openConnection(path: string, options: ConnectionOptions): DatabaseSync {
  // Absolute, so that no name means anything but a file: neither ':memory:' nor a URI.
  const file = resolve(path)
  if (!options.readOnly) createFile(file)
  try {
    return openPrepared(file, options)
  } catch (error) {
    const fault = ledgerFault(error)
    // An I/O error before there is a ledger is about the path: a folder gives one.
    if (fault.code !== 'ledger_unavailable') throw fault
    throw new ToolnotaryError('ledger_unreadable', fault.details, { cause: error })
  }
}

function openPrepared(file: string, options: ConnectionOptions): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: options.readOnly })
  try {
    prepareConnection(database, options)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite gives its side files the mode of the main file, so this one mode covers them all. */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    if (!exists) throw new ToolnotaryError('ledger_unreadable', {}, { cause })
    assertWritable(file)
  }
}

/** SQLite would open a file that it may not write without a word, and refuse at the first write. */
function assertWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK)
  } catch (cause) {
    throw new ToolnotaryError('ledger_read_only', {}, { cause })
  }
}

function prepareConnection(database: DatabaseSync, options: ConnectionOptions): void {
  const { readOnly, busyTimeoutMs } = options
  // The schema of a file from elsewhere may not call functions, and what is erased is overwritten.
  database.exec(`
    PRAGMA busy_timeout = ${busyTimeoutMs};
    PRAGMA trusted_schema = OFF;
    PRAGMA secure_delete = ON;
    PRAGMA synchronous = FULL;
  `)
  const version = readVersion(database)
  if (readOnly) {
    if (version === 0) throw new ToolnotaryError('ledger_unreadable')
    if (version !== MIGRATIONS.length) throw new ToolnotaryError('ledger_version', { version })
    return
  }
  enterWal(database, busyTimeoutMs)
  if (version < MIGRATIONS.length) migrate(database)
}

/** How many steps the file has seen, 0 for an empty one. Throws for what is not a ledger, before anything is changed. */
function readVersion(database: DatabaseSync): number {
  const application = readPragma(database, 'application_id')
  const version = readPragma(database, 'user_version')
  const empty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (empty && application === 0 && version === 0) return 0
  if (application !== APPLICATION_ID) throw new ToolnotaryError('ledger_unreadable')
  if (version < 1 || version > MIGRATIONS.length) {
    throw new ToolnotaryError('ledger_version', { version })
  }
  return version
}

function readPragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}

const PAUSE_MS = 10

/** SQLite does not wait for its lock here, whatever the timeout says, so two processes that start at once must. */
function enterWal(database: DatabaseSync, busyTimeoutMs: number): void {
  const giveUpAt = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']
      if (mode !== 'wal') throw new ToolnotaryError('ledger_unreadable')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    // Read again under the lock: another process may have been first.
    const version = readVersion(database)
    for (const step of MIGRATIONS.slice(version)) database.exec(step)
    database.exec(`
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${MIGRATIONS.length};
    `)
    const key = crypto.getRandomValues(new Uint8Array(LOOKUP_KEY_BYTES))
    database.prepare("INSERT OR IGNORE INTO meta VALUES ('lookup_key', ?)").run(key)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The secret of the look-up digests. Throws `ledger_corrupt` when it is not there. */
export function readLookupKey(database: DatabaseSync): Uint8Array {
  const row = withFaults(() =>
    database.prepare("SELECT value FROM meta WHERE name = 'lookup_key'").get(),
  )
  const key = row?.['value']
  if (!(key instanceof Uint8Array) || key.length !== LOOKUP_KEY_BYTES) {
    throw new ToolnotaryError('ledger_corrupt')
  }
  return key
}

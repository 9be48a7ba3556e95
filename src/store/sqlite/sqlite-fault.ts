import { type ErrorCode, ToolnotaryError } from '../../errors.ts'

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) and what they mean for a ledger. */
const LEDGER_CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [3, 'ledger_unreadable'], // SQLITE_PERM
  [5, 'ledger_busy'], // SQLITE_BUSY
  [6, 'ledger_busy'], // SQLITE_LOCKED
  [8, 'ledger_read_only'], // SQLITE_READONLY
  [11, 'ledger_corrupt'], // SQLITE_CORRUPT
  [13, 'ledger_full'], // SQLITE_FULL
  [14, 'ledger_unreadable'], // SQLITE_CANTOPEN
  [26, 'ledger_corrupt'], // SQLITE_NOTADB
])

const TOO_BIG = 18
const CONSTRAINT = 19

/** The primary result code of an error that SQLite raised, or null for any other error. */
function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null
  // The low byte of an extended code is its primary code.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null
}

/** Turns whatever a database raised into a fault with a `ledger_…` code; our own faults stay as they are. */
export function ledgerFault(error: unknown): ToolnotaryError {
  if (error instanceof ToolnotaryError) return error
  const primary = primaryCode(error)
  // Text of our own that is not JSON any more was changed behind our back.
  if (error instanceof SyntaxError)
    return new ToolnotaryError('ledger_corrupt', {}, { cause: error })
  const code = (primary === null ? null : LEDGER_CODES.get(primary)) ?? 'ledger_unavailable'
  const details = primary === null ? {} : { sqlite: primary }
  return new ToolnotaryError(code, details, { cause: error })
}

/** Runs something on a database and turns its errors into faults. */
export function withFaults<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw ledgerFault(error)
  }
}

/** Whether an error says that another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return ledgerFault(error).code === 'ledger_busy'
}

/**
 * Whether an error concerns one write only. Every other error of SQLite may have rolled the whole transaction back, as a
 * full disk does.
 */
export function concernsOneWrite(error: unknown): boolean {
  const primary = primaryCode(error)
  return primary === null || primary === CONSTRAINT || primary === TOO_BIG
}

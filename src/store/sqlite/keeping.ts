import type { DatabaseSync } from 'node:sqlite'
import type { Reading } from './reading.ts'

/** The arguments and salts that are kept apart from the log. */
export interface Keeping {
  /** Keeps what an entry speaks of; twice the same is kept once. */
  keep(operation: string, kept: { readonly salt: string; readonly args: string }): void
  /** False when there is nothing to erase, or the operation is not over. */
  erase(operation: string): boolean
}

/** Prepares the keeping. */
export function prepareKeeping(database: DatabaseSync, reading: Reading): Keeping {
  // A late entry about an erased operation must not bring its arguments back.
  const keep = database.prepare(`
    INSERT OR IGNORE INTO kept (operation, salt, args)
    SELECT :operation, :salt, :args WHERE NOT EXISTS (
      SELECT 1 FROM operations WHERE operation = :operation AND state = 'erased')`)
  const forget = database.prepare('DELETE FROM kept WHERE operation = ?')
  // The request shows all arguments, the outcome holds the result, and the look-up digest is made of the arguments.
  const forgetApproval = database.prepare('DELETE FROM approvals WHERE operation = ?')
  const empty = database.prepare(`
    UPDATE operations SET state = 'erased', lookup = NULL, salt = NULL, outcome = NULL
    WHERE operation = ?`)

  return {
    keep: (operation, { salt, args }) => {
      keep.run({ operation, salt, args })
    },
    erase: (id) => {
      const found = reading.operation(id)
      if (found === 'erased') return false
      // Calls that ended before approve have kept arguments and no operation.
      if (found === null) return forget.run(id).changes > 0
      const { operation, state } = found.view
      if (state !== 'ended') return false
      forget.run(operation)
      forgetApproval.run(operation)
      empty.run(operation)
      return true
    },
  }
}

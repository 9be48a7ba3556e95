import type { DatabaseSync } from 'node:sqlite'
import type { Answer, ApprovalRequest } from '../../core/approver.ts'
import type { ChainedEntry } from '../../core/audit-entry.ts'
import { freezeDeep } from '../../core/freeze.ts'
import type {
  ApprovalState,
  ApprovalView,
  OperationState,
  OperationView,
} from '../../core/ledger.ts'

/** What the ledger knows of an operation, with what only the ledger sees. */
export interface FoundOperation {
  readonly view: OperationView
  readonly tenant: string
  readonly lookup: string
}

/** The reads of a ledger. Inside a transaction they see what it has written. */
export interface Reading {
  /** Null for what nobody claimed; `erased` for what is not known any more but whose id is spent. */
  operation(id: string): FoundOperation | 'erased' | null
  approval(id: string): ApprovalView | null
  /** The operations of one intent whose question is on record and not answered, oldest first. */
  pending(tenant: string, lookup: string): readonly string[]
  /** Up to `limit` entries of the log from a place on. */
  entries(fromSeq: number, limit: number): readonly ChainedEntry[]
  /** A number that changes when another connection has written. */
  version(): number
}

interface OperationRow {
  readonly operation: string
  readonly tenant: string
  readonly lookup: string
  readonly salt: string
  readonly state: OperationState | 'erased'
  readonly outcome: string | null
  readonly lease_until: number | null
  readonly attempts: number
  readonly approval_state: ApprovalState | null
  readonly request: string | null
  readonly answer: string | null
}

interface ApprovalRow {
  readonly state: ApprovalState
  readonly request: string
  readonly answer: string | null
}

/** Prepares the reads. The rows have the shape of our own schema, which STRICT tables keep. */
export function prepareReading(database: DatabaseSync): Reading {
  const operation = database.prepare(`
    SELECT o.operation, o.tenant, o.lookup, o.salt, o.state, o.outcome, o.lease_until, o.attempts,
      a.state AS approval_state, a.request, a.answer
    FROM operations o LEFT JOIN approvals a ON a.operation = o.operation
    WHERE o.operation = ?`)
  const joined = database.prepare('SELECT operation FROM joined WHERE joined = ?')
  const approval = database.prepare(
    'SELECT state, request, answer FROM approvals WHERE approval = ?',
  )
  const pending = database.prepare(`
    SELECT operation FROM operations
    WHERE state = 'pending' AND tenant = ? AND lookup = ? ORDER BY rowid`)
  const entries = database.prepare(
    'SELECT seq, text, prev, hash FROM audit WHERE seq >= ? ORDER BY seq LIMIT ?',
  )
  const version = database.prepare('PRAGMA data_version')

  const rowOf = (id: string): OperationRow | undefined => {
    const row = operation.get(id) as OperationRow | undefined
    if (row !== undefined) return row
    const link = joined.get(id) as { readonly operation: string } | undefined
    return link && (operation.get(link.operation) as OperationRow | undefined)
  }
  return {
    operation: (id) => {
      const row = rowOf(id)
      if (row === undefined) return null
      const { state, tenant, lookup } = row
      return state === 'erased' ? 'erased' : { view: viewOperation(row, state), tenant, lookup }
    },
    approval: (id) => {
      const row = approval.get(id) as ApprovalRow | undefined
      return row === undefined ? null : viewApproval(row.state, row.request, row.answer)
    },
    pending: (tenant, lookup) => {
      const rows = pending.all(tenant, lookup) as unknown as readonly OperationRow[]
      return rows.map((row) => row.operation)
    },
    entries: (fromSeq, limit) => {
      const rows = entries.all(fromSeq, limit) as unknown as readonly ChainedEntry[]
      return rows.map(({ seq, text, prev, hash }) => Object.freeze({ seq, text, prev, hash }))
    },
    version: () => Number(version.get()?.['data_version']),
  }
}

function viewOperation(row: OperationRow, state: OperationState): OperationView {
  const { approval_state, request, answer } = row
  const asked = approval_state !== null && request !== null
  return Object.freeze({
    operation: row.operation,
    state,
    salt: row.salt,
    approval: asked ? viewApproval(approval_state, request, answer) : null,
    outcome: row.outcome,
    leaseUntil: row.lease_until,
    attempts: row.attempts,
  })
}

// The texts are our own, out of our own ledger: they were a request and an answer when they were written.
function viewApproval(state: ApprovalState, request: string, answer: string | null): ApprovalView {
  return Object.freeze({
    state,
    request: freezeDeep(JSON.parse(request) as ApprovalRequest),
    answer: answer === null ? null : freezeDeep(JSON.parse(answer) as Answer),
  })
}

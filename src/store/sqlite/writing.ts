import type { DatabaseSync } from 'node:sqlite'
import type { Answer, ApprovalRequest } from '../../core/approver.ts'
import type { AuditEntry } from '../../core/audit-entry.ts'
import { judgeBegin, mayClose, mayDecide, mayJoin, maySettle } from '../../core/edges.ts'
import type {
  ApprovalState,
  AuditRecord,
  Begin,
  Begun,
  Claim,
  Claimed,
  OperationState,
  OperationView,
  Settle,
} from '../../core/ledger.ts'
import { ToolnotaryError } from '../../errors.ts'
import type { Transaction } from './group-commit.ts'
import { prepareKeeping } from './keeping.ts'
import type { FoundOperation, Reading } from './reading.ts'

/**
 * The writes of a ledger. Each runs inside a transaction that holds the write lock, so it looks, judges and writes without
 * anybody in between; what it refuses has written nothing.
 */
export interface Writing {
  claim(claim: Claim): Claimed
  request(transaction: Transaction, request: ApprovalRequest, audit: AuditEntry): boolean
  decide(transaction: Transaction, approval: string, answer: Answer, audit: AuditEntry): boolean
  close(
    transaction: Transaction,
    approval: string,
    state: 'expired' | 'revoked',
    audit: AuditEntry,
  ): boolean
  begin(transaction: Transaction, begin: Begin): Begun
  settle(transaction: Transaction, settle: Settle): boolean
  append(transaction: Transaction, records: readonly AuditRecord[]): void
  erase(operation: string): boolean
}

/** Prepares the writes. */
export function prepareWriting(database: DatabaseSync, reading: Reading): Writing {
  const keeping = prepareKeeping(database, reading)
  const insert = database.prepare(`
    INSERT INTO operations (operation, tenant, tool, claimed_at, state, lookup, salt)
    VALUES (?, ?, ?, ?, 'requested', ?, ?)`)
  const join = database.prepare('INSERT INTO joined (joined, operation) VALUES (?, ?)')
  const ask = database.prepare(`
    INSERT INTO approvals (approval, operation, state, request) VALUES (?, ?, 'pending', ?)`)
  const answerApproval = database.prepare(
    'UPDATE approvals SET state = ?, answer = ? WHERE approval = ?',
  )
  const moveApproval = database.prepare('UPDATE approvals SET state = ? WHERE approval = ?')
  const moveOperation = database.prepare('UPDATE operations SET state = ? WHERE operation = ?')
  const execute = database.prepare(`
    UPDATE operations SET state = 'executing', lease_until = ?, attempts = ? WHERE operation = ?`)
  const end = database.prepare(`
    UPDATE operations SET state = 'ended', lease_until = NULL, outcome = ? WHERE operation = ?`)

  const move = (
    transaction: Transaction,
    operation: string,
    state: OperationState,
    audit: AuditEntry,
  ): void => {
    moveOperation.run(state, operation)
    transaction.append(audit)
    transaction.moved(operation)
  }

  return {
    claim: (claim) => {
      const known = reading.operation(claim.operation)
      if (known !== null) return claimKnown(known, claim)
      const open = findOpen(reading, claim)
      if (open !== null) {
        join.run(claim.operation, open.operation)
        return held(open, false)
      }
      const { operation, tenant, tool, at, lookup, salt, args } = claim
      insert.run(operation, tenant, tool, at, lookup, salt)
      keeping.keep(operation, { salt, args })
      return held(newView(claim), true)
    },
    request: (transaction, request, audit) => {
      const found = viewOf(reading, request.operation)
      if (found?.state !== 'requested') return false
      ask.run(request.id, found.operation, JSON.stringify(request))
      move(transaction, found.operation, 'pending', audit)
      return true
    },
    decide: (transaction, approval, answer, audit) => {
      const found = reading.approval(approval)
      if (found === null || !mayDecide(found, audit.at)) return false
      answerApproval.run(answer.kind, JSON.stringify(answer), approval)
      const state = answer.kind === 'approved' ? 'approved' : 'ended'
      move(transaction, found.request.operation, state, audit)
      return true
    },
    close: (transaction, approval, state, audit) => {
      const found = reading.approval(approval)
      if (found === null || !mayClose(found)) return false
      moveApproval.run(state, approval)
      move(transaction, found.request.operation, 'ended', audit)
      return true
    },
    begin: (transaction, begin) => {
      const found = viewOf(reading, begin.operation)
      if (found === null) throw new ToolnotaryError('ledger_unavailable')
      const verdict = judgeBegin(found, begin)
      if (verdict.kind === 'refused') return verdict
      if (verdict.kind === 'lost') return Object.freeze({ kind: 'lost', operation: found })
      const attempt = found.attempts + 1
      execute.run(begin.leaseUntil, attempt, found.operation)
      if (found.approval !== null) {
        moveApproval.run('consumed' satisfies ApprovalState, found.approval.request.id)
      }
      transaction.append(begin.audit)
      transaction.moved(found.operation)
      return Object.freeze({ kind: 'begun', attempt })
    },
    settle: (transaction, settle) => {
      const found = viewOf(reading, settle.operation)
      if (found === null || !maySettle(found, settle)) return false
      end.run(settle.outcome, found.operation)
      transaction.append(settle.audit)
      transaction.moved(found.operation)
      return true
    },
    append: (transaction, records) => {
      for (const { entry, kept } of records) {
        transaction.append(entry)
        // Without an operation nobody could ever erase them.
        if (kept !== null && entry.operation !== null) keeping.keep(entry.operation, kept)
      }
    },
    erase: keeping.erase,
  }
}

function claimKnown(known: FoundOperation | 'erased', claim: Claim): Claimed {
  if (known === 'erased' || known.tenant !== claim.tenant || known.lookup !== claim.lookup) {
    return Object.freeze({ kind: 'mismatch' })
  }
  return held(known.view, false)
}

function findOpen(reading: Reading, { tenant, lookup, at }: Claim): OperationView | null {
  for (const operation of reading.pending(tenant, lookup)) {
    const view = viewOf(reading, operation)
    if (view !== null && mayJoin(view, at)) return view
  }
  return null
}

/** What is known of an operation; an erased one is not known any more. */
export function viewOf(reading: Reading, operation: string): OperationView | null {
  const found = reading.operation(operation)
  return found === null || found === 'erased' ? null : found.view
}

function held(operation: OperationView, created: boolean): Claimed {
  return Object.freeze({ kind: 'held', operation, created })
}

function newView({ operation, salt }: Claim): OperationView {
  return Object.freeze({
    operation,
    state: 'requested',
    salt,
    approval: null,
    outcome: null,
    leaseUntil: null,
    attempts: 0,
  })
}

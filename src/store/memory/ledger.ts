import type { Answer, ApprovalRequest } from '../../core/approver.ts'
import {
  type AuditEntry,
  CHAIN_START,
  type ChainedEntry,
  type ChainHead,
  chainEntry,
} from '../../core/audit-entry.ts'
import { judgeBegin, mayClose, mayDecide, mayJoin, maySettle } from '../../core/edges.ts'
import { freezeDeep } from '../../core/freeze.ts'
import type {
  ApprovalState,
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
import type { Hasher } from '../../core/ports.ts'
import { Waiters } from '../../core/waiters.ts'
import { ToolnotaryError } from '../../errors.ts'

/**
 * Makes a ledger that lives and dies with the process: for tests, trials and processes whose calls nobody resumes. It
 * forgets nothing while it lives, so it grows with every call.
 */
export function createMemoryLedger(options: { readonly hasher: Hasher }): Ledger {
  return new MemoryLedger(options.hasher)
}

/** What is remembered of a claim: not the arguments, which nobody could read or erase here. */
type Claimant = Pick<Claim, 'operation' | 'tenant' | 'lookup' | 'salt'>

interface OperationRow {
  readonly claim: Claimant
  state: OperationState
  approval: ApprovalRow | null
  outcome: string | null
  leaseUntil: number | null
  attempts: number
}

interface ApprovalRow {
  readonly operation: OperationRow
  readonly request: ApprovalRequest
  state: ApprovalState
  answer: Answer | null
}

const LOOKUP_KEY_BYTES = 32

/** Every method does its work before its first await: in one process that makes each of them one transaction. */
class MemoryLedger implements Ledger {
  readonly lookupKey = crypto.getRandomValues(new Uint8Array(LOOKUP_KEY_BYTES))
  readonly #hasher: Hasher
  /** By id and by every id that joined. */
  readonly #operations = new Map<string, OperationRow>()
  /** The operations of one intent that a person was asked about. */
  readonly #asked = new Map<string, OperationRow[]>()
  readonly #approvals = new Map<string, ApprovalRow>()
  readonly #entries: ChainedEntry[] = []
  readonly #waiters = new Waiters()
  #head: ChainHead = { seq: 0, hash: CHAIN_START }
  #closed = false

  constructor(hasher: Hasher) {
    this.#hasher = hasher
  }

  async claim(claim: Claim): Promise<Claimed> {
    this.#assertOpen()
    const known = this.#operations.get(claim.operation)
    if (known !== undefined) return claimed(known, claim, false)
    const open = this.#asked.get(intentOf(claim))?.find((row) => mayJoin(row, claim.at))
    const row = open ?? newRow(claim)
    this.#operations.set(claim.operation, row)
    return claimed(row, claim, open === undefined)
  }

  async request(request: ApprovalRequest, audit: AuditEntry): Promise<boolean> {
    this.#assertOpen()
    const operation = this.#operations.get(request.operation)
    if (operation?.state !== 'requested') return false
    const frozen = freezeDeep(structuredClone(request))
    const approval: ApprovalRow = { operation, request: frozen, state: 'pending', answer: null }
    operation.approval = approval
    this.#approvals.set(request.id, approval)
    const intent = intentOf(operation.claim)
    this.#asked.set(intent, [...(this.#asked.get(intent) ?? []), operation])
    this.#move(operation, 'pending', audit)
    return true
  }

  async decide(id: string, answer: Answer, audit: AuditEntry): Promise<boolean> {
    this.#assertOpen()
    const approval = this.#approvals.get(id)
    if (approval === undefined || !mayDecide(approval, audit.at)) return false
    approval.state = answer.kind
    approval.answer = freezeDeep(structuredClone(answer))
    this.#stopAsking(approval.operation)
    this.#move(approval.operation, answer.kind === 'approved' ? 'approved' : 'ended', audit)
    return true
  }

  async close(id: string, state: 'expired' | 'revoked', audit: AuditEntry): Promise<boolean> {
    this.#assertOpen()
    const approval = this.#approvals.get(id)
    if (approval === undefined || !mayClose(approval)) return false
    approval.state = state
    this.#stopAsking(approval.operation)
    this.#move(approval.operation, 'ended', audit)
    return true
  }

  async begin(begin: Begin): Promise<Begun> {
    this.#assertOpen()
    const operation = this.#operations.get(begin.operation)
    if (operation === undefined)
      throw new ToolnotaryError('ledger_unavailable', { operation: begin.operation })
    const verdict = judgeBegin(operation, begin)
    switch (verdict.kind) {
      case 'refused':
        return verdict
      case 'lost':
        return Object.freeze({ kind: 'lost', operation: viewOperation(operation) })
      case 'begun':
        if (operation.approval !== null) operation.approval.state = 'consumed'
        operation.leaseUntil = begin.leaseUntil
        operation.attempts += 1
        this.#move(operation, 'executing', begin.audit)
        return Object.freeze({ kind: 'begun', attempt: operation.attempts })
    }
  }

  async settle(settle: Settle): Promise<boolean> {
    this.#assertOpen()
    const operation = this.#operations.get(settle.operation)
    if (operation === undefined || !maySettle(operation, settle)) return false
    operation.outcome = settle.outcome
    operation.leaseUntil = null
    this.#move(operation, 'ended', settle.audit)
    return true
  }

  async append(records: readonly AuditRecord[]): Promise<void> {
    this.#assertOpen()
    for (const { entry } of records) this.#chain(entry)
  }

  async find(id: string): Promise<OperationView | null> {
    this.#assertOpen()
    const operation = this.#operations.get(id)
    return operation === undefined ? null : viewOperation(operation)
  }

  async findApproval(id: string): Promise<ApprovalView | null> {
    this.#assertOpen()
    return viewApproval(this.#approvals.get(id) ?? null)
  }

  async changed(id: string, state: OperationState, signal: AbortSignal): Promise<void> {
    this.#assertOpen()
    const operation = this.#operations.get(id)
    if (operation?.state === state) await this.#waiters.wait(operation.claim.operation, signal)
  }

  async *entries(fromSeq = 1): AsyncGenerator<ChainedEntry> {
    this.#assertOpen()
    for (const entry of this.#entries.slice(Math.max(0, fromSeq - 1))) yield entry
  }

  async dispose(): Promise<void> {
    this.#closed = true
    this.#waiters.wakeAll()
  }

  #assertOpen(): void {
    if (this.#closed) throw new ToolnotaryError('ledger_closed')
  }

  #move(operation: OperationRow, state: OperationState, audit: AuditEntry): void {
    operation.state = state
    this.#chain(audit)
    this.#waiters.wake(operation.claim.operation)
  }

  #chain(entry: AuditEntry): void {
    const chained = Object.freeze(chainEntry(this.#hasher, this.#head, entry))
    this.#entries.push(chained)
    this.#head = chained
  }

  #stopAsking(operation: OperationRow): void {
    const intent = intentOf(operation.claim)
    const others = (this.#asked.get(intent) ?? []).filter((row) => row !== operation)
    if (others.length === 0) this.#asked.delete(intent)
    else this.#asked.set(intent, others)
  }
}

function intentOf({ tenant, lookup }: Claimant): string {
  return JSON.stringify([tenant, lookup])
}

function newRow({ operation, tenant, lookup, salt }: Claim): OperationRow {
  return {
    claim: Object.freeze({ operation, tenant, lookup, salt }),
    state: 'requested',
    approval: null,
    outcome: null,
    leaseUntil: null,
    attempts: 0,
  }
}

function claimed(row: OperationRow, claim: Claim, created: boolean): Claimed {
  if (intentOf(row.claim) !== intentOf(claim)) return Object.freeze({ kind: 'mismatch' })
  return Object.freeze({ kind: 'held', operation: viewOperation(row), created })
}

function viewOperation(row: OperationRow): OperationView {
  const { claim, state, outcome, leaseUntil, attempts } = row
  const approval = viewApproval(row.approval)
  return Object.freeze({
    operation: claim.operation,
    state,
    salt: claim.salt,
    approval,
    outcome,
    leaseUntil,
    attempts,
  })
}

function viewApproval(row: ApprovalRow | null): ApprovalView | null {
  return row && Object.freeze({ state: row.state, request: row.request, answer: row.answer })
}

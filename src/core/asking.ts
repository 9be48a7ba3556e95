import type { Answer, ApprovalRequest, Approver } from './approver.ts'
import { reachesAssurance, weakerAssurance } from './assurance.ts'
import type { AuditEntry } from './audit-entry.ts'
import { isName } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { Clock } from './ports.ts'

/** What a question needs of the gate. */
export interface AskingContext {
  readonly clock: Clock
  readonly ledger: Ledger
}

/**
 * The questions that this process has out. A question outlives the leg that asked it: an answer that comes later still
 * counts, and a second leg does not ask the person twice.
 */
export class Asking {
  readonly #open = new Map<string, Question>()

  /**
   * Asks once; further legs of the same request share the question, and a channel that failed is asked again. Resolves
   * when the question was put and answered or handed over; rejects when it could not be put or its answer not recorded.
   */
  ask(gate: AskingContext, approver: Approver, request: ApprovalRequest): Promise<void> {
    const open = this.#open.get(request.id)
    if (open !== undefined) return open.asked
    const stop = new AbortController()
    const asked = run(gate, approver, request, stop.signal)
    this.#open.set(request.id, { asked, stop })
    asked.catch(() => this.#open.delete(request.id))
    // Until it expires, a question that was handed over is not handed over again; then nobody can answer it any more.
    const left = Math.max(0, request.expiresAt - gate.clock.now())
    gate.clock.after(left, () => this.withdraw(request.id), true)
    return asked
  }

  /** Takes back a question that was decided or has expired: its channel sees its signal abort. */
  withdraw(approval: string): void {
    this.#open.get(approval)?.stop.abort()
    this.#open.delete(approval)
  }

  /** Takes back every question. */
  dispose(): void {
    for (const approval of [...this.#open.keys()]) this.withdraw(approval)
  }
}

interface Question {
  readonly asked: Promise<void>
  readonly stop: AbortController
}

async function run(
  gate: AskingContext,
  approver: Approver,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<void> {
  const given = await approver.ask(request, { signal })
  if (given === null) return
  if (!isIdentified(given)) throw new TypeError('an answer without an approver is no answer')
  // A channel cannot say more for an answer than it says for itself.
  const assurance = weakerAssurance(given.assurance, approver.assurance)
  const answer = { ...given, assurance }
  if (!counts(answer, request)) return
  await gate.ledger.decide(request.id, answer, answerEntry(gate, request, answer))
}

function isIdentified({ by }: Answer): boolean {
  return isName(by?.user) && isName(by.channel)
}

/** A yes counts from the assurance that was asked for; a no counts from anyone but a model. */
function counts(answer: Answer, request: ApprovalRequest): boolean {
  if (answer.kind === 'approved') return reachesAssurance(answer.assurance, request.assurance)
  return reachesAssurance(answer.assurance, 'asserted')
}

function answerEntry(gate: AskingContext, request: ApprovalRequest, answer: Answer): AuditEntry {
  return {
    event: answer.kind,
    at: gate.clock.now(),
    tenant: request.caller.tenant,
    user: request.caller.user,
    agent: request.caller.agent,
    tool: request.tool,
    operation: request.operation,
    stage: 'approve',
    ending: null,
    executed: null,
    reason: null,
    rule: request.rule,
    approval: request.id,
    approver: answer.by.user,
    contract: request.contract,
    args: request.args,
    result: null,
    count: 1,
  }
}

import { saltedDigest } from '../json/digest.ts'
import type { AuditEntry, AuditEvent } from './audit-entry.ts'
import { Ended } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { Outcome } from './outcome.ts'
import { ownersOf } from './stage.ts'
import type { Trail } from './trail.ts'
import { inTime } from './within.ts'

/**
 * Writes down how the call ended and gives the outcome. A store that fails here cannot undo what happened: an executed
 * call then ends as `unknown`, with an alarm.
 */
export async function record(gate: GateContext, trail: Trail, ended: Ended): Promise<Outcome> {
  trail.stage = 'record'
  try {
    const kept = await write(gate, trail, ended)
    if (!kept) alarmUnrecorded(gate, trail, null)
    return outcomeOf(trail, ended)
  } catch (cause) {
    alarmUnrecorded(gate, trail, cause)
    if (!trail.dispatched) return outcomeOf(trail, ended)
    const unknown = {
      kind: 'unknown',
      executed: 'unknown',
      reason: 'outcome_not_recorded',
    } as const
    return outcomeOf(trail, new Ended('record', unknown))
  }
}

function alarmUnrecorded(gate: GateContext, trail: Trail, cause: unknown): void {
  const kind = trail.dispatched ? 'outcome_not_recorded' : 'audit_not_recorded'
  gate.alarm({ kind, tool: trail.tool, operation: trail.operation, cause })
}

/** False when the ledger has concluded this attempt already, because its lease was over. */
async function write(gate: GateContext, trail: Trail, ended: Ended): Promise<boolean> {
  const entry = entryOf(gate, trail, { event: ended.replayed ? 'replayed' : 'outcome', ended })
  const { attempt, operation } = trail
  if (attempt !== null && operation !== null) {
    const outcome = storedOutcome(ended)
    return inTime(gate, gate.ledger.settle({ operation, attempt, outcome, audit: entry }))
  }
  if (gate.floods.absorb(entry)) return true
  const kept =
    trail.text === null || trail.salt === null ? null : { salt: trail.salt, args: trail.text }
  await inTime(gate, gate.ledger.append([{ entry, kept }]))
  return true
}

/** The text from which a later leg replays this ending. */
export function storedOutcome(ended: Ended): string {
  return JSON.stringify({ stage: ended.stage, ...ended.ending })
}

function outcomeOf(trail: Trail, ended: Ended): Outcome {
  return {
    ...ended.ending,
    tool: trail.tool,
    operation: trail.operation,
    stage: ended.stage,
    owners: ownersOf(ended.stage, trail.placement),
    replayed: ended.replayed,
  }
}

/** An entry of the audit log about a call: digests and identifiers, never arguments or results. */
export function entryOf(
  gate: GateContext,
  trail: Trail,
  what: { readonly event: AuditEvent; readonly ended?: Ended },
): AuditEntry {
  const ending = what.ended?.ending
  trail.salt ??= trail.text === null ? null : gate.ids.salt()
  return {
    event: what.event,
    at: gate.clock.now(),
    tenant: trail.caller?.tenant ?? '',
    user: trail.caller?.user ?? '',
    agent: trail.caller?.agent ?? '',
    tool: trail.tool,
    operation: trail.operation,
    stage: what.ended?.stage ?? trail.stage,
    ending: ending?.kind ?? null,
    executed: ending?.executed ?? null,
    reason: ending !== undefined && 'reason' in ending ? ending.reason : null,
    rule: trail.rule,
    approval: trail.approval,
    approver: trail.approver,
    contract: trail.contract,
    args: saltedText(gate, trail, 'toolnotary/args/v1', trail.text),
    result: saltedText(gate, trail, 'toolnotary/result/v1', resultText(ending)),
    count: 1,
  }
}

function resultText(ending: Ended['ending'] | undefined): string | null {
  return ending?.kind === 'completed' ? JSON.stringify(ending.result) : null
}

function saltedText(
  gate: GateContext,
  trail: Trail,
  domain: 'toolnotary/args/v1' | 'toolnotary/result/v1',
  text: string | null,
): string | null {
  return text === null || trail.salt === null
    ? null
    : saltedDigest(gate.hasher, domain, trail.salt, text)
}

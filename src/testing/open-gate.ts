import type { AuditEntry } from '../core/audit-entry.ts'
import type { CallRequest } from '../core/call.ts'
import type { Gate } from '../core/gate.ts'
import type { Ledger } from '../core/ledger.ts'
import { IN_PROCESS } from '../core/placement.ts'
import type { Alarm } from '../core/ports.ts'
import { createGate, type GateOptions } from '../gate.ts'
import { createNodeHasher } from '../platform/hasher.ts'
import { createMemoryLedger } from '../store/memory/ledger.ts'

/** A gate with its ledger and every alarm that it raised. */
export interface OpenedGate {
  readonly gate: Gate
  readonly ledger: Ledger
  readonly alarms: readonly Alarm[]
}

/** Opens a gate for a test: it waits 20 ms for a person, and keeps its alarms instead of warning. */
export function openGate(options: GateOptions): OpenedGate {
  const ledger = options.store ?? createMemoryLedger({ hasher: createNodeHasher() })
  const alarms: Alarm[] = []
  const gate = createGate({
    approvalWaitMs: 20,
    onAlarm: (alarm) => alarms.push(alarm),
    ...options,
    store: ledger,
  })
  return { gate, ledger, alarms }
}

let calls = 0

/** A call of the recording tool `act` by `user-1`, with an id of its own; `parts` replaces any part of it. */
export function request(parts: Partial<CallRequest> = {}): CallRequest {
  calls += 1
  return {
    tool: 'act',
    arguments: '{"order_id":"o_1","amount_cents":5}',
    caller: { user: 'user-1' },
    operation: { conversation: 'conversation-1', callId: `call-${calls}` },
    placement: IN_PROCESS,
    ...parts,
  }
}

/** The audit log as entries. */
export async function logOf(ledger: Ledger): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for await (const { text } of ledger.entries()) entries.push(JSON.parse(text))
  return entries
}

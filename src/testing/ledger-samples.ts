import type { Answer, ApprovalRequest } from '../core/approver.ts'
import { type AuditEntry, CHAIN_START, type ChainedEntry, entryHash } from '../core/audit-entry.ts'
import type { Begin, Claim, Ledger, OperationView, Settle } from '../core/ledger.ts'
import { createNodeHasher } from '../platform/hasher.ts'

/** The instant at which the samples happen. */
export const SAMPLE_AT = Date.UTC(2026, 0, 1)

/** How long a sample request stays open. */
export const SAMPLE_TTL_MS = 60_000

/** How long a sample lease runs. */
export const SAMPLE_LEASE_MS = 5_000

/** An audit entry, with what the test wants to be different. */
export function sampleEntry(different: Partial<AuditEntry> = {}): AuditEntry {
  return {
    event: 'outcome',
    at: SAMPLE_AT,
    tenant: 'default',
    user: 'ada',
    agent: 'app',
    tool: 'refund_order',
    operation: 'op_1',
    stage: 'execute',
    ending: null,
    executed: null,
    reason: null,
    rule: 'default/irreversible',
    approval: null,
    approver: null,
    contract: null,
    args: null,
    result: null,
    count: 1,
    ...different,
  }
}

/** A claim; operations with the same `lookup` are one intent. */
export function sampleClaim(different: Partial<Claim> = {}): Claim {
  return {
    operation: 'op_1',
    tenant: 'default',
    lookup: 'lookup_1',
    tool: 'refund_order',
    args: '{"amount_cents":1999}',
    salt: 'salt_1',
    at: SAMPLE_AT,
    ...different,
  }
}

/** A question about the sample claim. */
export function sampleRequest(different: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: 'apr_1',
    operation: 'op_1',
    tool: 'refund_order',
    title: null,
    effect: 'irreversible',
    caller: { user: 'ada', tenant: 'default', agent: 'app', scopes: ['orders'] },
    shown: { rows: [{ label: 'Amount', value: '19.99' }], json: '{"amount_cents":1999}' },
    args: 'sha-256:args',
    contract: 'sha-256:contract',
    rule: 'default/irreversible',
    assurance: 1,
    requestedAt: SAMPLE_AT,
    expiresAt: SAMPLE_AT + SAMPLE_TTL_MS,
    ...different,
  }
}

/** An answer of an authenticated person. */
export function sampleAnswer(kind: Answer['kind'] = 'approved'): Answer {
  return { kind, by: { user: 'grace', channel: 'terminal' }, assurance: 1 }
}

/** A begin of the sample operation by rule. */
export function sampleBegin(different: Partial<Begin> = {}): Begin {
  return {
    operation: 'op_1',
    approval: null,
    leaseUntil: SAMPLE_AT + SAMPLE_LEASE_MS,
    retakes: null,
    at: SAMPLE_AT,
    audit: sampleEntry({ event: 'intent' }),
    ...different,
  }
}

/** The ending of the sample operation's first attempt. */
export function sampleSettle(different: Partial<Settle> = {}): Settle {
  const outcome = '{"kind":"completed"}'
  return { operation: 'op_1', attempt: 1, outcome, audit: sampleEntry(), ...different }
}

/** Brings the sample operation into a state by the shortest way. */
export async function bringTo(ledger: Ledger, state: OperationView['state']): Promise<void> {
  await ledger.claim(sampleClaim())
  if (state === 'requested') return
  await ledger.request(sampleRequest(), sampleEntry({ event: 'requested' }))
  if (state === 'pending') return
  await ledger.decide('apr_1', sampleAnswer(), sampleEntry({ event: 'approved' }))
  if (state === 'approved') return
  await ledger.begin(sampleBegin({ approval: 'apr_1' }))
  if (state === 'executing') return
  await ledger.settle(sampleSettle())
}

/** All entries from a place on. */
export async function readEntries(ledger: Ledger, fromSeq?: number): Promise<ChainedEntry[]> {
  const entries: ChainedEntry[] = []
  for await (const entry of ledger.entries(fromSeq)) entries.push(entry)
  return entries
}

/** The events of the log, in order. */
export async function readEvents(ledger: Ledger): Promise<string[]> {
  const entries = await readEntries(ledger)
  return entries.map(({ text }) => (JSON.parse(text) as AuditEntry).event)
}

/** The numbers of the entries whose place or hash is not what the entry before demands; empty for a whole chain. */
export async function brokenLinks(ledger: Ledger): Promise<number[]> {
  const hasher = createNodeHasher()
  let prev = CHAIN_START
  const broken: number[] = []
  for (const [index, entry] of (await readEntries(ledger)).entries()) {
    const fits = entry.seq === index + 1 && entry.prev === prev
    if (!fits || entry.hash !== entryHash(hasher, prev, entry.text)) broken.push(entry.seq)
    prev = entry.hash
  }
  return broken
}

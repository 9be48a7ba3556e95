import type { ErrorCode } from '../errors.ts'
import type { Hasher } from '../json/hasher.ts'
import type { EndingKind, Executed } from './outcome.ts'
import type { Stage } from './stage.ts'

/** What happened. `intent` is the decision to execute, committed before the tool runs. */
export type AuditEvent =
  | 'requested'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'revoked'
  | 'intent'
  | 'outcome'
  /** A stored ending was given again; nothing ran. */
  | 'replayed'
  | 'late_result'
  | 'flood'

/** One entry of the audit log. It holds digests and identifiers, never arguments or results. */
export interface AuditEntry {
  readonly event: AuditEvent
  /** Epoch ms. */
  readonly at: number
  readonly tenant: string
  readonly user: string
  readonly agent: string
  readonly tool: string
  readonly operation: string | null
  readonly stage: Stage
  readonly ending: EndingKind | null
  readonly executed: Executed | null
  readonly reason: ErrorCode | null
  readonly rule: string | null
  /** Id of the approval, and who gave it. */
  readonly approval: string | null
  readonly approver: string | null
  readonly contract: string | null
  /** Salted digest of the arguments; the salt is kept with the arguments, apart from the log. */
  readonly args: string | null
  /** Salted digest of the result. */
  readonly result: string | null
  /** How many alike endings this entry stands for. */
  readonly count: number
}

/** An entry in its place in the chain. */
export interface ChainedEntry {
  /** From 1, without gaps. */
  readonly seq: number
  /** Canonical JSON of the entry with its `seq` and `v: 1`: these bytes are hashed. */
  readonly text: string
  /** Hash of the entry before, {@link CHAIN_START} for the first. */
  readonly prev: string
  readonly hash: string
}

/** What stands in for the hash before the first entry. */
export const CHAIN_START = 'sha-256:start'

/** The last entry's place, which is all that appending needs. */
export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

/** The hash of one place in the chain: `SHA-256("toolnotary/entry/v1\0" ‖ prev ‖ "\n" ‖ text)`. */
export function entryHash(hasher: Hasher, prev: string, text: string): string {
  // prev has no line break and a fixed alphabet, so the join is injective.
  return `sha-256:${hasher.sha256(`toolnotary/entry/v1\0${prev}\n${text}`)}`
}

/** Puts an entry behind the head of a chain. Pure: the caller stores it and moves the head. */
export function chainEntry(hasher: Hasher, head: ChainHead, entry: AuditEntry): ChainedEntry {
  const seq = head.seq + 1
  const text = entryText(entry, seq)
  return { seq, text, prev: head.hash, hash: entryHash(hasher, head.hash, text) }
}

/** Canonical JSON (RFC 8785): the members are listed in sorted order, so that plain stringifying is canonical. */
export function entryText(entry: AuditEntry, seq: number): string {
  return JSON.stringify({
    agent: entry.agent,
    approval: entry.approval,
    approver: entry.approver,
    args: entry.args,
    at: entry.at,
    contract: entry.contract,
    count: entry.count,
    ending: entry.ending,
    event: entry.event,
    executed: entry.executed,
    operation: entry.operation,
    reason: entry.reason,
    result: entry.result,
    rule: entry.rule,
    seq,
    stage: entry.stage,
    tenant: entry.tenant,
    tool: entry.tool,
    user: entry.user,
    v: 1,
  })
}

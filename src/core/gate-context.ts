import type { JsonProfile } from '../json/profile.ts'
import type { Approver } from './approver.ts'
import type { Asking } from './asking.ts'
import type { Floods } from './flood.ts'
import type { Ledger } from './ledger.ts'
import type {
  Alarm,
  Clock,
  Hasher,
  HmacKey,
  Ids,
  Limiter,
  Pins,
  Policy,
  Sanitizer,
} from './ports.ts'
import type { CompiledSchema } from './schema.ts'
import type { Slots } from './slots.ts'
import type { Rate, Tool } from './tool.ts'

/** A tool with all that the stages need of it, made once. */
export interface GateTool {
  readonly tool: Tool
  readonly input: CompiledSchema
  readonly output: CompiledSchema | null
  /** Digest of the contract that the gate serves. */
  readonly contract: string
  readonly slots: Slots
  /** False for a tool of a server whose operator is not ours. */
  readonly trusted: boolean
}

/** How often is too often; null does not count. */
export interface Limits {
  readonly caller: Rate | null
  readonly tenant: Rate | null
  /** For tools that do not say their own. */
  readonly tool: Rate | null
  readonly poll: Rate | null
  readonly ask: Rate | null
}

/** All that the lifecycle works with; put together in one place, `createGate`. */
export interface GateContext {
  readonly tools: ReadonlyMap<string, GateTool>
  readonly clock: Clock
  readonly ids: Ids
  readonly hasher: Hasher
  /** Key of the digests by which equal intents are found. */
  readonly lookupKey: HmacKey
  readonly policy: Policy
  readonly limiter: Limiter
  readonly sanitizer: Sanitizer
  readonly ledger: Ledger
  readonly approver: Approver | null
  readonly asking: Asking
  readonly floods: Floods
  readonly pins: Pins
  readonly limits: Limits
  /** How long a leg waits for a person. */
  readonly approvalWaitMs: number
  /** How long a question stays open. */
  readonly approvalTtlMs: number
  /** How long any port but `execute` and the approver may take. */
  readonly portTimeoutMs: number
  readonly resultProfile: JsonProfile
  readonly alarm: (alarm: Alarm) => void
}

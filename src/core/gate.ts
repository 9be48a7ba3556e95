import type { JsonObject } from '../json/value.ts'
import type { CallRequest } from './call.ts'
import type { Explanation } from './explain.ts'
import type { Outcome } from './outcome.ts'
import type { Effect } from './tool.ts'

/** A tool as adapters offer it to a model or a client. */
export interface ToolDescription {
  readonly name: string
  readonly title: string | null
  readonly description: string
  /** JSON Schema 2020-12 of the arguments. */
  readonly input: JsonObject
  /** JSON Schema 2020-12 of the result, where the tool declares one. */
  readonly output: JsonObject | null
  readonly effect: Effect
  /** Digest of the contract. */
  readonly contract: string
}

/** The one choke point: adapters translate to and from it and decide nothing. */
export interface Gate {
  readonly tools: readonly ToolDescription[]
  /** Runs a call through the lifecycle. Never rejects: every fault is an ending. */
  call(request: CallRequest): Promise<Outcome>
  /** Says how a call would be decided, without counting, asking, executing or recording anything. */
  explain(request: CallRequest): Promise<Explanation>
  /** Withdraws open questions and closes the ledger that the gate opened itself. */
  dispose(): Promise<void>
}

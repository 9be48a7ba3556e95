import type { JsonObject } from '../json/value.ts'
import type { Assurance } from './assurance.ts'
import type { Caller } from './caller.ts'
import type { Position } from './placement.ts'
import type { Effect } from './tool.ts'

/** What a policy says, with the rule that said it. */
export type Decision =
  | { readonly kind: 'permit'; readonly rule: string }
  | {
      readonly kind: 'deny'
      readonly rule: string
      readonly reason: 'policy_denied' | 'policy_no_match'
    }
  | { readonly kind: 'ask'; readonly rule: string; readonly assurance: Assurance }

/** What a policy may look at. */
export interface PolicyInput {
  readonly tool: string
  readonly effect: Effect
  readonly position: Position
  readonly caller: Caller
  /** Validated, with defaults applied, frozen. */
  readonly args: JsonObject
}

/** Decides by rules. May throw: the call is then not executed. */
export interface Policy {
  decide(input: PolicyInput): Decision | Promise<Decision>
}

import type { Assurance } from '../core/assurance.ts'
import type { Position } from '../core/placement.ts'
import type { Effect } from '../core/tool.ts'

/** One value, or several of which one must hold. */
export type OneOrMany<T> = T | readonly T[]

/** A JSON value without parts. */
export type Scalar = string | number | boolean | null

/**
 * A condition on one argument. `at` is a JSON Pointer (RFC 6901) into the validated arguments.
 * lenLte: characters of a string (UTF-16 units) or items of an array. prefixPath: a `/` path equal to or below another,
 * component by component. hostIn: an http(s) URL whose host is listed, exactly or as `*.suffix`.
 */
export type ArgumentCondition =
  | { readonly at: string; readonly op: 'absent' | 'present' }
  | { readonly at: string; readonly op: 'eq'; readonly value: Scalar }
  | { readonly at: string; readonly op: 'in'; readonly value: readonly Scalar[] }
  | { readonly at: string; readonly op: 'lte' | 'gte' | 'lenLte'; readonly value: number }
  | { readonly at: string; readonly op: 'prefixPath'; readonly value: string }
  | { readonly at: string; readonly op: 'hostIn'; readonly value: readonly string[] }

/** Which callers a rule is about; every member that is there must hold. */
export interface CallerMatch {
  readonly user?: OneOrMany<string>
  readonly tenant?: OneOrMany<string>
  readonly agent?: OneOrMany<string>
}

/** Which calls a rule is about; every member that is there must hold, so that `{}` is every call. */
export interface RuleMatch {
  /** Exact names, or prefixes that end in `*`. */
  readonly tool?: OneOrMany<string>
  readonly effect?: OneOrMany<Effect>
  readonly position?: OneOrMany<Position>
  readonly caller?: CallerMatch
  /** The caller must have all of them. */
  readonly scopes?: readonly string[]
  readonly args?: readonly ArgumentCondition[]
}

/** What a rule says about the calls that it matches. */
export type RuleDecision =
  | { readonly kind: 'permit' }
  | { readonly kind: 'deny' }
  | { readonly kind: 'ask'; readonly assurance: Exclude<Assurance, 0> }

/** One rule of a policy: plain data, so that it can stand in a file. */
export interface Rule {
  /** Unique in its policy; stands in every decision that the rule makes. */
  readonly id: string
  readonly when: RuleMatch
  readonly decision: RuleDecision
}

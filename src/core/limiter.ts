import type { Effect, Rate } from './tool.ts'

/** What is counted. `poll` is the looser limit of an operation that is resumed, `ask` how often an agent may ask. */
export type LimitScope = 'caller' | 'tenant' | 'tool' | 'poll' | 'ask'

/** One count to take. */
export interface LimitPoint {
  readonly scope: LimitScope
  /** Injective over all that the scope keeps apart. */
  readonly key: string
  readonly rate: Rate
  /** The effect of the tool, where it is known: what may go on while the store is gone depends on it. */
  readonly effect: Effect | null
  /** Epoch ms. */
  readonly at: number
}

/** Whether there was room. */
export type LimitAnswer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }

/** Counts attempts. May throw: the call is then not executed. */
export interface Limiter {
  take(point: LimitPoint): LimitAnswer | Promise<LimitAnswer>
}

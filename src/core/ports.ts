export type { Hasher, HmacKey } from '../json/hasher.ts'
export type { Policy } from './decision.ts'
export type { Limiter } from './limiter.ts'
export type { Sanitizer } from './sanitizer.ts'
export type { SchemaCompiler } from './schema.ts'

/** Tells the time and wakes. */
export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Runs something once, later; returns how to call it off. `background`: does not keep the process alive. */
  after(ms: number, run: () => void, background?: boolean): () => void
}

/** Makes what must not be guessed or repeated. */
export interface Ids {
  /** A prefix, `_`, and 128 random bits as base64url. */
  next(prefix: string): string
  /** 22 characters of base64url: 128 random bits. */
  salt(): string
}

/** Tells whether the last observed contract of a tool is the one that was accepted. Asked at each call. */
export interface Pins {
  accepts(tool: string, contract: string): boolean | Promise<boolean>
}

/** Something that an operator must see, in constant words and identifiers. */
export interface Alarm {
  readonly kind:
    | 'outcome_not_recorded'
    | 'audit_not_recorded'
    | 'port_failed'
    | 'tool_failed'
    | 'late_result'
    | 'limit_fallback'
    | 'answer_not_recorded'
  readonly tool: string
  readonly operation: string | null
  /** The fault itself, for the host's own log; never sent to a model. */
  readonly cause: unknown
}

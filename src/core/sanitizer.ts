import type { ErrorCode } from '../errors.ts'
import type { ToolResult } from './result.ts'

/** What a sanitizer can do to a result. */
export type ChangeKind =
  | 'control'
  | 'invisible'
  | 'link'
  | 'secret'
  | 'truncated'
  /** Found in structured data, which is reported and never edited. */
  | 'flagged'

/** One change that the sanitizer made or one thing that it found, with how often; never the text itself. */
export interface Change {
  readonly kind: ChangeKind
  readonly count: number
  /** Which layer and class, for a reader of the log: constant words. */
  readonly detail: string
}

/** Where a result comes from. */
export interface Provenance {
  readonly tool: string
  /** False for servers whose operator is not the gate's operator. */
  readonly trusted: boolean
}

/** A cleaned result with what was changed, or a refusal. */
export type Sanitized =
  | { readonly kind: 'clean'; readonly result: ToolResult; readonly changes: readonly Change[] }
  | {
      readonly kind: 'refused'
      readonly reason: Extract<ErrorCode, 'output_too_large' | 'output_refused'>
    }

/** Makes a result fit for a model to read. May throw: the result is then withheld. */
export interface Sanitizer {
  sanitize(result: ToolResult, provenance: Provenance): Sanitized | Promise<Sanitized>
  /** The same for a short text that a failing tool wants the model to read. */
  sanitizeText(text: string): string
}

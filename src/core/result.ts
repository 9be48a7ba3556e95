import type { JsonObject, JsonValue } from '../json/value.ts'

/** One block of a result that is more than a value. */
export type ContentBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly kind: 'image'; readonly data: string; readonly mimeType: string }

/** What a tool gave back, sanitized: a value, or blocks with an optional structured value. */
export type ToolResult =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | {
      readonly kind: 'content'
      readonly content: readonly ContentBlock[]
      readonly structured: JsonObject | null
    }

const MADE = new WeakSet<object>()

/** What {@link toolContent} makes; recognised by identity, so that a result from outside cannot pass for one. */
export interface ToolContent {
  readonly content: readonly ContentBlock[]
  readonly structured: JsonObject | null
}

/** Lets `execute` return text and images beside, or instead of, a structured value. */
export function toolContent(
  content: readonly ContentBlock[],
  structured: JsonObject | null = null,
): ToolContent {
  const made = Object.freeze({ content: Object.freeze([...content]), structured })
  MADE.add(made)
  return made
}

/** Whether a value was made by {@link toolContent}. */
export function isToolContent(value: unknown): value is ToolContent {
  return typeof value === 'object' && value !== null && MADE.has(value)
}

/** A failure whose message is meant for the model; every other error that a tool throws is shown as a constant text. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  /** `no` when the tool can prove that nothing happened: honoured when a call is cancelled or timed out. */
  readonly executed: 'yes' | 'no'

  constructor(message: string, options: ErrorOptions & { readonly executed?: 'yes' | 'no' } = {}) {
    super(message, options)
    this.executed = options.executed ?? 'yes'
  }
}

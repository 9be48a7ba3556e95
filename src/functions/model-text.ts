import type { Issue, Outcome } from '../core/outcome.ts'
import type { ContentBlock } from '../core/result.ts'
import { ERRORS } from '../errors.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'

/** The image types that every provider reads. */
const READABLE_IMAGES: readonly string[] = ['image/gif', 'image/jpeg', 'image/png', 'image/webp']

/**
 * What a model reads of an outcome, block by block: the result, or one JSON document that says what went wrong and
 * whether the tool was executed. Where a result has text, its structured value is left out, as MCP hosts do.
 */
export function modelBlocks(outcome: Outcome): readonly ContentBlock[] {
  if (outcome.kind !== 'completed')
    return [textBlock(JSON.stringify({ error: modelError(outcome) }))]
  const { result } = outcome
  if (result.kind === 'value') return [textBlock(valueText(result.value))]
  const blocks = result.content.map(readableBlock)
  const structured = result.structured === null ? [] : [textBlock(valueText(result.structured))]
  return blocks.some(({ kind }) => kind === 'text') ? blocks : [...structured, ...blocks]
}

/** The text of {@link modelBlocks}, for providers and results without images. */
export function modelText(outcome: Outcome): string {
  return modelBlocks(outcome)
    .flatMap((block) => (block.kind === 'text' ? [block.text] : []))
    .join('\n')
}

function textBlock(text: string): ContentBlock {
  return { kind: 'text', text }
}

/** Text stands as it is; everything else as JSON. */
function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A provider refuses the whole turn for one image that it cannot read. */
function readableBlock(block: ContentBlock): ContentBlock {
  if (block.kind === 'text' || READABLE_IMAGES.includes(block.mimeType)) return block
  return textBlock('[an image of a type that cannot be shown]')
}

const MAX_ISSUES = 20
const MAX_PATH = 256
const MAX_MESSAGE = 2_000

/** What a model reads of an ending without a result. */
export function modelError(outcome: Unsuccessful): JsonObject {
  const { reason, executed } = outcome
  const facts = ERRORS[reason]
  const own = outcome.kind === 'tool_error' ? outcome.message : null
  return {
    code: reason,
    message: own === null ? facts.message : shorten(own, MAX_MESSAGE),
    executed,
    next: facts.next,
    ...detailsOf(outcome),
  }
}

type Unsuccessful = Exclude<Outcome, { readonly kind: 'completed' }>

/** What only some endings have and a model can use. */
function detailsOf(outcome: Outcome): JsonObject {
  if (outcome.kind === 'limited') return { retry_after_ms: outcome.retryAfterMs }
  if (outcome.kind === 'pending') return { approval: outcome.approval }
  if (outcome.kind !== 'invalid' || outcome.issues.length === 0) return {}
  return { issues: shortIssues(outcome.issues) }
}

function shortIssues(issues: readonly Issue[]): readonly JsonObject[] {
  return issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: shorten(path, MAX_PATH),
    message: shorten(message, MAX_PATH),
  }))
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`
}

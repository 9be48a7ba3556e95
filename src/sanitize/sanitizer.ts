import type { ContentBlock, ToolResult } from '../core/result.ts'
import type { Sanitized, Sanitizer } from '../core/sanitizer.ts'
import { ToolnotaryError } from '../errors.ts'
import { createAllowedHosts } from './allowed-hosts.ts'
import { type Bounds, DEFAULT_BOUNDS, readWithin } from './bounds.ts'
import { markProvenance } from './provenance.ts'
import { createRedaction } from './secrets.ts'
import { Tally } from './tally.ts'
import { cleanText, type Layers } from './text-layers.ts'
import { inspectValue, redactValue } from './value-layers.ts'

/** What {@link createSanitizer} takes; everything has a default. */
export interface SanitizerOptions {
  readonly bounds?: Partial<Bounds>
  /** What happens to a structured value that hides something; it is flagged where nothing is said. */
  readonly hidden?: 'flag' | 'refuse'
  /** Hosts whose links stay links, each exact or `*.suffix`; none where it is absent. */
  readonly allowedHosts?: readonly string[]
  /** Key of the tags in place of secrets, at least 16 bytes, to compare tags across processes. */
  readonly secretKey?: Uint8Array
}

const SHORTEST_KEY = 16

/**
 * Creates the sanitizer: bounds, then the report on the structured value and its secrets, then hidden characters, secrets and
 * links in text blocks, then provenance. Images pass as they are. Always answers at once, never with a promise.
 * Throws `gate_option_invalid`.
 */
export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  const bounds = readBounds(options.bounds ?? {})
  if (options.secretKey !== undefined && options.secretKey.length < SHORTEST_KEY) {
    throw new ToolnotaryError('gate_option_invalid', { option: 'secretKey' })
  }
  const refusesHidden = options.hidden === 'refuse'
  const layers: Layers = {
    allowsUrl: createAllowedHosts(options.allowedHosts ?? []),
    redactSecrets: createRedaction(options.secretKey),
  }
  return Object.freeze({
    sanitize: (result, provenance): Sanitized => {
      // First: nothing else may walk a result of unknown size.
      const structuredText = readWithin(result, bounds)
      if (structuredText === undefined) return { kind: 'refused', reason: 'output_too_large' }
      const tally = new Tally()
      const hides = inspectValue(structuredText, layers, tally)
      if (hides && refusesHidden) return { kind: 'refused', reason: 'output_refused' }
      const cleaned = cleanResult(result, structuredText, layers, tally)
      markProvenance(provenance, tally)
      return { kind: 'clean', result: cleaned, changes: tally.list() }
    },
    sanitizeText: (text) => cleanText(text, layers, new Tally()),
  } satisfies Sanitizer)
}

function cleanResult(
  result: ToolResult,
  structuredText: string,
  layers: Layers,
  tally: Tally,
): ToolResult {
  if (result.kind === 'value') {
    const value = redactValue(result.value, structuredText, layers, tally)
    return value === result.value ? result : Object.freeze({ kind: 'value', value })
  }
  const structured =
    result.structured && redactValue(result.structured, structuredText, layers, tally)
  const content = Object.freeze(result.content.map((block) => cleanBlock(block, layers, tally)))
  return Object.freeze({ kind: 'content', content, structured })
}

function cleanBlock(block: ContentBlock, layers: Layers, tally: Tally): ContentBlock {
  if (block.kind === 'image') return block
  const text = cleanText(block.text, layers, tally)
  return text === block.text ? block : Object.freeze({ kind: 'text', text })
}

function readBounds(bounds: Partial<Bounds>): Bounds {
  const read = { ...DEFAULT_BOUNDS, ...bounds }
  for (const [option, bound] of Object.entries(read)) {
    if (!Number.isSafeInteger(bound) || bound < 1) {
      throw new ToolnotaryError('gate_option_invalid', { option: `bounds.${option}` })
    }
  }
  return Object.freeze(read)
}

import type { ToolResult } from '../core/result.ts'
import type { JsonValue } from '../json/value.ts'

/** How large a result may be. */
export interface Bounds {
  /** UTF-8 bytes of all strings, keys and base64 data together. */
  readonly bytes: number
  /** Levels of arrays and objects. */
  readonly depth: number
  /** Content blocks. */
  readonly items: number
  /** Members and array elements. */
  readonly elements: number
}

/** What one result may hold where nothing else is said. */
export const DEFAULT_BOUNDS: Bounds = Object.freeze({
  bytes: 1_000_000,
  depth: 64,
  items: 256,
  elements: 100_000,
})

/**
 * Whether a result is larger than its bounds allow. Stops at the first excess and reads no string that is too long by its
 * length alone, so that a huge result is refused at once. Runs before anything else walks the result.
 */
export function exceedsBounds(result: ToolResult, bounds: Bounds): boolean {
  const left: Left = { bytes: bounds.bytes, elements: bounds.elements }
  if (result.kind === 'value') return !fitsValue(result.value, bounds.depth, left)
  if (result.content.length > bounds.items) return true
  for (const block of result.content) {
    const texts = block.kind === 'text' ? [block.text] : [block.data, block.mimeType]
    if (!texts.every((text) => fitsText(text, left))) return true
  }
  return !fitsValue(result.structured, bounds.depth, left)
}

interface Left {
  bytes: number
  elements: number
}

function fitsText(text: string, left: Left): boolean {
  if (text.length > left.bytes) return false
  left.bytes -= Buffer.byteLength(text)
  return left.bytes >= 0
}

function fitsValue(value: JsonValue, depth: number, left: Left): boolean {
  if (typeof value === 'string') return fitsText(value, left)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) {
    left.elements -= value.length
    return left.elements >= 0 && value.every((item) => fitsValue(item, depth - 1, left))
  }
  for (const [key, member] of Object.entries(value)) {
    left.elements -= 1
    if (left.elements < 0 || !fitsText(key, left) || !fitsValue(member, depth - 1, left))
      return false
  }
  return true
}

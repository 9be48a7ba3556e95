import type { ContentBlock, ToolResult } from '../core/result.ts'
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
 * Reads a result as far as its bounds allow: all keys and strings of its structured value in one text, or `undefined` when
 * the result is larger. Stops at the first excess and reads no string that is too long by its length alone, so that a huge
 * result is refused at once. Runs before anything else walks the result.
 */
export function readWithin(result: ToolResult, bounds: Bounds): string | undefined {
  const content = result.kind === 'value' ? [] : result.content
  const value = result.kind === 'value' ? result.value : result.structured
  if (content.length > bounds.items) return undefined
  const reader = new Reader(bounds)
  const fits =
    content.every((block) => reader.readBlock(block)) && reader.readValue(value, bounds.depth)
  return fits ? reader.finish() : undefined
}

/** Counts UTF-16 units on the way, which are never more than the bytes, and the bytes once at the end. */
class Reader {
  readonly #bounds: Bounds
  readonly #texts: string[] = []
  #blockBytes = 0
  #length = 0
  #elements = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  readBlock(block: ContentBlock): boolean {
    const texts = block.kind === 'text' ? [block.text] : [block.data, block.mimeType]
    return texts.every((text) => {
      if (!this.#grow(text)) return false
      this.#blockBytes += Buffer.byteLength(text)
      return true
    })
  }

  readValue(value: JsonValue, depth: number): boolean {
    if (typeof value === 'string') return this.#readText(value)
    if (typeof value !== 'object' || value === null) return true
    if (depth === 0) return false
    const list = Array.isArray(value)
    const members: readonly JsonValue[] = list ? value : Object.values(value)
    this.#elements += members.length
    if (this.#elements > this.#bounds.elements) return false
    if (!list && !Object.keys(value).every((key) => this.#readText(key))) return false
    return members.every((member) => this.readValue(member, depth - 1))
  }

  /**
   * A line feed keeps one string from completing a terminal escape of another, and the space before it a `\r` from
   * becoming `\r\n`.
   */
  finish(): string | undefined {
    const text = this.#texts.join(' \n')
    const separators = Math.max(this.#texts.length - 1, 0) * 2
    const bytes = this.#blockBytes + Buffer.byteLength(text) - separators
    return bytes > this.#bounds.bytes ? undefined : text
  }

  #readText(text: string): boolean {
    this.#texts.push(text)
    return this.#grow(text)
  }

  #grow(text: string): boolean {
    this.#length += text.length
    return this.#length <= this.#bounds.bytes
  }
}

import { JsonRefusal } from './problem.ts'
import type { JsonProfile } from './profile.ts'

/** Refuses what has no canonical text, half a surrogate pair (RFC 8785 §3.2.2.2), and what the profile forbids. */
export function assertText(text: string, profile: JsonProfile, at: number): void {
  if (!text.isWellFormed()) throw new JsonRefusal('lone_surrogate', at)
  if (profile.nul === 'refuse' && text.includes('\0')) throw new JsonRefusal('nul_character', at)
}

/** Refuses names that reach into prototypes in code that is less careful than ours. */
export function assertName(name: string, parent: string, at: number): void {
  if (name === '__proto__') throw new JsonRefusal('forbidden_key', at)
  if (name === 'prototype' && parent === 'constructor') throw new JsonRefusal('forbidden_key', at)
}

/** The length of the UTF-8 form of a well-formed text. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    // Two bytes from U+0080, three from U+0800; a surrogate pair is two units and four bytes.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

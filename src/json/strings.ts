import { JsonRefusal } from './problem.ts'

/** Refuses what no string of a call may contain: half a surrogate pair (RFC 8785 §3.2.2.2) and U+0000. */
export function assertText(text: string, at: number): void {
  if (!text.isWellFormed()) throw new JsonRefusal('lone_surrogate', at)
  if (text.includes('\0')) throw new JsonRefusal('nul_character', at)
}

/** Refuses names that reach into prototypes in code that is less careful than ours. */
export function assertName(name: string, parent: string, at: number): void {
  if (name === '__proto__') throw new JsonRefusal('forbidden_key', at)
  if (name === 'prototype' && parent === 'constructor') throw new JsonRefusal('forbidden_key', at)
}

import { randomFillSync } from 'node:crypto'
import type { Ids } from '../core/ports.ts'

const BYTES = 16
const POOL = 256

/** Ids and salts from the operating system's random source, drawn in pools because single draws are dear. */
export function createRandomIds(): Ids {
  const pool = Buffer.alloc(BYTES * POOL)
  let used = pool.length
  const draw = (): string => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const text = pool.toString('base64url', used, used + BYTES)
    used += BYTES
    return text
  }
  return { next: (prefix) => `${prefix}_${draw()}`, salt: draw }
}

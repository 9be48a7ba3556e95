import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A path for a store in a fresh folder, which goes when the test is over. */
export function newStorePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolnotary-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'store.db')
}

import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ToolnotaryError } from '../../errors.ts'

/** What others may not do: `secret` files they may not read either. */
export type Exposure = 'secret' | 'public'

const FORBIDDEN: Readonly<Record<Exposure, number>> = { secret: 0o077, public: 0o022 }

/** Makes the folder for this account alone, or refuses one that others may write. */
export async function openPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  assertHidden((await stat(path)).mode, 'public', path)
}

/**
 * Reads a file, or gives null when there is none. The mode is that of the opened file: it cannot be exchanged in between.
 * Throws `key_file_exposed` and `key_unreadable`.
 */
export async function readPrivateFile(path: string, exposure: Exposure): Promise<string | null> {
  try {
    await using file = await open(path, 'r')
    assertHidden((await file.stat()).mode, exposure, path)
    return await file.readFile('utf8')
  } catch (cause) {
    if (cause instanceof ToolnotaryError) throw cause
    if (codeOf(cause) === 'ENOENT') return null
    throw new ToolnotaryError('key_unreadable', { file: basename(path) }, { cause })
  }
}

/** Makes a new file for this account alone, durable on return. Rejects when it exists: a key is never overwritten. */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  {
    await using file = await open(path, 'wx', 0o600)
    await file.writeFile(text)
    await file.sync()
  }
  await syncFolder(dirname(path))
}

/** Puts a new text in the place of a file in one step and keeps the old one as `….bak`. */
export async function replacePrivateFile(
  path: string,
  text: string,
  old: string | null,
): Promise<void> {
  if (old !== null) await putInPlace(`${path}.bak`, old)
  await putInPlace(path, text)
}

async function putInPlace(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  // Left behind by a crash; whoever holds the lock is alone here.
  await rm(draft, { force: true })
  await createPrivateFile(draft, text)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Runs one change at a time, across processes. Throws `key_store_busy`. */
export async function withLock<T>(folder: string, change: () => Promise<T>): Promise<T> {
  const path = join(folder, 'keys.lock')
  await createPrivateFile(path, '').catch((cause: unknown) => {
    if (codeOf(cause) === 'EEXIST') throw new ToolnotaryError('key_store_busy', {}, { cause })
    throw cause
  })
  try {
    return await change()
  } finally {
    await rm(path, { force: true })
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no way to open a folder.
  if (platform() === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}

function assertHidden(mode: number, exposure: Exposure, path: string): void {
  // On Windows the mode says nothing about other accounts.
  if (platform() === 'win32' || (mode & FORBIDDEN[exposure]) === 0) return
  throw new ToolnotaryError('key_file_exposed', { file: basename(path) })
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}

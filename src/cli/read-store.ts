import type { ChainedEntry } from '../core/audit-entry.ts'
import type { Ledger } from '../core/ledger.ts'
import { openSqliteStore } from '../store/sqlite/store.ts'
import type { Io } from './io.ts'

/** Opens a store that exists, to read, for as long as `run` takes. Makes nothing and changes nothing. */
export async function withStore<T>(path: string, run: (store: Ledger) => Promise<T>): Promise<T> {
  const store = openSqliteStore(path, { readOnly: true })
  try {
    return await run(store)
  } finally {
    await store.dispose()
  }
}

/** The log of a store, until the user interrupts. */
export async function* readLog(store: Ledger, io: Io): AsyncGenerator<ChainedEntry> {
  for await (const entry of store.entries()) {
    io.signal.throwIfAborted()
    yield entry
  }
}

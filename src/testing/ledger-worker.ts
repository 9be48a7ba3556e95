import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { openSqliteStore } from '../store/sqlite/store.ts'
import { sampleBegin, sampleClaim, sampleEntry, sampleSettle } from './ledger-samples.ts'

/** One process that works on a store file. */
export type LedgerWorker = ChildProcessByStdio<null, Readable, null>

/** Starts a process that runs one of the functions below on a store file. */
export function startLedgerWorker(
  node: string,
  run: 'contend' | 'endure',
  ...args: readonly (string | number)[]
): LedgerWorker {
  const call = `import { ${run} } from ${JSON.stringify(import.meta.url)}; await ${run}(...${JSON.stringify(args)})`
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  return spawn(node, ['--input-type=module', '--eval', call], { stdio: [...stdio] })
}

/** Tries to execute the operations that another process tries to execute too, and says which ones it won. */
export async function contend(path: string, worker: string, count: number): Promise<void> {
  const store = openSqliteStore(path)
  const names = Array.from({ length: count }, (_, index) => `op_${index}`)
  const won: string[] = []
  const compete = async (operation: string): Promise<void> => {
    await store.claim(sampleClaim({ operation, lookup: operation, salt: `${worker}_${operation}` }))
    await store.append([{ entry: sampleEntry({ operation, tool: worker }), kept: null }])
    const begun = await store.begin(sampleBegin({ operation }))
    if (begun.kind !== 'begun') return
    won.push(operation)
    await store.settle(sampleSettle({ operation, outcome: JSON.stringify(worker) }))
  }
  // Some at once, some one after the other, so that both processes have lines of writes.
  for (let at = 0; at < count; at += 4) await Promise.all(names.slice(at, at + 4).map(compete))
  await store.dispose()
  writeSync(1, JSON.stringify(won))
}

/** Executes one operation after the other until it is killed, and says what the store has acknowledged. */
export async function endure(path: string, worker: string): Promise<never> {
  const store = openSqliteStore(path)
  for (let index = 0; ; index += 1) {
    const operation = `${worker}_${index}`
    await store.claim(sampleClaim({ operation, lookup: operation, salt: operation }))
    await store.begin(
      sampleBegin({ operation, audit: sampleEntry({ event: 'intent', operation }) }),
    )
    writeSync(1, `begun ${operation}\n`)
    await store.settle(sampleSettle({ operation, audit: sampleEntry({ operation }) }))
    writeSync(1, `settled ${operation}\n`)
  }
}

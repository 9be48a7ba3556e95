import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CHAIN_START, type ChainHead, chainEntry } from '../src/core/audit-entry.ts'
import { createNodeHasher } from '../src/platform/hasher.ts'
import { openSqliteStore } from '../src/store/sqlite/store.ts'
import type { Case } from './measure.ts'
import { AUDIT_RECORD } from './stages.ts'

const CONCURRENCY = [32, 256] as const
const BLOCK = Buffer.alloc(512, 0x2e)

/** Durable audit rows with group commit, the same rows in a transaction each, and what the disk itself takes. */
export function openDurable(folder: string): {
  readonly cases: readonly Case[]
  readonly close: () => Promise<void>
} {
  const store = openSqliteStore(`${folder}/grouped.db`)
  const single = openAutocommit(`${folder}/single.db`)
  const file = openSync(`${folder}/floor`, 'w')
  return {
    cases: [
      {
        name: 'fdatasync of 512 B',
        call: () => {
          writeSync(file, BLOCK, 0, BLOCK.length, 0)
          fdatasyncSync(file)
        },
      },
      ...CONCURRENCY.flatMap((concurrency): readonly Case[] => [
        { name: 'audit row, autocommit', concurrency, call: () => single.append() },
        {
          name: 'audit row, group commit',
          concurrency,
          call: () => store.append([AUDIT_RECORD]),
        },
      ]),
    ],
    close: async () => {
      closeSync(file)
      single.close()
      await store.dispose()
    },
  }
}

/** The same entry, chain and table, with a transaction of its own for each row. */
function openAutocommit(path: string): {
  readonly append: () => void
  readonly close: () => void
} {
  const hasher = createNodeHasher()
  const database = new DatabaseSync(path)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE audit (seq INTEGER PRIMARY KEY, text TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  `)
  const insert = database.prepare('INSERT INTO audit (seq, text, prev, hash) VALUES (?, ?, ?, ?)')
  let head: ChainHead = { seq: 0, hash: CHAIN_START }
  return {
    append: () => {
      const { seq, text, prev, hash } = chainEntry(hasher, head, AUDIT_RECORD.entry)
      insert.run(seq, text, prev, hash)
      head = { seq, hash }
    },
    close: () => database.close(),
  }
}

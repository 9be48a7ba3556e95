import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifyLog } from '../../src/audit/verify.ts'
import { type Approver, type Ledger, terminalApprover } from '../../src/index.ts'
import { createNodeHasher } from '../../src/platform/hasher.ts'
import { openSqliteStore } from '../../src/store/sqlite/store.ts'
import type { StoryOptions } from './arguments.ts'
import { killAtWrite } from './kill.ts'
import { type Orders, openOrders, type StoryRun } from './orders.ts'
import { type Summary, summarize } from './summary.ts'
import { createTranscript, type StepResult, type Transcript } from './transcript.ts'

/** Where one run of the story plays: the shop's database, the gate's ledger, and who reads and answers. */
export interface Scene extends StoryRun {
  readonly orders: Orders
  readonly ledger: Ledger
  readonly transcript: Transcript
  /** The person at the terminal, where there is one. */
  readonly person: Approver | null
  /** Ends the run: holds what was told against the shop's database and the audit log. */
  finish(results: readonly StepResult[]): Promise<Summary>
  close(): Promise<void>
}

/** Opens the scene in a folder, and makes it when it is not there. */
export function openScene(folder: string, options: StoryOptions): Scene {
  openFolder(folder)
  const orders = openOrders(join(folder, 'orders.db'))
  const ledger = openLedger(join(folder, 'toolnotary.db'))
  const { run, resumed } = orders.openRun()
  // With --json everything that a person reads goes to stderr, so that stdout is one document.
  const stream = options.json ? process.stderr : process.stdout
  const coloured = stream.isTTY === true && process.env['NO_COLOR'] === undefined
  const hasPerson = !options.once && process.stdin.isTTY === true
  return {
    run,
    resumed,
    orders,
    ledger,
    transcript: createTranscript((line) => void stream.write(`${line}\n`), coloured),
    person: hasPerson ? terminalApprover({ output: stream }) : null,
    finish: async (results) => {
      const log = await verifyLog(ledger.entries(), createNodeHasher())
      const audit =
        log.kind === 'whole'
          ? { entries: log.head.seq, verified: true }
          : { entries: log.seq, verified: false }
      const summary = summarize(results, orders.refunds(run), audit)
      orders.finishRun(run)
      return summary
    },
    close: async () => {
      await ledger.dispose()
      orders.close()
    },
  }
}

function openFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
  } catch (cause) {
    const message = `the folder ${folder} cannot be written; name another in TOOLNOTARY_DEMO_DIR`
    throw new Error(message, { cause })
  }
}

function openLedger(path: string): Ledger {
  const ledger = openSqliteStore(path)
  const point = process.env['TOOLNOTARY_DEMO_KILL_AT']
  return point === undefined ? ledger : killAtWrite(ledger, point)
}

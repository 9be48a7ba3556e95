import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { type Verification, verifyLog } from '../audit/verify.ts'
import type { ChainHead } from '../core/audit-entry.ts'
import { createNodeHasher } from '../platform/hasher.ts'
import type { ExitStatus, Io } from './io.ts'
import { paint } from './paint.ts'
import { readLog, withStore } from './read-store.ts'

/** What `audit verify` takes. */
export interface AuditVerifyArgs {
  readonly store: string
  readonly checkpoint?: ChainHead
  readonly json?: boolean
}

/** Verifies the chain of a store's log; 1 when it is broken. */
async function auditVerify(args: AuditVerifyArgs, io: Io): Promise<ExitStatus> {
  const found = await withStore(args.store, (store) =>
    verifyLog(readLog(store, io), createNodeHasher(), args.checkpoint ?? null),
  )
  await io.out(args.json === true ? `${JSON.stringify(found)}\n` : tell(found, io))
  return found.kind === 'whole' ? 0 : 1
}

const PROBLEMS = {
  edited: 'is not what was written',
  missing: 'is missing',
  reordered: 'stands in another place',
  duplicated: 'is there twice',
} as const

function tell(found: Verification, io: Io): string {
  if (found.kind === 'broken') {
    return `${paint(io, 'red', 'broken')}  record ${found.seq} ${PROBLEMS[found.problem]}\n`
  }
  const { seq, hash } = found.head
  return `${paint(io, 'green', 'whole')}  ${seq} records\n${paint(io, 'dim', `head   ${hash}`)}\n`
}

/** Adds `audit verify`. */
export function addAuditVerify(audit: Command, io: Io, end: (status: ExitStatus) => void): void {
  audit
    .command('verify')
    .description('Verifies that no record was edited, removed, moved or repeated.')
    .requiredOption('--store <file>', 'the store to read')
    .option('--checkpoint <file>', 'what an earlier verify --json has printed', readCheckpoint)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
A log whose end was cut off verifies in itself: keep the output of --json in another place, and name it as the
checkpoint later.

Example:
  $ toolnotary audit verify --store toolnotary.db --json > checkpoint.json
  $ toolnotary audit verify --store toolnotary.db --checkpoint checkpoint.json

Exit status: 0 the log is whole, 1 it is broken, 2 usage, 3 it could not be read.`,
    )
    .action(async (args: AuditVerifyArgs) => end(await auditVerify(args, io)))
}

function readCheckpoint(file: string): ChainHead {
  const head = parseHead(file)
  if (head === null) throw new InvalidArgumentError('It is not the output of verify --json.')
  return head
}

function parseHead(file: string): ChainHead | null {
  try {
    const { head } = JSON.parse(readFileSync(file, 'utf8')) as { readonly head: Partial<ChainHead> }
    const { seq, hash } = head
    return Number.isSafeInteger(seq) && typeof hash === 'string' ? { seq: Number(seq), hash } : null
  } catch {
    return null
  }
}

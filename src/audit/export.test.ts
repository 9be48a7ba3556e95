import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AuditEntry, CHAIN_START, type ChainedEntry, chainEntry } from '../core/audit-entry.ts'
import { createNodeHasher } from '../platform/hasher.ts'
import { sampleEntry } from '../testing/ledger-samples.ts'
import { exportLog } from './export.ts'
import { type AuditFilter, filterLog } from './filter.ts'
import { verifyLog } from './verify.ts'

const hasher = createNodeHasher()

function chainOf(entries: readonly AuditEntry[]): readonly ChainedEntry[] {
  const log: ChainedEntry[] = []
  for (const entry of entries) {
    log.push(chainEntry(hasher, log.at(-1) ?? { seq: 0, hash: CHAIN_START }, entry))
  }
  return log
}

async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

it('exports lines out of which the same chain can be put together and verified', async () => {
  const entry = fc
    .record({ user: fc.string({ unit: 'binary' }), tool: fc.string(), count: fc.nat() })
    .map((different) => sampleEntry(different))
  await fc.assert(
    fc.asyncProperty(fc.array(entry), async (entries) => {
      const log = chainOf(entries)
      const lines = await collect(exportLog(stream(log)))
      expect(lines.every((line) => !/[\n\r]/.test(line))).toBe(true)
      const again = lines.map((line): ChainedEntry => {
        const { entry, hash, prev } = JSON.parse(line)
        return { seq: entry.seq, text: JSON.stringify(entry), prev, hash }
      })
      expect(again).toEqual(log)
      expect(await verifyLog(stream(again), hasher)).toMatchObject({ kind: 'whole' })
    }),
  )
})

it('lets no edited text pose as a line of its own', async () => {
  const [first] = chainOf([sampleEntry()])
  if (first === undefined) throw new RangeError('no entry')
  const split = { ...first, text: first.text.replace(',"at"', ',\n"at"') }
  const lines = await collect(exportLog(stream([split])))
  expect(lines.join('').split('\n')).toHaveLength(1)
  const forged = { ...first, text: '{}},\n{"entry":{}' }
  await expect(collect(exportLog(stream([forged])))).rejects.toMatchObject({
    code: 'ledger_corrupt',
    details: { seq: 1 },
  })
})

const ENTRIES = [
  sampleEntry({ event: 'requested', at: 100, tool: 'refund_order', user: 'ada' }),
  sampleEntry({ event: 'approved', at: 200, tool: 'refund_order', user: 'ada', approver: 'grace' }),
  sampleEntry({ event: 'outcome', at: 300, tool: 'search', user: 'alan', operation: null }),
]

it.each<{ members?: AuditFilter['members']; fromAt?: number; untilAt?: number; seqs: number[] }>([
  { seqs: [1, 2, 3] },
  { members: new Map([['tool', 'refund_order']]), seqs: [1, 2] },
  { members: new Map([['approver', 'grace']]), seqs: [2] },
  {
    members: new Map([
      ['user', 'ada'],
      ['event', 'requested'],
    ]),
    seqs: [1],
  },
  { members: new Map([['operation', 'null']]), seqs: [] },
  { fromAt: 200, seqs: [2, 3] },
  { untilAt: 200, seqs: [1] },
  { fromAt: 200, untilAt: 300, seqs: [2] },
])('chooses entries by $members from $fromAt until $untilAt', async ({ seqs, ...given }) => {
  const filter = { members: new Map(), fromAt: null, untilAt: null, ...given }
  const chosen = await collect(filterLog(stream(chainOf(ENTRIES)), filter))
  expect(chosen.map(({ seq }) => seq)).toEqual(seqs)
})

it('does not go on past an entry that cannot be read', async () => {
  const log = chainOf(ENTRIES).with(1, { seq: 2, text: '?', prev: '', hash: '' })
  const all: AuditFilter = { members: new Map(), fromAt: null, untilAt: null }
  await expect(collect(filterLog(stream(log), all))).rejects.toMatchObject({
    code: 'ledger_corrupt',
    details: { seq: 2 },
  })
})

import { expect, it } from 'vitest'
import { CHAIN_START, entryText } from '../core/audit-entry.ts'
import type { Ledger } from '../core/ledger.ts'
import {
  bringTo,
  brokenLinks,
  readEntries,
  readEvents,
  sampleAnswer,
  sampleBegin,
  sampleClaim,
  sampleEntry,
  sampleRequest,
  sampleSettle,
} from './ledger-samples.ts'

const LOOKUP_KEY_BYTES = 32

/** The part of the contract about the log, waiting, and giving back. */
export function describeAudit(ledger: () => Ledger): void {
  it('chains entries in the order in which they were given', async () => {
    const entries = ['first', 'second', 'third'].map((tool) => sampleEntry({ tool }))
    await ledger().append(entries.map((entry) => ({ entry, kept: null })))
    const chained = await readEntries(ledger())
    expect(chained.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(chained.map(({ text }) => text)).toEqual(
      entries.map((entry, index) => entryText(entry, index + 1)),
    )
    expect(chained[0]?.prev).toBe(CHAIN_START)
    expect(await brokenLinks(ledger())).toEqual([])
  })

  it('keeps one chain through every kind of write', async () => {
    await bringTo(ledger(), 'ended')
    await ledger().append([
      { entry: sampleEntry({ event: 'replayed' }), kept: { salt: 'salt_1', args: '{}' } },
      { entry: sampleEntry({ event: 'late_result', operation: null }), kept: null },
    ])
    expect(await readEvents(ledger())).toEqual([
      'requested',
      'approved',
      'intent',
      'outcome',
      'replayed',
      'late_result',
    ])
    expect(await brokenLinks(ledger())).toEqual([])
  })

  it('keeps the order of calls that were not awaited one by one', async () => {
    await bringTo(ledger(), 'executing')
    await Promise.all([
      ledger().append([{ entry: sampleEntry({ event: 'late_result' }), kept: null }]),
      ledger().settle(sampleSettle()),
      ledger().settle(sampleSettle()),
      ledger().append([{ entry: sampleEntry({ event: 'replayed' }), kept: null }]),
    ])
    expect((await readEvents(ledger())).slice(3)).toEqual(['late_result', 'outcome', 'replayed'])
    expect(await brokenLinks(ledger())).toEqual([])
  })

  it('adds nothing for an empty list', async () => {
    await ledger().append([])
    expect(await readEntries(ledger())).toEqual([])
  })

  it('reads the log from a place on', async () => {
    const tools = Array.from({ length: 5 }, (_, index) => `tool_${index}`)
    await ledger().append(tools.map((tool) => ({ entry: sampleEntry({ tool }), kept: null })))
    const seqs = async (from: number) => (await readEntries(ledger(), from)).map(({ seq }) => seq)
    expect(await seqs(1)).toEqual([1, 2, 3, 4, 5])
    expect(await seqs(4)).toEqual([4, 5])
    expect(await seqs(6)).toEqual([])
  })

  it('never puts arguments into the log', async () => {
    await bringTo(ledger(), 'ended')
    const kept = { salt: 'salt_1', args: sampleClaim().args }
    await ledger().append([{ entry: sampleEntry(), kept }])
    const texts = (await readEntries(ledger())).map(({ text }) => text)
    expect(texts.join('\n')).not.toMatch(/amount_cents|salt_1/)
  })

  it.each([
    {
      from: 'pending',
      by: 'decide',
      move: (l: Ledger) => l.decide('apr_1', sampleAnswer(), sampleEntry()),
    },
    {
      from: 'pending',
      by: 'close',
      move: (l: Ledger) => l.close('apr_1', 'expired', sampleEntry()),
    },
    { from: 'requested', by: 'begin', move: (l: Ledger) => l.begin(sampleBegin()) },
    { from: 'executing', by: 'settle', move: (l: Ledger) => l.settle(sampleSettle()) },
  ] as const)('wakes whoever waits for a change of what is $from: $by', async ({ from, move }) => {
    await bringTo(ledger(), from)
    const { signal } = new AbortController()
    const waiting = Promise.all([
      ledger().changed('op_1', from, signal),
      ledger().changed('op_1', from, signal),
    ])
    await move(ledger())
    await waiting
    expect(await ledger().find('op_1')).not.toMatchObject({ state: from })
  })

  it('wakes at once when the operation has changed already, or is not there', async () => {
    await bringTo(ledger(), 'approved')
    const { signal } = new AbortController()
    await ledger().changed('op_1', 'pending', signal)
    await ledger().changed('op_9', 'pending', signal)
  })

  it('wakes whoever waits under an id that joined', async () => {
    await bringTo(ledger(), 'pending')
    await ledger().claim(sampleClaim({ operation: 'op_2' }))
    const waiting = ledger().changed('op_2', 'pending', new AbortController().signal)
    await ledger().decide('apr_1', sampleAnswer(), sampleEntry())
    await waiting
  })

  it('stops waiting when the signal aborts, before or after', async () => {
    await bringTo(ledger(), 'pending')
    const stop = new AbortController()
    const waiting = ledger().changed('op_1', 'pending', stop.signal)
    stop.abort()
    await waiting
    await ledger().changed('op_1', 'pending', stop.signal)
    expect(await ledger().find('op_1')).toMatchObject({ state: 'pending' })
  })

  it('gives frozen copies', async () => {
    await ledger().claim(sampleClaim())
    const scopes = ['orders']
    const rows = [{ label: 'Amount', value: '19.99' }]
    const request = {
      ...sampleRequest({ caller: { user: 'ada', tenant: 'default', agent: 'app', scopes } }),
      shown: { rows, json: '{}' },
    }
    await ledger().request(request, sampleEntry())
    scopes.push('everything')
    rows[0] = { label: 'Amount', value: '0.01' }
    const found = await ledger().find('op_1')
    expect(found?.approval?.request).toMatchObject({
      caller: { scopes: ['orders'] },
      shown: { rows: [{ label: 'Amount', value: '19.99' }] },
    })
    expect(unfrozen(found)).toEqual([])
    expect(unfrozen(await ledger().findApproval('apr_1'))).toEqual([])
    expect(unfrozen(await ledger().claim(sampleClaim()))).toEqual([])
    expect(unfrozen(await readEntries(ledger()).then(([entry]) => entry))).toEqual([])
  })

  it('has a secret for look-up digests', () => {
    expect(ledger().lookupKey).toHaveLength(LOOKUP_KEY_BYTES)
    expect(new Set(ledger().lookupKey).size).toBeGreaterThan(1)
  })

  it('refuses everything once it is given back', async () => {
    await bringTo(ledger(), 'pending')
    const waiting = ledger().changed('op_1', 'pending', new AbortController().signal)
    await ledger().dispose()
    await waiting
    await ledger().dispose()
    const refused = [
      ledger().claim(sampleClaim()),
      ledger().request(sampleRequest(), sampleEntry()),
      ledger().decide('apr_1', sampleAnswer(), sampleEntry()),
      ledger().close('apr_1', 'revoked', sampleEntry()),
      ledger().begin(sampleBegin()),
      ledger().settle(sampleSettle()),
      ledger().append([{ entry: sampleEntry(), kept: null }]),
      ledger().find('op_1'),
      ledger().findApproval('apr_1'),
      ledger().changed('op_1', 'pending', new AbortController().signal),
      readEntries(ledger()),
    ]
    for (const call of refused) await expect(call).rejects.toMatchObject({ code: 'ledger_closed' })
  })

  it('finishes what is on its way before it gives everything back', async () => {
    await bringTo(ledger(), 'executing')
    const settled = ledger().settle(sampleSettle())
    const disposed = ledger().dispose()
    expect(await settled).toBe(true)
    await disposed
  })
}

/** The paths of the objects in a value that can be changed. */
function unfrozen(value: unknown, path = '$'): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Object.isFrozen(value) ? [] : [path]
  const below = Object.entries(value).flatMap(([name, member]) =>
    unfrozen(member, `${path}.${name}`),
  )
  return [...own, ...below]
}

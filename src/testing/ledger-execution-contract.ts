import { expect, it } from 'vitest'
import type { Ledger } from '../core/ledger.ts'
import {
  bringTo,
  readEvents,
  SAMPLE_AT,
  SAMPLE_LEASE_MS,
  SAMPLE_TTL_MS,
  sampleAnswer,
  sampleBegin,
  sampleClaim,
  sampleEntry,
  sampleRequest,
  sampleSettle,
} from './ledger-samples.ts'

const LEASE_OVER_AT = SAMPLE_AT + SAMPLE_LEASE_MS

/** The part of the contract about `begin` and `settle`. */
export function describeExecution(ledger: () => Ledger): void {
  it('begins what a rule permits', async () => {
    await bringTo(ledger(), 'requested')
    expect(await ledger().begin(sampleBegin())).toEqual({ kind: 'begun', attempt: 1 })
    expect(await ledger().find('op_1')).toMatchObject({
      state: 'executing',
      attempts: 1,
      leaseUntil: LEASE_OVER_AT,
    })
    expect(await readEvents(ledger())).toEqual(['intent'])
  })

  it('begins what a person approved, and spends the approval', async () => {
    await bringTo(ledger(), 'approved')
    expect(await ledger().begin(sampleBegin({ approval: 'apr_1' }))).toMatchObject({
      kind: 'begun',
    })
    expect(await ledger().findApproval('apr_1')).toMatchObject({ state: 'consumed' })
    expect(await ledger().find('op_1')).toMatchObject({ state: 'executing' })
    expect(await readEvents(ledger())).toEqual(['requested', 'approved', 'intent'])
  })

  it.each([
    { state: 'requested', approval: 'apr_1', why: 'names an approval that nobody asked for' },
    { state: 'pending', approval: 'apr_1', why: 'names an approval without an answer' },
    { state: 'pending', approval: null, why: 'goes past a question' },
    { state: 'approved', approval: null, why: 'names no approval where one was asked for' },
    { state: 'approved', approval: 'apr_2', why: 'names an approval that does not exist' },
  ] as const)('refuses a begin that $why', async ({ state, approval }) => {
    await bringTo(ledger(), state)
    const events = await readEvents(ledger())
    const begun = await ledger().begin(sampleBegin({ approval }))
    expect(begun).toEqual({ kind: 'refused', reason: 'approval_unusable' })
    expect(await ledger().find('op_1')).toMatchObject({ state, attempts: 0 })
    expect(await readEvents(ledger())).toEqual(events)
  })

  it('refuses the approval of another operation, and leaves it usable', async () => {
    await bringTo(ledger(), 'approved')
    await ledger().claim(sampleClaim({ operation: 'op_2', lookup: 'lookup_2' }))
    await ledger().request(sampleRequest({ id: 'apr_2', operation: 'op_2' }), sampleEntry())
    await ledger().decide('apr_2', sampleAnswer(), sampleEntry())
    const crossed = await ledger().begin(sampleBegin({ approval: 'apr_2' }))
    expect(crossed).toEqual({ kind: 'refused', reason: 'approval_unusable' })
    const own = await ledger().begin(sampleBegin({ operation: 'op_2', approval: 'apr_2' }))
    expect(own).toMatchObject({ kind: 'begun' })
  })

  it.each([
    { close: 'expired', reason: 'approval_expired' },
    { close: 'revoked', reason: 'approval_revoked' },
  ] as const)('refuses an approval that is $close', async ({ close, reason }) => {
    await bringTo(ledger(), 'approved')
    await ledger().close('apr_1', close, sampleEntry())
    const begun = await ledger().begin(sampleBegin({ approval: 'apr_1' }))
    expect(begun).toEqual({ kind: 'refused', reason })
  })

  it('refuses an approval from the instant at which it expires', async () => {
    await bringTo(ledger(), 'approved')
    const expiresAt = SAMPLE_AT + SAMPLE_TTL_MS
    const late = sampleBegin({ approval: 'apr_1', at: expiresAt })
    expect(await ledger().begin(late)).toEqual({ kind: 'refused', reason: 'approval_expired' })
    const last = sampleBegin({ approval: 'apr_1', at: expiresAt - 1 })
    expect(await ledger().begin(last)).toMatchObject({ kind: 'begun' })
  })

  it('refuses an approval that was declined', async () => {
    await bringTo(ledger(), 'pending')
    await ledger().decide('apr_1', sampleAnswer('declined'), sampleEntry())
    const begun = await ledger().begin(sampleBegin({ approval: 'apr_1' }))
    expect(begun).toEqual({ kind: 'refused', reason: 'approval_unusable' })
  })

  it.each([
    { state: 'requested', approval: null },
    { state: 'approved', approval: 'apr_1' },
  ] as const)('lets one of many that begin at once win: $state', async ({ state, approval }) => {
    await bringTo(ledger(), state)
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => ledger().begin(sampleBegin({ approval }))),
    )
    expect(begun.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
    expect(begun.filter(({ kind }) => kind === 'lost')).toHaveLength(7)
    expect((await readEvents(ledger())).filter((event) => event === 'intent')).toHaveLength(1)
  })

  it.each(['executing', 'ended'] as const)(
    'tells whoever begins again what became of the operation: %s',
    async (state) => {
      await bringTo(ledger(), state)
      for (const approval of ['apr_1', null]) {
        expect(await ledger().begin(sampleBegin({ approval }))).toMatchObject({
          kind: 'lost',
          operation: { operation: 'op_1', state, attempts: 1 },
        })
      }
    },
  )

  it('rejects a begin of what nobody claimed', async () => {
    await expect(ledger().begin(sampleBegin())).rejects.toMatchObject({
      code: 'ledger_unavailable',
    })
  })

  it('lets an attempt be taken over from the instant at which its lease ends', async () => {
    await bringTo(ledger(), 'executing')
    const early = sampleBegin({ retakes: 1, at: LEASE_OVER_AT - 1 })
    expect(await ledger().begin(early)).toMatchObject({ kind: 'lost' })
    const leaseUntil = LEASE_OVER_AT + SAMPLE_LEASE_MS
    const retake = sampleBegin({ retakes: 1, at: LEASE_OVER_AT, leaseUntil })
    expect(await ledger().begin(retake)).toEqual({ kind: 'begun', attempt: 2 })
    expect(await ledger().find('op_1')).toMatchObject({
      state: 'executing',
      attempts: 2,
      leaseUntil,
      approval: { state: 'consumed' },
    })
  })

  it('lets one of many take an attempt over', async () => {
    await bringTo(ledger(), 'executing')
    const retake = sampleBegin({ retakes: 1, at: LEASE_OVER_AT, leaseUntil: LEASE_OVER_AT + 1 })
    const begun = await Promise.all(Array.from({ length: 4 }, () => ledger().begin(retake)))
    expect(begun.map(({ kind }) => kind).sort()).toEqual(['begun', 'lost', 'lost', 'lost'])
  })

  it.each(['requested', 'pending', 'approved', 'ended'] as const)(
    'has nothing to take over of an operation that is %s',
    async (state) => {
      await bringTo(ledger(), state)
      for (const retakes of [0, 1]) {
        const retake = sampleBegin({ retakes, at: LEASE_OVER_AT })
        expect(await ledger().begin(retake)).toMatchObject({ kind: 'lost' })
      }
      expect(await ledger().find('op_1')).toMatchObject({ state })
    },
  )

  it('takes over that attempt only', async () => {
    await bringTo(ledger(), 'executing')
    for (const retakes of [0, 2]) {
      const retake = sampleBegin({ retakes, at: LEASE_OVER_AT })
      expect(await ledger().begin(retake)).toMatchObject({
        kind: 'lost',
        operation: { attempts: 1 },
      })
    }
  })

  it('writes down how the operation ended', async () => {
    await bringTo(ledger(), 'executing')
    const outcome = '{"kind":"completed","text":"\\u0000 \u{1f600}"}'
    const audit = sampleEntry({ event: 'outcome' })
    expect(await ledger().settle(sampleSettle({ outcome, audit }))).toBe(true)
    expect(await ledger().find('op_1')).toMatchObject({ state: 'ended', outcome, leaseUntil: null })
    expect((await readEvents(ledger())).at(-1)).toBe('outcome')
  })

  it('never writes over an ending', async () => {
    await bringTo(ledger(), 'ended')
    const events = await readEvents(ledger())
    expect(await ledger().settle(sampleSettle({ outcome: '{"kind":"unknown"}' }))).toBe(false)
    expect(await ledger().find('op_1')).toMatchObject({ outcome: sampleSettle().outcome })
    expect(await readEvents(ledger())).toEqual(events)
  })

  it.each(['requested', 'pending', 'approved'] as const)(
    'has no ending for an operation that is %s',
    async (state) => {
      await bringTo(ledger(), state)
      for (const attempt of [0, 1]) {
        expect(await ledger().settle(sampleSettle({ attempt }))).toBe(false)
      }
      expect(await ledger().find('op_1')).toMatchObject({ state, outcome: null })
    },
  )

  it('takes the ending of the attempt that holds the operation only', async () => {
    await bringTo(ledger(), 'executing')
    const retake = sampleBegin({ retakes: 1, at: LEASE_OVER_AT, leaseUntil: LEASE_OVER_AT + 1 })
    await ledger().begin(retake)
    for (const attempt of [0, 1, 3]) {
      expect(await ledger().settle(sampleSettle({ attempt }))).toBe(false)
    }
    expect(await ledger().settle(sampleSettle({ attempt: 2 }))).toBe(true)
  })

  it('has no ending for what nobody claimed', async () => {
    expect(await ledger().settle(sampleSettle())).toBe(false)
    expect(await readEvents(ledger())).toEqual([])
  })
}

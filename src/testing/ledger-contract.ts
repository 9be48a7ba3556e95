import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Ledger } from '../core/ledger.ts'
import { describeAudit } from './ledger-audit-contract.ts'
import { describeExecution } from './ledger-execution-contract.ts'
import {
  bringTo,
  readEvents,
  SAMPLE_AT,
  SAMPLE_TTL_MS,
  sampleAnswer,
  sampleClaim,
  sampleEntry,
  sampleRequest,
} from './ledger-samples.ts'

/** Holds an implementation of the `Ledger` port to every sentence of its documentation. `open` makes an empty one. */
export function ledgerContract(name: string, open: () => Ledger | Promise<Ledger>): void {
  describe(`${name} ledger`, () => {
    let opened: Ledger
    const ledger = (): Ledger => opened
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.dispose())
    describe('claim', () => describeClaim(ledger))
    describe('approval', () => describeApproval(ledger))
    describe('execution', () => describeExecution(ledger))
    describe('audit', () => describeAudit(ledger))
  })
}

function describeClaim(ledger: () => Ledger): void {
  it('makes a new operation known', async () => {
    expect(await ledger().claim(sampleClaim())).toEqual({
      kind: 'held',
      created: true,
      operation: {
        operation: 'op_1',
        state: 'requested',
        salt: 'salt_1',
        approval: null,
        outcome: null,
        leaseUntil: null,
        attempts: 0,
      },
    })
  })

  it('finds the operation again, with its first salt', async () => {
    await ledger().claim(sampleClaim())
    const again = await ledger().claim(sampleClaim({ salt: 'salt_2' }))
    expect(again).toMatchObject({
      kind: 'held',
      created: false,
      operation: { operation: 'op_1', salt: 'salt_1' },
    })
  })

  it('gives one of many claims made at once the new operation', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => ledger().claim(sampleClaim())))
    expect(claims.filter((claim) => claim.kind === 'held' && claim.created)).toHaveLength(1)
  })

  it.each(['requested', 'pending', 'approved', 'executing', 'ended'] as const)(
    'refuses another intent under the id of an operation that is %s',
    async (state) => {
      await bringTo(ledger(), state)
      const other = await ledger().claim(sampleClaim({ lookup: 'lookup_2' }))
      expect(other).toEqual({ kind: 'mismatch' })
    },
  )

  it('refuses another tenant under a known id', async () => {
    await ledger().claim(sampleClaim())
    expect(await ledger().claim(sampleClaim({ tenant: 'other' }))).toEqual({ kind: 'mismatch' })
  })

  it('gives an equal intent under another id the operation that is pending', async () => {
    await bringTo(ledger(), 'pending')
    const joined = await ledger().claim(sampleClaim({ operation: 'op_2', salt: 'salt_2' }))
    expect(joined).toMatchObject({
      kind: 'held',
      created: false,
      operation: { operation: 'op_1', salt: 'salt_1', approval: { request: { id: 'apr_1' } } },
    })
  })

  it('finds the joined operation by the other id for ever', async () => {
    await bringTo(ledger(), 'pending')
    await ledger().claim(sampleClaim({ operation: 'op_2' }))
    await ledger().decide('apr_1', sampleAnswer('declined'), sampleEntry())
    const again = await ledger().claim(sampleClaim({ operation: 'op_2' }))
    expect(again).toMatchObject({ created: false, operation: { operation: 'op_1' } })
    expect(await ledger().find('op_2')).toMatchObject({ operation: 'op_1', state: 'ended' })
    const other = await ledger().claim(sampleClaim({ operation: 'op_2', lookup: 'lookup_2' }))
    expect(other).toEqual({ kind: 'mismatch' })
  })

  it.each(['requested', 'approved', 'executing', 'ended'] as const)(
    'never joins an equal intent that is %s',
    async (state) => {
      await bringTo(ledger(), state)
      const fresh = await ledger().claim(sampleClaim({ operation: 'op_2' }))
      expect(fresh).toMatchObject({ created: true, operation: { operation: 'op_2' } })
    },
  )

  it('never joins a question that has expired', async () => {
    await bringTo(ledger(), 'pending')
    const late = sampleClaim({ operation: 'op_2', at: SAMPLE_AT + SAMPLE_TTL_MS })
    expect(await ledger().claim(late)).toMatchObject({ created: true })
  })

  it('never joins the question of another tenant', async () => {
    await bringTo(ledger(), 'pending')
    const other = await ledger().claim(sampleClaim({ operation: 'op_2', tenant: 'other' }))
    expect(other).toMatchObject({ created: true, operation: { operation: 'op_2' } })
  })

  it('knows nothing of an id that nobody claimed', async () => {
    expect(await ledger().find('op_9')).toBeNull()
    expect(await ledger().findApproval('apr_9')).toBeNull()
  })

  it('keeps awkward text as it is', async () => {
    const operation = "op_'; --\u0000\ud83d\ude00"
    const salt = 'ünï\u202ecode'
    await ledger().claim(sampleClaim({ operation, salt }))
    expect(await ledger().find(operation)).toMatchObject({ operation, salt })
  })
}

function describeApproval(ledger: () => Ledger): void {
  it('puts a question on record, whole', async () => {
    await ledger().claim(sampleClaim())
    expect(await ledger().request(sampleRequest(), sampleEntry({ event: 'requested' }))).toBe(true)
    const approval = { state: 'pending', request: sampleRequest(), answer: null }
    expect(await ledger().findApproval('apr_1')).toEqual(approval)
    expect(await ledger().find('op_1')).toMatchObject({ state: 'pending', approval })
    expect(await readEvents(ledger())).toEqual(['requested'])
  })

  it.each(['pending', 'approved', 'executing', 'ended'] as const)(
    'asks no second question about an operation that is %s',
    async (state) => {
      await bringTo(ledger(), state)
      const events = await readEvents(ledger())
      expect(await ledger().request(sampleRequest({ id: 'apr_2' }), sampleEntry())).toBe(false)
      expect(await ledger().findApproval('apr_2')).toBeNull()
      expect(await readEvents(ledger())).toEqual(events)
    },
  )

  it('asks nothing about an operation that nobody claimed', async () => {
    expect(await ledger().request(sampleRequest(), sampleEntry())).toBe(false)
    expect(await readEvents(ledger())).toEqual([])
  })

  it.each([
    { kind: 'approved', state: 'approved' },
    { kind: 'declined', state: 'ended' },
  ] as const)('lets a person answer once: $kind', async ({ kind, state }) => {
    await bringTo(ledger(), 'pending')
    const answer = sampleAnswer(kind)
    expect(await ledger().decide('apr_1', answer, sampleEntry({ event: kind }))).toBe(true)
    expect(await ledger().findApproval('apr_1')).toMatchObject({ state: kind, answer })
    expect(await ledger().find('op_1')).toMatchObject({ state, outcome: null })
    for (const second of ['approved', 'declined'] as const) {
      expect(await ledger().decide('apr_1', sampleAnswer(second), sampleEntry())).toBe(false)
    }
    expect(await ledger().findApproval('apr_1')).toMatchObject({ state: kind, answer })
    expect(await readEvents(ledger())).toEqual(['requested', kind])
  })

  it('takes one of two answers that come at once', async () => {
    await bringTo(ledger(), 'pending')
    const taken = await Promise.all([
      ledger().decide('apr_1', sampleAnswer('approved'), sampleEntry()),
      ledger().decide('apr_1', sampleAnswer('declined'), sampleEntry()),
    ])
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('takes no answer from the instant at which the question expires', async () => {
    await bringTo(ledger(), 'pending')
    const late = sampleEntry({ at: SAMPLE_AT + SAMPLE_TTL_MS })
    expect(await ledger().decide('apr_1', sampleAnswer(), late)).toBe(false)
    expect(await ledger().findApproval('apr_1')).toMatchObject({ state: 'pending', answer: null })
    const last = sampleEntry({ at: SAMPLE_AT + SAMPLE_TTL_MS - 1 })
    expect(await ledger().decide('apr_1', sampleAnswer(), last)).toBe(true)
  })

  it('takes no answer to a question that nobody asked', async () => {
    expect(await ledger().decide('apr_9', sampleAnswer(), sampleEntry())).toBe(false)
    expect(await readEvents(ledger())).toEqual([])
  })

  it.each([
    { from: 'pending', to: 'expired' },
    { from: 'pending', to: 'revoked' },
    { from: 'approved', to: 'expired' },
    { from: 'approved', to: 'revoked' },
  ] as const)('closes what is $from as $to, for good', async ({ from, to }) => {
    await bringTo(ledger(), from)
    expect(await ledger().close('apr_1', to, sampleEntry({ event: to }))).toBe(true)
    expect(await ledger().find('op_1')).toMatchObject({
      state: 'ended',
      outcome: null,
      approval: { state: to },
    })
    expect(await ledger().decide('apr_1', sampleAnswer(), sampleEntry())).toBe(false)
    expect(await ledger().close('apr_1', 'revoked', sampleEntry())).toBe(false)
    expect((await readEvents(ledger())).at(-1)).toBe(to)
  })

  it.each(['executing', 'ended'] as const)('cannot close what is spent: %s', async (state) => {
    await bringTo(ledger(), state)
    expect(await ledger().close('apr_1', 'revoked', sampleEntry())).toBe(false)
    expect(await ledger().find('op_1')).toMatchObject({ state, approval: { state: 'consumed' } })
  })

  it('closes nothing that nobody asked', async () => {
    expect(await ledger().close('apr_9', 'revoked', sampleEntry())).toBe(false)
  })
}

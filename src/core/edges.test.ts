import { expect, it } from 'vitest'
import { SAMPLE_AT, sampleBegin, sampleRequest, sampleSettle } from '../testing/ledger-samples.ts'
import { judgeBegin, mayJoin, maySettle, type Standing } from './edges.ts'
import type { ApprovalState, OperationState } from './ledger.ts'

// What a sound ledger lets happen is in the ledger contract; here are rows that nothing of ours would write.

const STATES: readonly OperationState[] = ['requested', 'pending', 'approved', 'executing', 'ended']

function standing(state: OperationState, approval: ApprovalState | null): Standing {
  const request = sampleRequest()
  return {
    state,
    attempts: 1,
    leaseUntil: SAMPLE_AT,
    approval: approval === null ? null : { state: approval, request },
  }
}

it.each(STATES.filter((state) => state !== 'approved'))(
  'does not believe an approval when its operation is %s',
  (state) => {
    const verdict = judgeBegin(standing(state, 'approved'), sampleBegin({ approval: 'apr_1' }))
    expect(verdict).toEqual({ kind: 'refused', reason: 'approval_unusable' })
  },
)

it.each(STATES.filter((state) => state !== 'executing'))(
  'neither takes over nor ends what has a lease but is %s',
  (state) => {
    const found = standing(state, null)
    expect(judgeBegin(found, sampleBegin({ retakes: 1 }))).toEqual({ kind: 'lost' })
    expect(maySettle(found, sampleSettle())).toBe(false)
  },
)

it('does not take over what executes without a lease', () => {
  const found = { ...standing('executing', null), leaseUntil: null }
  expect(judgeBegin(found, sampleBegin({ retakes: 1 }))).toEqual({ kind: 'lost' })
})

it.each(STATES.filter((state) => state !== 'pending'))(
  'does not join an open question when its operation is %s',
  (state) => {
    expect(mayJoin(standing(state, 'pending'), SAMPLE_AT)).toBe(false)
  },
)

it('does not join an operation that is pending without a question', () => {
  expect(mayJoin(standing('pending', null), SAMPLE_AT)).toBe(false)
})

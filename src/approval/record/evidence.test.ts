import { expect, it } from 'vitest'
import type { Assurance } from '../../core/assurance.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  APPROVAL,
  EXPECTED,
  MADE_AT,
  sampleRing,
  signPayload,
  TEST_KEYS,
} from '../../testing/record-samples.ts'
import type { Approval, Evidence } from './approval.ts'
import { evidenceChallenge } from './record-digests.ts'
import { type EvidenceCheck, verifyApproval } from './verify-approval.ts'

const hasher = createNodeHasher()
const challenge = evidenceChallenge(hasher, APPROVAL)
const evidence: Evidence = { type: 'webauthn', cred: 'Y3JlZA', cdj: 'e30', ad: 'AAAA', sig: 'MEUC' }

/** Whether a record at a level, with or without evidence, satisfies a minimum. */
async function reaches(
  lvl: 2 | 3 | 4,
  ev: Evidence | undefined,
  minimum: Assurance,
  check?: EvidenceCheck,
): Promise<boolean> {
  const apr = { ...APPROVAL.apr, lvl, ...(ev === undefined ? {} : { ev }) }
  const record = await signPayload(TEST_KEYS.ed25519, 'tool-approval+jwt', { ...APPROVAL, apr })
  const context = {
    keys: sampleRing(),
    hasher,
    now: MADE_AT,
    ...(check === undefined ? {} : { evidence: check }),
  }
  return (await verifyApproval(record, { ...EXPECTED, assurance: minimum }, context)).ok
}

const yes: EvidenceCheck = async () => true
const no: EvidenceCheck = async () => false

it.each<{
  is: string
  lvl: 3 | 4
  ev?: Evidence
  check?: EvidenceCheck
  reached: readonly Assurance[]
}>([
  { is: 'without evidence', lvl: 3, check: yes, reached: [1, 2] },
  { is: 'without evidence', lvl: 4, check: yes, reached: [1, 2] },
  { is: 'with evidence that nobody can check', lvl: 3, ev: evidence, reached: [1, 2] },
  { is: 'with evidence', lvl: 3, ev: evidence, check: yes, reached: [1, 2, 3] },
  { is: 'with evidence', lvl: 4, ev: evidence, check: yes, reached: [1, 2, 3, 4] },
  { is: 'with evidence that is wrong', lvl: 3, ev: evidence, check: no, reached: [] },
])('level $lvl $is reaches $reached', async ({ lvl, ev, check, reached }) => {
  const minimums: readonly Assurance[] = [1, 2, 3, 4]
  const met = await Promise.all(
    minimums.map(async (minimum) => ((await reaches(lvl, ev, minimum, check)) ? minimum : null)),
  )
  expect(met.filter((minimum) => minimum !== null)).toEqual(reached)
})

it('asks about the approver and a challenge over all of the record but the evidence', async () => {
  const asked: unknown[] = []
  const check: EvidenceCheck = async (...question) => asked.push(question) > 0
  await reaches(3, evidence, 3, check)
  const apr = { ...APPROVAL.apr, lvl: 3 } as const
  const expected = evidenceChallenge(hasher, { ...APPROVAL, apr })
  expect(asked).toEqual([[evidence, expected, { ...apr, ev: evidence }]])
})

it.each<Partial<Approval>>([
  { jti: 'apr_other' },
  { exp: APPROVAL.exp + 1 },
  { aud: 'https://other.example' },
  { apr: { ...APPROVAL.apr, sub: 'u_124' } },
])('has another challenge when the record says %o', (change) => {
  expect(evidenceChallenge(hasher, { ...APPROVAL, ...change })).not.toBe(challenge)
})

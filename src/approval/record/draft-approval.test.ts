import { expect, it } from 'vitest'
import type { Answer, ApprovalRequest } from '../../core/approver.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import {
  APPROVAL,
  EXPECTED,
  ISSUERS,
  MADE_AT,
  sampleRing,
  signerOf,
  TEST_KEYS,
} from '../../testing/record-samples.ts'
import { type ApprovalDraft, draftApproval } from './draft-approval.ts'
import { argsDigest } from './record-digests.ts'
import { signApproval } from './sign-record.ts'
import { verifyApproval } from './verify-approval.ts'

const hasher = createNodeHasher()
const { action, shown } = EXPECTED
if (shown === null) throw new Error('the sample has a rendering')

const request: ApprovalRequest = {
  id: APPROVAL.jti,
  operation: action.operation,
  tool: action.tool,
  title: null,
  effect: action.effect,
  caller: { user: EXPECTED.user, tenant: EXPECTED.tenant, agent: EXPECTED.agent, scopes: [] },
  shown,
  args: argsDigest(hasher, action.salt, action.args),
  contract: action.contract,
  rule: 'pay/ask',
  assurance: 2,
  requestedAt: MADE_AT - 60_000,
  expiresAt: MADE_AT + 300_999,
}
const answer: Answer = { kind: 'approved', by: { user: 'u_123', channel: 'page' }, assurance: 2 }
const draft: ApprovalDraft = {
  request,
  answer,
  salt: action.salt,
  issuer: ISSUERS.service,
  audience: ISSUERS.executor,
  server: action.server,
  approverIssuer: 'https://idp.example',
  template: 'rows@1',
  policy: { id: 'pay', digest: APPROVAL.pol.d },
  epochs: APPROVAL.ep,
  now: MADE_AT + 999,
}

it('makes a record that its own verifier accepts', async () => {
  const record = await signApproval(await signerOf(TEST_KEYS.ed25519), draftApproval(hasher, draft))
  const verdict = await verifyApproval(record, EXPECTED, {
    keys: sampleRing(),
    hasher,
    now: MADE_AT + 2000,
  })
  expect(verdict).toMatchObject({
    ok: true,
    approval: { jti: request.id, apr: { sub: 'u_123', lvl: 2, ch: 'page' } },
  })
})

it.each([
  { asked: 'for five minutes', expiresAt: MADE_AT + 300_999, exp: 300 },
  { asked: 'for a day', expiresAt: MADE_AT + 86_400_000, exp: 900 },
])('expires with a request $asked, and after 15 minutes at the latest', ({ expiresAt, exp }) => {
  const {
    iat,
    nbf,
    exp: end,
  } = draftApproval(hasher, { ...draft, request: { ...request, expiresAt } })
  expect([iat, nbf, end - iat]).toEqual([MADE_AT / 1000, MADE_AT / 1000, exp])
})

it.each<{ given: string; change: Partial<ApprovalDraft> }>([
  { given: 'a no', change: { answer: { ...answer, kind: 'declined' } } },
  { given: "a model's yes", change: { answer: { ...answer, assurance: 0 } } },
  {
    given: 'a request that is over',
    change: { request: { ...request, expiresAt: MADE_AT + 999 } },
  },
])('makes nothing of $given', ({ change }) => {
  expect(() => draftApproval(hasher, { ...draft, ...change })).toThrow(
    expect.objectContaining({ code: 'record_invalid' }),
  )
})

import { expect, it } from 'vitest'
import { publicReason, type RefusalReason } from './refusal.ts'

it.each<RefusalReason>([
  'malformed',
  'header_refused',
  'unknown_key',
  'key_revoked',
  'bad_signature',
  'wrong_issuer',
  'wrong_audience',
  'wrong_tenant',
  'wrong_subject',
  'wrong_agent',
  'wrong_operation',
  'args_mismatch',
  'policy_changed',
])('tells a stranger no more of %s than of any other', (reason) => {
  expect(publicReason(reason)).toBe('approval_unusable')
})

it.each([
  { reason: 'expired', code: 'approval_expired' },
  { reason: 'assurance_too_low', code: 'assurance_too_low' },
  { reason: 'keys_unavailable', code: 'keys_unavailable' },
] as const)('tells what the caller can act on: $reason', ({ reason, code }) => {
  expect(publicReason(reason)).toBe(code)
})

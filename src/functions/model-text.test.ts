import { expect, it } from 'vitest'
import type { Ending, Outcome } from '../core/outcome.ts'
import type { ToolResult } from '../core/result.ts'
import { ERRORS } from '../errors.ts'
import { modelBlocks, modelText } from './model-text.ts'

const endedAs = (ending: Ending): Outcome => ({
  ...ending,
  tool: 'act',
  operation: 'op_1',
  stage: 'execute',
  owners: ['app'],
  replayed: false,
})
const completed = (result: ToolResult): Outcome =>
  endedAs({ kind: 'completed', executed: 'yes', result, changes: [] })

const PNG = { kind: 'image', data: 'aGk=', mimeType: 'image/png' } as const

it.each<{ of: string; result: ToolResult; text: string }>([
  { of: 'an object', result: { kind: 'value', value: { a: [1, null] } }, text: '{"a":[1,null]}' },
  { of: 'a text', result: { kind: 'value', value: 'line\n"quoted"' }, text: 'line\n"quoted"' },
  { of: 'an empty text', result: { kind: 'value', value: '' }, text: '' },
  { of: 'nothing', result: { kind: 'value', value: null }, text: 'null' },
  { of: 'a number', result: { kind: 'value', value: 0 }, text: '0' },
  {
    of: 'text blocks',
    result: {
      kind: 'content',
      content: [{ kind: 'text', text: 'one' }, PNG, { kind: 'text', text: 'two' }],
      structured: { not: 'read' },
    },
    text: 'one\ntwo',
  },
  {
    of: 'a structured value without text',
    result: { kind: 'content', content: [PNG], structured: { total: 2 } },
    text: '{"total":2}',
  },
  { of: 'empty content', result: { kind: 'content', content: [], structured: null }, text: '' },
])('reads a result of $of', ({ result, text }) => {
  expect(modelText(completed(result))).toBe(text)
})

it('keeps the order of text and images', () => {
  const content = [PNG, { kind: 'text', text: 'above: the chart' } as const]
  const result: ToolResult = { kind: 'content', content, structured: { not: 'read' } }
  expect(modelBlocks(completed(result))).toEqual(content)
})

it('puts a structured value before images without text', () => {
  const result: ToolResult = { kind: 'content', content: [PNG], structured: { total: 2 } }
  expect(modelBlocks(completed(result))).toEqual([{ kind: 'text', text: '{"total":2}' }, PNG])
})

it.each(['image/svg+xml', 'text/html', 'image/png;x', ''])(
  'says that an image is missing when its type is %j, which a provider would refuse',
  (mimeType) => {
    const content = [{ ...PNG, mimeType }]
    const blocks = modelBlocks(completed({ kind: 'content', content, structured: null }))
    expect(blocks.map(({ kind }) => kind)).toEqual(['text'])
  },
)

const ENDINGS: readonly { ending: Exclude<Ending, { kind: 'completed' }>; more?: object }[] = [
  {
    ending: { kind: 'limited', executed: 'no', reason: 'rate_limited', retryAfterMs: 900 },
    more: { retry_after_ms: 900 },
  },
  {
    ending: {
      kind: 'invalid',
      executed: 'no',
      reason: 'arguments_invalid',
      issues: [{ path: '/a', message: 'must be a number' }],
    },
    more: { issues: [{ path: '/a', message: 'must be a number' }] },
  },
  { ending: { kind: 'invalid', executed: 'no', reason: 'arguments_not_json', issues: [] } },
  { ending: { kind: 'unknown_tool', executed: 'no', reason: 'tool_unknown' } },
  { ending: { kind: 'quarantined', executed: 'no', reason: 'contract_changed' } },
  { ending: { kind: 'denied', executed: 'no', reason: 'policy_denied', rule: 'secret rule' } },
  {
    ending: {
      kind: 'pending',
      executed: 'no',
      reason: 'approval_pending',
      approval: 'apr_1',
      expiresAt: 5,
    },
    more: { approval: 'apr_1' },
  },
  { ending: { kind: 'declined', executed: 'no', reason: 'approval_declined' } },
  { ending: { kind: 'expired', executed: 'no', reason: 'approval_expired' } },
  { ending: { kind: 'revoked', executed: 'no', reason: 'approval_revoked' } },
  { ending: { kind: 'unavailable', executed: 'no', reason: 'ledger_unavailable' } },
  { ending: { kind: 'tool_error', executed: 'yes', reason: 'tool_failed', message: null } },
  {
    ending: {
      kind: 'tool_error',
      executed: 'yes',
      reason: 'tool_failed',
      message: 'No such order.',
    },
    more: { message: 'No such order.' },
  },
  { ending: { kind: 'bad_output', executed: 'yes', reason: 'output_too_large' } },
  { ending: { kind: 'cancelled', executed: 'no', reason: 'call_cancelled' } },
  { ending: { kind: 'timed_out', executed: 'unknown', reason: 'deadline_passed' } },
  { ending: { kind: 'unknown', executed: 'unknown', reason: 'outcome_unknown' } },
  {
    ending: {
      kind: 'waiting_input',
      executed: 'unknown',
      reason: 'input_required',
      request: { a: 1 },
    },
  },
  { ending: { kind: 'running', executed: 'unknown', reason: 'task_running', task: 'task-1' } },
]

it.each(ENDINGS)('says what happened and whether it ran: $ending', ({ ending, more = {} }) => {
  const { message, next } = ERRORS[ending.reason]
  const { executed, reason: code } = ending
  expect(JSON.parse(modelText(endedAs(ending)))).toEqual({
    error: { code, message, executed, next, ...more },
  })
})

it('stays short however much is wrong', () => {
  const issues = Array.from({ length: 10_000 }, () => ({
    path: '/a'.repeat(9_999),
    message: `x${'\u{1F600}'.repeat(9_999)}`,
  }))
  const text = modelText(
    endedAs({ kind: 'invalid', executed: 'no', reason: 'arguments_invalid', issues }),
  )
  expect(text.length).toBeLessThan(20_000)
  const shown: { message: string }[] = JSON.parse(text).error.issues
  expect(shown).toHaveLength(20)
  expect(shown.every(({ message }) => message.isWellFormed())).toBe(true)
})

it('keeps a long message short', () => {
  const message = 'x'.repeat(100_000)
  const text = modelText(
    endedAs({ kind: 'tool_error', executed: 'yes', reason: 'tool_failed', message }),
  )
  expect(text.length).toBeLessThan(3_000)
})

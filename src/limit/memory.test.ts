import { expect, it } from 'vitest'
import type { LimitPoint } from '../core/limiter.ts'
import { describeLimiter } from '../testing/limiter-contract.ts'
import { createMemoryLimiter } from './memory.ts'

describeLimiter('the memory limiter', () => {
  const limiter = createMemoryLimiter()
  return Promise.resolve({ limiters: [limiter, limiter], close: () => Promise.resolve() })
})

const point: LimitPoint = {
  scope: 'tool',
  key: '["k"]',
  rate: { calls: 5, perMs: 1_000 },
  effect: null,
  at: 10_000,
}

it('answers at once, by the time of the point', () => {
  const limiter = createMemoryLimiter()
  const rate = { calls: 1, perMs: 1_000 }
  const at = (at: number): unknown => limiter.take({ ...point, rate, at })
  expect(at(10_000)).toEqual({ kind: 'ok' })
  expect(at(10_400)).toEqual({ kind: 'limited', retryAfterMs: 600 })
  expect(at(10_999)).toEqual({ kind: 'limited', retryAfterMs: 1 })
  expect(at(11_000)).toEqual({ kind: 'ok' })
  expect(at(11_001)).toEqual({ kind: 'limited', retryAfterMs: 999 })
})

it('keeps a window while others of the same length come and go', () => {
  const limiter = createMemoryLimiter()
  const rate = { calls: 1, perMs: 1_000 }
  const take = (key: string, at: number): unknown => limiter.take({ ...point, key, rate, at })
  take('a', 0)
  take('b', 500)
  take('a', 1_000)
  take('c', 1_400)
  expect(take('b', 1_499)).toEqual({ kind: 'limited', retryAfterMs: 1 })
  expect(take('a', 1_999)).toEqual({ kind: 'limited', retryAfterMs: 1 })
})

it.each([
  { calls: 5, processes: 2, ok: 2 },
  { calls: 5, processes: 5, ok: 1 },
  { calls: 5, processes: 9, ok: 1 },
  { calls: 5, processes: 1, ok: 5 },
])('gives each of $processes processes $ok of $calls calls', ({ calls, processes, ok }) => {
  const limiter = createMemoryLimiter({ processes })
  const answers = Array.from({ length: 10 }, () =>
    limiter.take({ ...point, rate: { calls, perMs: 1_000 } }),
  )
  expect(answers.filter((answer) => 'kind' in answer && answer.kind === 'ok')).toHaveLength(ok)
})

it.each([0, -1, 1.5, Number.NaN])('refuses %s processes', (processes) => {
  expect(() => createMemoryLimiter({ processes })).toThrow(
    expect.objectContaining({ code: 'gate_option_invalid', details: { option: 'processes' } }),
  )
})

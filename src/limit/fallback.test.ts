import { expect, it } from 'vitest'
import type { LimitAnswer, Limiter, LimitPoint } from '../core/limiter.ts'
import type { Alarm } from '../core/ports.ts'
import { withReadFallback } from './fallback.ts'

const point: LimitPoint = {
  scope: 'tool',
  key: '["k"]',
  rate: { calls: 20, perMs: 1_000 },
  effect: 'read',
  at: 5_000,
}

const fault = new Error('the store is gone')

/** A limiter whose store can go, and come back. */
function createFragileLimiter(answer: LimitAnswer = { kind: 'ok' }) {
  const state = { gone: true }
  const take = async (): Promise<LimitAnswer> => {
    if (state.gone) throw fault
    return answer
  }
  return { state, limiter: { take } satisfies Limiter }
}

it.each([
  { scope: 'tool', effect: 'read', goesOn: true },
  { scope: 'tenant', effect: 'read', goesOn: true },
  { scope: 'caller', effect: null, goesOn: true },
  { scope: 'caller', effect: 'read', goesOn: true },
  { scope: 'tool', effect: null, goesOn: false },
  { scope: 'tenant', effect: null, goesOn: false },
  { scope: 'tool', effect: 'write', goesOn: false },
  { scope: 'tool', effect: 'irreversible', goesOn: false },
  { scope: 'caller', effect: 'write', goesOn: false },
  { scope: 'poll', effect: 'irreversible', goesOn: false },
  { scope: 'ask', effect: 'irreversible', goesOn: false },
] as const)(
  'without a store, $scope with effect $effect goes on: $goesOn',
  async ({ goesOn, ...more }) => {
    const { limiter } = createFragileLimiter()
    const taken = Promise.resolve(withReadFallback(limiter).take({ ...point, ...more }))
    if (goesOn) expect(await taken).toEqual({ kind: 'ok' })
    else await expect(taken).rejects.toBe(fault)
  },
)

it('asks nobody else while the store answers', async () => {
  const full: LimitAnswer = { kind: 'limited', retryAfterMs: 7 }
  const { limiter, state } = createFragileLimiter(full)
  state.gone = false
  expect(await withReadFallback(limiter).take(point)).toEqual(full)
})

it('takes a limiter that throws at once for one that is gone', async () => {
  const limiter: Limiter = {
    take: () => {
      throw fault
    },
  }
  expect(await withReadFallback(limiter).take(point)).toEqual({ kind: 'ok' })
})

it.each([
  { options: {}, ok: 2 },
  { options: { stricterBy: 4 }, ok: 5 },
  { options: { stricterBy: 4, processes: 2 }, ok: 2 },
  { options: { stricterBy: 1_000 }, ok: 1 },
])('gives $ok of 20 calls with $options', async ({ options, ok }) => {
  const limiter = withReadFallback(createFragileLimiter().limiter, options)
  const answers = await Promise.all(Array.from({ length: 30 }, async () => limiter.take(point)))
  expect(answers.filter(({ kind }) => kind === 'ok')).toHaveLength(ok)
  expect(answers.at(-1)).toEqual({ kind: 'limited', retryAfterMs: 1_000 })
})

it('tells once that the store is gone, and again when it goes again', async () => {
  const { limiter, state } = createFragileLimiter()
  const alarms: Alarm[] = []
  const fallback = withReadFallback(limiter, { alarm: (alarm) => alarms.push(alarm) })
  await fallback.take(point)
  await fallback.take(point)
  expect(alarms).toEqual([{ kind: 'limit_fallback', tool: '', operation: null, cause: fault }])
  state.gone = false
  await fallback.take(point)
  state.gone = true
  await fallback.take(point)
  expect(alarms).toHaveLength(2)
})

it.each(['stricterBy', 'processes'])('refuses a senseless %s', (option) => {
  expect(() => withReadFallback(createFragileLimiter().limiter, { [option]: 0 })).toThrow(
    expect.objectContaining({ code: 'gate_option_invalid', details: { option } }),
  )
})

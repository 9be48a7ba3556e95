import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LimitAnswer, Limiter, LimitPoint } from '../core/limiter.ts'

/** Two limiters that share one store, as two processes would, and how to put the store away. */
export interface LimiterSubject {
  readonly limiters: readonly [Limiter, Limiter]
  close(): Promise<void>
}

const HOUR_MS = 3_600_000
const MONTHS_MS = 60 * 24 * HOUR_MS

function point(more: Partial<LimitPoint> = {}): LimitPoint {
  return {
    scope: 'tool',
    key: JSON.stringify(['tenant', randomUUID()]),
    rate: { calls: 3, perMs: HOUR_MS },
    effect: 'read',
    at: Date.now(),
    ...more,
  }
}

async function takeAll(limiter: Limiter, one: LimitPoint, times: number): Promise<LimitAnswer[]> {
  return Promise.all(Array.from({ length: times }, async () => limiter.take(one)))
}

function retryOf(answer: LimitAnswer): number {
  if (answer.kind === 'ok') throw new Error('expected no room')
  return answer.retryAfterMs
}

/** What every limiter promises. Without `skip` (the reason) the suite runs. */
export function describeLimiter(
  name: string,
  open: () => Promise<LimiterSubject>,
  skip: string | null = null,
): void {
  describe.skipIf(skip !== null)(skip === null ? name : `${name}: ${skip}`, () => {
    let subject: LimiterSubject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(async () => subject.close())

    it('gives exactly the rate to attempts at once, through however many limiters', async () => {
      const one = point({ rate: { calls: 7, perMs: HOUR_MS } })
      const [first, second] = subject.limiters
      const answers = (
        await Promise.all([takeAll(first, one, 20), takeAll(second, one, 20)])
      ).flat()
      expect(answers.filter(({ kind }) => kind === 'ok')).toHaveLength(7)
      for (const answer of answers.filter(({ kind }) => kind === 'limited')) {
        expect(retryOf(answer)).toBeGreaterThan(0)
        expect(retryOf(answer)).toBeLessThanOrEqual(HOUR_MS)
      }
    })

    it('keeps the window that the first attempt opened, however often it is tried', async () => {
      const one = point({ rate: { calls: 1, perMs: HOUR_MS } })
      const [first, second] = subject.limiters
      await first.take(one)
      const retry = retryOf(await first.take(one))
      const later = retryOf(await second.take({ ...one, at: Date.now() }))
      expect(later).toBeLessThanOrEqual(retry)
    })

    it('has room again after the time that it named', async () => {
      const perMs = 100
      const [first, second] = subject.limiters
      const one = point({ rate: { calls: 1, perMs } })
      await first.take(one)
      const answer = await second.take({ ...one, at: Date.now() })
      // A slow machine may have let the window pass already; then there is nothing to wait for.
      if (answer.kind === 'limited') {
        expect(answer.retryAfterMs).toBeLessThanOrEqual(perMs)
        await sleep(answer.retryAfterMs + 5)
        expect(await first.take({ ...one, at: Date.now() })).toEqual({ kind: 'ok' })
      }
    })

    it('holds a window that is longer than a timer can be', async () => {
      const one = point({ rate: { calls: 1, perMs: MONTHS_MS } })
      const [first] = subject.limiters
      await first.take(one)
      await sleep(5)
      const retry = retryOf(await first.take({ ...one, at: Date.now() }))
      expect(retry).toBeGreaterThan(MONTHS_MS - HOUR_MS)
      expect(retry).toBeLessThanOrEqual(MONTHS_MS)
    })

    it.each<{ other: string; more: (key: string) => Partial<LimitPoint> }>([
      { other: 'scope', more: () => ({ scope: 'tenant' }) },
      { other: 'key', more: (key) => ({ key: `${key} ` }) },
      { other: 'key, by case', more: (key) => ({ key: key.toUpperCase() }) },
      { other: 'number of calls', more: () => ({ rate: { calls: 2, perMs: HOUR_MS } }) },
      { other: 'time', more: () => ({ rate: { calls: 1, perMs: HOUR_MS + 1 } }) },
    ])('counts another $other for itself', async ({ more }) => {
      const one = point({ rate: { calls: 1, perMs: HOUR_MS } })
      const [first] = subject.limiters
      await first.take(one)
      expect(await first.take({ ...one, ...more(one.key) })).toEqual({ kind: 'ok' })
      expect(retryOf(await first.take(one))).toBeGreaterThan(0)
    })

    it('counts one key for all effects', async () => {
      const one = point({ rate: { calls: 1, perMs: HOUR_MS } })
      const [first] = subject.limiters
      await first.take({ ...one, effect: null })
      expect((await first.take({ ...one, effect: 'write' })).kind).toBe('limited')
    })

    it('takes keys of any length and with any character', async () => {
      const [first] = subject.limiters
      const keys = ['\0', '😀', 'x'.repeat(8_000)].map((text) =>
        JSON.stringify([randomUUID(), text]),
      )
      for (const key of keys) {
        const one = point({ key, rate: { calls: 1, perMs: HOUR_MS } })
        expect((await first.take(one)).kind).toBe('ok')
        expect((await first.take(one)).kind).toBe('limited')
      }
    })
  })
}

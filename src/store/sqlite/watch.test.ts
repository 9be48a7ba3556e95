import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Waiters } from '../../core/waiters.ts'
import { Watch } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const A_WHILE_MS = 1_000

function start(version: () => number): Waiters {
  const waiters = new Waiters()
  new Watch(waiters, version).start()
  return waiters
}

it('wakes whoever waits when the version changes, and not before', async () => {
  const file = { version: 1 }
  const waiters = start(() => file.version)
  const waiting = waiters.wait('op_1', new AbortController().signal)
  vi.advanceTimersByTime(A_WHILE_MS)
  expect(waiters.size).toBe(1)
  file.version = 2
  vi.advanceTimersByTime(A_WHILE_MS)
  expect(waiters.size).toBe(0)
  await waiting
})

it('looks only while somebody waits', () => {
  start(() => 1)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(A_WHILE_MS)
  expect(vi.getTimerCount()).toBe(0)
})

it('lets whoever waits meet the fault of a file that cannot be read', async () => {
  const file = { broken: false }
  const waiters = start(() => {
    if (file.broken) throw new Error('cannot be read')
    return 1
  })
  const waiting = waiters.wait('op_1', new AbortController().signal)
  file.broken = true
  vi.advanceTimersByTime(A_WHILE_MS)
  expect(waiters.size).toBe(0)
  await waiting
})

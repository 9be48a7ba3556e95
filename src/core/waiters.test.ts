import { expect, it } from 'vitest'
import { Waiters } from './waiters.ts'

const never = new AbortController().signal

it('wakes everybody who waits for one operation, and nobody else', async () => {
  const waiters = new Waiters()
  const woken: string[] = []
  const wait = async (operation: string, name: string): Promise<void> => {
    await waiters.wait(operation, never)
    woken.push(name)
  }
  const [first, second, other] = [wait('op_1', 'a'), wait('op_1', 'b'), wait('op_2', 'c')]
  waiters.wake('op_1')
  await Promise.all([first, second])
  expect(woken).toEqual(['a', 'b'])
  expect(waiters.size).toBe(1)
  waiters.wakeAll()
  await other
  expect(waiters.size).toBe(0)
})

it('forgets whoever stops waiting', async () => {
  const waiters = new Waiters()
  const stop = new AbortController()
  const waiting = waiters.wait('op_1', stop.signal)
  expect(waiters.size).toBe(1)
  stop.abort()
  await waiting
  await waiters.wait('op_1', stop.signal)
  expect(waiters.size).toBe(0)
})

it('lets a new wait follow in the turn of the wake', async () => {
  const waiters = new Waiters()
  const again = waiters.wait('op_1', never).then(() => waiters.wait('op_1', never))
  waiters.wake('op_1')
  await Promise.resolve()
  await Promise.resolve()
  expect(waiters.size).toBe(1)
  waiters.wake('op_1')
  await again
})

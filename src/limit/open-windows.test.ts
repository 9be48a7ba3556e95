import { expect, it } from 'vitest'
import { OpenWindows } from './open-windows.ts'

it('holds no more windows than are open, and the one that was just opened', () => {
  const windows = new OpenWindows(1_000)
  for (let at = 0; at < 100_000; at += 100) windows.at(`name ${at}`, at)
  expect(windows.size).toBe(10)
})

it('keeps what is open when others end', () => {
  const windows = new OpenWindows(1_000)
  const early = windows.at('early', 0)
  const late = windows.at('late', 500)
  expect(windows.at('early', 999)).toBe(early)
  expect(windows.at('early', 1_000)).not.toBe(early)
  expect(windows.at('late', 1_499)).toBe(late)
})

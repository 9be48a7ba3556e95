import { expect, it } from 'vitest'
import { ERRORS, ToolnotaryError } from '../errors.ts'
import type { Io } from './io.ts'
import { paint } from './paint.ts'
import { tellFault } from './tell-fault.ts'

function createIo(color = false): { readonly io: Io; readonly told: string[] } {
  const told: string[] = []
  const io: Io = {
    out: async () => undefined,
    err: (text) => void told.push(text),
    color,
    now: () => 0,
    signal: new AbortController().signal,
  }
  return { io, told }
}

it('tells the code, the message, the details and what to do', () => {
  const { io, told } = createIo()
  const status = tellFault(io, new ToolnotaryError('ledger_version', { version: 9 }))
  const { message, next, exit } = ERRORS.ledger_version
  expect(status).toBe(exit)
  expect(told.join('')).toBe(`error ledger_version ${message} (version 9)\n${next}\n`)
})

it('tells where a fault is that nobody foresaw', () => {
  const { io, told } = createIo()
  expect(tellFault(io, new RangeError('out of range'))).toBe(3)
  expect(told.join('')).toContain('internal_fault')
  expect(told.join('')).toContain('tell-fault.test.ts')
})

it('colours only where the terminal shows colour', () => {
  expect(paint(createIo().io, 'red', 'text')).toBe('text')
  expect(paint(createIo(true).io, 'red', 'text')).toBe('\u001b[31mtext\u001b[39m')
})

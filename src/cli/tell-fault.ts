import { ERRORS, type ErrorCode, ToolnotaryError } from '../errors.ts'
import type { ExitStatus, Io } from './io.ts'
import { paint } from './paint.ts'

/** Tells a fault and what to do about it, and gives the exit status that stands for it. */
export function tellFault(io: Io, error: unknown): ExitStatus {
  const code: ErrorCode = error instanceof ToolnotaryError ? error.code : 'internal_fault'
  const { message, next, exit } = ERRORS[code]
  io.err(`${paint(io, 'red', `error ${code}`)} ${message}${detailsOf(error)}\n${next}\n`)
  // A fault that nobody foresaw is a bug of ours: its stack says where.
  if (code === 'internal_fault') io.err(`${error instanceof Error ? error.stack : error}\n`)
  return exit
}

function detailsOf(error: unknown): string {
  const details = error instanceof ToolnotaryError ? Object.entries(error.details) : []
  if (details.length === 0) return ''
  return ` (${details.map(([name, value]) => `${name} ${value}`).join(', ')})`
}

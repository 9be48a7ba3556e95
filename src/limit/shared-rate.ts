import type { Rate } from '../core/tool.ts'
import { ToolnotaryError } from '../errors.ts'

/**
 * The part of a rate that one of several counters may give, so that all of them together stay within the rate; at least
 * one call, because a rate cannot be less.
 */
export function divideRate({ calls, perMs }: Rate, parts: number): Rate {
  return { calls: Math.max(1, Math.floor(calls / parts)), perMs }
}

/** Takes a positive whole number. Throws `gate_option_invalid`. */
export function readPositive(option: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new ToolnotaryError('gate_option_invalid', { option })
  return value
}

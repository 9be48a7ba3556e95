import { JsonRefusal } from './problem.ts'
import type { JsonProfile } from './profile.ts'

/** The number that a numeral stands for, or a refusal when the double would say something else. */
export function readNumber(numeral: string, profile: JsonProfile, at: number): number {
  const value = Number(numeral)
  if (!Number.isFinite(value)) throw new JsonRefusal('number_not_finite', at)
  const shortest = String(value)
  if (profile.numbers === 'finite' || shortest === numeral) return value
  if (decimalOf(numeral) !== decimalOf(shortest)) throw new JsonRefusal('number_not_exact', at)
  if (Object.is(value, -0)) throw new JsonRefusal('negative_zero', at)
  return value
}

const DIGIT_ZERO = 0x30

/**
 * The exact magnitude, without the sign, as significant digits and a power of ten: `1.50` and `15e-1` are both `15e-1`.
 * Linear in the length, because the numeral may be a megabyte of zeros.
 */
function decimalOf(numeral: string): string {
  const [mantissa = '', exponent = '0'] = numeral.split(/[eE]/)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  const first = digits.search(/[1-9]/)
  if (first === -1) return '0'
  let end = digits.length
  while (digits.charCodeAt(end - 1) === DIGIT_ZERO) end -= 1
  // An exponent too long for a double is far from any double's own, so that rounding it cannot make two equal.
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${digits.slice(first, end)}e${power}`
}

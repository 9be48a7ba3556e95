import { JsonRefusal } from './problem.ts'
import type { JsonProfile } from './profile.ts'

/** The number that a numeral stands for, or a refusal when the double would say something else. */
export function readNumber(numeral: string, profile: JsonProfile, at: number): number {
  const value = Number(numeral)
  if (!Number.isFinite(value)) throw new JsonRefusal('number_not_finite', at)
  if (profile.numbers === 'finite') return value
  if (Object.is(value, -0)) throw new JsonRefusal('negative_zero', at)
  if (String(value) === numeral) return value
  if (decimalOf(numeral) !== decimalOf(String(value))) throw new JsonRefusal('number_not_exact', at)
  return value
}

/** The exact decimal value as sign, significant digits and power of ten: equal texts, equal values. */
function decimalOf(numeral: string): string {
  const negative = numeral.startsWith('-')
  const [mantissa = '', exponent = '0'] = numeral.slice(negative ? 1 : 0).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)
  return `${negative ? '-' : ''}${significant}e${power}`
}

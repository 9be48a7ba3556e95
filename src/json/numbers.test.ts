import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse.ts'
import { RESULT_PROFILE } from './profile.ts'

describe('a numeral in a call', () => {
  it.each([
    { numeral: '0', value: 0 },
    { numeral: '0.0', value: 0 },
    { numeral: '0e99999', value: 0 },
    { numeral: '1.50', value: 1.5 },
    { numeral: '1.0', value: 1 },
    { numeral: '0.1', value: 0.1 },
    { numeral: '100e-2', value: 1 },
    { numeral: '0.00015E4', value: 1.5 },
    { numeral: '-120e-1', value: -12 },
    { numeral: '-1e5', value: -100000 },
    { numeral: '9007199254740992', value: 9007199254740992 },
    { numeral: '1e21', value: 1e21 },
    { numeral: '1000000000000000000000', value: 1e21 },
    { numeral: '1E+23', value: 1e23 },
    { numeral: '0.0000001', value: 1e-7 },
    { numeral: '5e-324', value: 5e-324 },
    { numeral: '1.7976931348623157e308', value: Number.MAX_VALUE },
    { numeral: `0.${'0'.repeat(400)}1e401`, value: 1 },
    { numeral: `1${'0'.repeat(400)}e-400`, value: 1 },
    { numeral: `1e${'0'.repeat(400)}1`, value: 10 },
  ])('is accepted when the double says the same: $numeral', ({ numeral, value }) => {
    expect(parseJson(numeral)).toEqual({ ok: true, value })
  })

  it.each([
    { numeral: '-0', problem: 'negative_zero' },
    { numeral: '-0.0', problem: 'negative_zero' },
    { numeral: '-0e1', problem: 'negative_zero' },
    { numeral: '9007199254740993', problem: 'number_not_exact' },
    { numeral: '-9007199254740993', problem: 'number_not_exact' },
    { numeral: '1.000000000000000005', problem: 'number_not_exact' },
    { numeral: '0.1000000000000000055511151231257827', problem: 'number_not_exact' },
    { numeral: '1e-400', problem: 'number_not_exact' },
    { numeral: '-1e-400', problem: 'number_not_exact' },
    { numeral: '2e-324', problem: 'number_not_exact' },
    { numeral: `1e-1${'0'.repeat(400)}`, problem: 'number_not_exact' },
    { numeral: '9223372036854775808', problem: 'number_not_exact' },
    { numeral: '1.7976931348623158e308', problem: 'number_not_exact' },
    { numeral: '1e309', problem: 'number_not_finite' },
    { numeral: '-1e400', problem: 'number_not_finite' },
  ] as const)(
    'is refused when the double would say something else: $numeral',
    ({ numeral, problem }) => {
      expect(parseJson(numeral)).toEqual({ ok: false, problem, at: 0 })
    },
  )

  it('is accepted exactly when its value is that of the shortest form of its double', () => {
    fc.assert(
      fc.property(numerals, (numeral) => {
        const value = Number(numeral)
        fc.pre(Number.isFinite(value) && !Object.is(value, -0))
        expect(parseJson(numeral).ok).toBe(sameValue(numeral, String(value)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is accepted however the shortest form is written', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(doubles, fc.nat(20), fc.integer({ min: -30, max: 30 }), (value, zeros, shift) => {
        fc.pre(!Object.is(value, -0))
        const [mantissa = '', exponent = '0'] = String(value).split('e')
        const point = mantissa.includes('.') ? '' : '.'
        // Shifts the point by writing another exponent in front of a longer or shorter fraction.
        const [whole = '', fraction = ''] = `${mantissa}${point}${'0'.repeat(zeros)}`.split('.')
        const moved = `${whole}${fraction}.0e${Number(exponent) - fraction.length}`
        const plain = `${whole}.${fraction}0e${exponent}`
        const scaled =
          shift < 0
            ? plain
            : `${whole}${fraction}${'0'.repeat(shift)}e${Number(exponent) - fraction.length - shift}`
        for (const numeral of [moved, plain, scaled]) {
          const text = numeral.replace(/^(-?)0+(?=[0-9])/, '$1')
          expect(parseJson(text), text).toEqual({ ok: true, value })
        }
      }),
    )
  })
})

it('is a finite number in a result whatever it loses', () => {
  fc.assert(
    fc.property(numerals, (numeral) => {
      const value = Number(numeral)
      expect(parseJson(numeral, RESULT_PROFILE)).toEqual(
        Number.isFinite(value)
          ? { ok: true, value }
          : { ok: false, problem: 'number_not_finite', at: 0 },
      )
    }),
  )
})

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0001234567899'), minLength: 1, maxLength })

const numerals = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(
      fc.constant('0'),
      digits(20).map((text) => text.replace(/^0+(?=.)/, '')),
    ),
    fraction: fc.option(digits(20), { nil: null }),
    exponent: fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), digits(3)), { nil: null }),
  })
  .map(({ sign, whole, fraction, exponent }) => {
    const tail = exponent === null ? '' : exponent.join('')
    return `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${tail}`
  })

/** Whether two numerals are equal as fractions of integers. */
function sameValue(left: string, right: string): boolean {
  const [a, b] = [fractionOf(left), fractionOf(right)]
  return a.numerator * b.denominator === b.numerator * a.denominator
}

function fractionOf(numeral: string): { numerator: bigint; denominator: bigint } {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(numeral)
  if (parts === null) throw new Error(numeral)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const numerator = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const power = Number(exponent) - fraction.length
  return power >= 0
    ? { numerator: numerator * 10n ** BigInt(power), denominator: 1n }
    : { numerator, denominator: 10n ** BigInt(-power) }
}

import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { createSchemaCompiler } from './compiler.ts'
import { translatePattern } from './pattern.ts'

function matches(pattern: string, text: string): boolean {
  return RE2JS.compile(translatePattern(pattern, '')).test(text)
}

describe('a pattern', () => {
  it.each([
    { pattern: '^[a-z]+$', good: 'abc', bad: 'abc\n' },
    { pattern: '^.$', good: '😀', bad: '\u2028' },
    { pattern: '^.$', good: '\v', bad: '\r' },
    { pattern: '^\\s+$', good: '\u00a0\ufeff\v\u3000', bad: '\u200b' },
    { pattern: '^\\S$', good: '\u200b', bad: '\u2029' },
    { pattern: '^[\\sx]$', good: '\u00a0', bad: 'y' },
    { pattern: '^[^\\s]$', good: 'y', bad: '\u00a0' },
    { pattern: '^[\\S]$', good: 'y', bad: '\u00a0' },
    { pattern: '^[^\\S]$', good: '\u00a0', bad: 'y' },
    { pattern: '^\\d\\w\\D\\W$', good: '0_x-', bad: '٣_x-' },
    { pattern: '^\\u0041\\x42\\u{43}\\cJ\\0$', good: 'ABC\n\0', bad: 'ABC\n0' },
    { pattern: '^\\ud83d\\ude00$', good: '😀', bad: '😁' },
    { pattern: '^\\p{Letter}\\p{Lu}\\P{Nd}$', good: 'éÉx', bad: 'éÉ3' },
    { pattern: '^\\p{Script=Greek}+$', good: 'αβγ', bad: 'abc' },
    { pattern: '^\\p{gc=Decimal_Number}$', good: '3', bad: 'x' },
    { pattern: '^[\\b]$', good: '\b', bad: 'b' },
    { pattern: '\\bx\\b', good: 'a x', bad: 'ax' },
    { pattern: '^[[:alpha:]$', good: '[', bad: 'b' },
    { pattern: '^[a[]$', good: '[', bad: ']' },
    { pattern: '^[(?=)]$', good: '=', bad: '!' },
    { pattern: '^[.]$', good: '.', bad: 'x' },
    { pattern: '^[{3}]$', good: '3', bad: '33' },
    { pattern: '^[^]$', good: '\n', bad: '' },
    { pattern: '^(?:[]|x)$', good: 'x', bad: 'y' },
    { pattern: '^\\/\\-?\\^$'.replace('\\-', '[\\-]'), good: '/-^', bad: '/+^' },
    { pattern: '^(?<year>\\d{4})$', good: '2026', bad: '202' },
    { pattern: '^(a|b){1,3}?$', good: 'ab', bad: 'abab' },
  ])('keeps the meaning that ECMA-262 gives it: $pattern', ({ pattern, good, bad }) => {
    // First that the table itself is right.
    const native = new RegExp(pattern, 'u')
    expect([native.test(good), native.test(bad)]).toEqual([true, false])
    expect([matches(pattern, good), matches(pattern, bad)]).toEqual([true, false])
  })

  it.each([
    { pattern: '(?=a)', why: 'pattern_lookaround' },
    { pattern: '(?!a)', why: 'pattern_lookaround' },
    { pattern: '(?<=a)', why: 'pattern_lookaround' },
    { pattern: '(?<!a)', why: 'pattern_lookaround' },
    { pattern: '(a)\\1', why: 'pattern_backreference' },
    { pattern: '(?<n>a)\\k<n>', why: 'pattern_backreference' },
    { pattern: 'a{1001}', why: 'pattern' },
    { pattern: 'a{1,1001}', why: 'pattern' },
    { pattern: '(?i:a)', why: 'pattern' },
    { pattern: '\\ud800', why: 'pattern' },
    { pattern: '\\p{Emoji}', why: 'pattern' },
    // What RE2 knows and ECMA-262 does not.
    { pattern: '\\A', why: 'pattern' },
    { pattern: '\\Qa.b\\E', why: 'pattern' },
    { pattern: '[[:alpha:]]', why: 'pattern' },
    { pattern: '(?P<n>a)', why: 'pattern' },
    { pattern: '\\pL', why: 'pattern' },
    { pattern: '[', why: 'pattern' },
  ])('is refused: $pattern', ({ pattern, why }) => {
    expect(() => translatePattern(pattern, '/pattern')).toThrow(
      expect.objectContaining({ code: 'schema_unsupported', details: { why, at: '/pattern' } }),
    )
  })

  it('matches what ECMA-262 says, whatever it is made of', () => {
    const atom = fc.constantFrom(
      'a',
      '.',
      '\\s',
      '\\S',
      '\\w',
      '\\d',
      '[^a]',
      '[\\s-]',
      '[^\\Sx]',
      '\\u00e9',
      '\\.',
      '[]',
      '[^]',
      '^',
      '$',
      '\\b',
    )
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { depthSize: 'small' },
        atom,
        fc.tuple(tie('pattern'), tie('pattern')).map((two) => two.join('')),
        fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+?', '{0,2}'))
          .map(([inner, many]) => `(?:${inner})${many}`),
      ),
    }))
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'x',
        'é',
        ' ',
        '\u00a0',
        '\n',
        '\r',
        '\u2028',
        '.',
        '-',
        '3',
        '😀',
      ),
      maxLength: 8,
    })
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        expect(matches(source, sample)).toBe(new RegExp(source, 'u').test(sample))
      }),
      { numRuns: 500 },
    )
  })
})

describe('patterns of one schema', () => {
  const { check } = createSchemaCompiler().compile(
    {
      type: 'object',
      properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } },
      patternProperties: { '^x': { type: 'number' }, '^y': { type: 'string' } },
    },
    'input',
  )

  it.each([
    { value: { a: 'a', b: 'b', x: 1, y: '' }, ok: true },
    { value: { a: 'b' }, ok: false },
    { value: { b: 'a' }, ok: false },
    { value: { x: '' }, ok: false },
    { value: { y: 1 }, ok: false },
  ])('do not stand for each other: $value is $ok', async ({ value, ok }) => {
    expect((await check(value)).ok).toBe(ok)
  })
})

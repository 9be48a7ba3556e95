import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './parse.ts'
import { plainJson } from './plain.ts'
import type { JsonProblem } from './problem.ts'
import { CALL_PROFILE, RESULT_PROFILE } from './profile.ts'

const spaces = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 })

/** JSON text with white space, escapes and spellings of numbers that `JSON.stringify` never writes. */
const texts = fc.letrec<{ value: string; string: string }>((tie) => ({
  string: fc
    .array(
      fc.oneof(
        fc
          .string({ unit: 'binary', maxLength: 3 })
          .map((text) => JSON.stringify(text).slice(1, -1)),
        fc.constantFrom(
          String.raw`\/`,
          String.raw`\u0061`,
          String.raw`\uD83D\uDE00`,
          String.raw`\\`,
        ),
        fc.constantFrom('a', 'b', '__proto__', 'constructor', 'prototype', String.raw`\u0000`),
      ),
      { maxLength: 3 },
    )
    .map((parts) => `"${parts.join('')}"`),
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'json' },
    tie('string'),
    fc.constantFrom('true', 'false', 'null', '0', '-0', '1.50', '1E5', '9007199254740993', '1e999'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc
      .tuple(spaces, fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'json' }))
      .map(([space, items]) => `[${space}${items.join(`${space},`)}${space}]`),
    fc
      .tuple(
        spaces,
        fc.array(fc.tuple(tie('string'), tie('value')), { maxLength: 4, depthIdentifier: 'json' }),
      )
      .map(([space, members]) => {
        const written = members.map(([name, value]) => `${space}${name}${space}:${value}`)
        return `{${written.join(`${space},`)}${space}}`
      }),
  ),
})).value

/** What a valid text may be refused for. */
const RULES: readonly JsonProblem[] = [
  'duplicate_key',
  'forbidden_key',
  'lone_surrogate',
  'negative_zero',
  'nul_character',
  'number_not_exact',
  'number_not_finite',
]

/**
 * Node 24 and 26 give a wrong name for some escapes once a name was a single backslash (nodejs/node#63785), so that
 * `JSON.parse` may not see an escaped backslash here. Our parser hands it single strings only.
 */
function assumeNativeIsRight(text: string): void {
  fc.pre(!text.includes(String.raw`\\`))
}

function parseNative(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

it.each([
  { name: 'calls', profile: CALL_PROFILE },
  { name: 'results', profile: RESULT_PROFILE },
])('reads valid text as JSON.parse does, or names the rule it breaks: $name', ({ profile }) => {
  fc.assert(
    fc.property(texts, (text) => {
      assumeNativeIsRight(text)
      const result = parseJson(text, profile)
      if (result.ok) expect(result.value).toEqual(JSON.parse(text))
      else expect(RULES).toContain(result.problem)
      expect(parseJson(new TextEncoder().encode(text), profile)).toEqual(result)
    }),
    { numRuns: 2_000 },
  )
})

it('takes every valid text that breaks no rule', () => {
  const values = fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 })
  fc.assert(
    fc.property(values, fc.nat(3), (value, indent) => {
      fc.pre(plainJson(value).ok)
      expect(parseJson(JSON.stringify(value, null, indent))).toEqual({ ok: true, value })
    }),
  )
})

it('takes no damaged text that JSON.parse refuses, and reads the others as it does', () => {
  const damage = fc.tuple(
    fc.nat(),
    fc.nat(2),
    fc.constantFrom(...'{}[],:"\\0123.eE+-tfnu \n\t\0\u001f\ufeff\u00a0\ud800', ''),
  )
  fc.assert(
    fc.property(texts, fc.array(damage, { minLength: 1, maxLength: 3 }), (text, damages) => {
      let damaged = text
      for (const [position, removed, inserted] of damages) {
        const at = position % (damaged.length + 1)
        damaged = damaged.slice(0, at) + inserted + damaged.slice(at + removed)
      }
      assumeNativeIsRight(damaged)
      const native = parseNative(damaged)
      const result = parseJson(damaged, RESULT_PROFILE)
      if (result.ok) expect(result.value).toEqual(native)
      else if (native !== undefined) expect(RULES).toContain(result.problem)
    }),
    { numRuns: 5_000 },
  )
})

it('never throws, and refuses bytes that are not UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const result = parseJson(bytes)
      if (Buffer.from(bytes).equals(Buffer.from(Buffer.from(bytes).toString()))) return
      expect(result).toEqual({ ok: false, problem: 'bad_utf8', at: 0 })
    }),
  )
})

it('takes the copy of what it parsed', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseJson(text, RESULT_PROFILE)
      fc.pre(parsed.ok)
      if (parsed.ok) expect(plainJson(parsed.value, RESULT_PROFILE)).toEqual(parsed)
    }),
  )
})

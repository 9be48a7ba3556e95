import type { Ajv2020 } from 'ajv/dist/2020.js'
import { canonicalJson } from '../json/canonical.ts'
import type { JsonValue } from '../json/value.ts'
import type { Spend } from './budget.ts'

/**
 * Replaces what ajv does inexactly. Its equality calls `valueOf` of the values that it compares and wants equal
 * constructors, so that objects without prototype never equal and may throw; `uniqueItems` is quadratic; and
 * `multipleOf` divides doubles, so that 19.99 is no multiple of 0.01.
 */
export function addExactKeywords(ajv: Ajv2020, spend: Spend): void {
  for (const keyword of ['const', 'enum', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword: 'const',
    compile: (expected: JsonValue) => isOneOf([expected], spend),
    errors: false,
    error: { message: ({ schema }) => `must be ${quote(schema)}` },
  })
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    compile: (expected: readonly JsonValue[]) => isOneOf(expected, spend),
    errors: false,
    error: { message: ({ schema }) => `must be one of ${quote(schema)}` },
  })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (unique: boolean) => (items: readonly JsonValue[]) =>
      !unique || isUnique(items, spend),
    errors: false,
    error: { message: 'must not have equal items' },
  })
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (step: number) => (value: number) => isMultiple(value, step),
    errors: false,
    error: { message: ({ schema }) => `must be a multiple of ${schema}` },
  })
}

/** Short enough for a message: it stands in the code of the check. */
function quote(value: JsonValue): string {
  return canonicalJson(value).slice(0, 160)
}

function isOneOf(expected: readonly JsonValue[], spend: Spend): (value: JsonValue) => boolean {
  const primitives = new Set(expected.filter((value) => !isContainer(value)))
  const containers = new Set(expected.filter(isContainer).map(canonicalJson))
  return (value) => {
    if (!isContainer(value)) return primitives.has(value)
    return containers.size > 0 && containers.has(write(value, spend))
  }
}

function isUnique(items: readonly JsonValue[], spend: Spend): boolean {
  return new Set(items.map((item) => write(item, spend))).size === items.length
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null
}

function write(value: JsonValue, spend: Spend): string {
  const text = canonicalJson(value)
  spend(text.length)
  return text
}

/** Exact over the decimals that the shortest forms of both numbers write. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0
  const [digits, exponent] = decimal(value)
  const [stepDigits, stepExponent] = decimal(step)
  const least = Math.min(exponent, stepExponent)
  return (
    (digits * 10n ** BigInt(exponent - least)) %
      (stepDigits * 10n ** BigInt(stepExponent - least)) ===
    0n
  )
}

function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}

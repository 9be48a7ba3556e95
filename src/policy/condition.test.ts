import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { compileCondition, type Holds } from './condition.ts'
import type { ArgumentCondition } from './rule.ts'

const args: JsonObject = {
  amount: 500,
  currency: 'EUR',
  empty: null,
  'a/b': 1,
  'm~n': 2,
  '': 3,
  list: ['x', null],
  nested: { deep: { value: true } },
}

it.each<{ at: string; op: 'present' | 'absent'; holds: Holds }>([
  { at: '', op: 'present', holds: 'yes' },
  { at: '/amount', op: 'present', holds: 'yes' },
  { at: '/empty', op: 'present', holds: 'yes' },
  { at: '/', op: 'present', holds: 'yes' },
  { at: '/a~1b', op: 'present', holds: 'yes' },
  { at: '/m~0n', op: 'present', holds: 'yes' },
  { at: '/list/0', op: 'present', holds: 'yes' },
  { at: '/list/1', op: 'present', holds: 'yes' },
  { at: '/list/2', op: 'present', holds: 'no' },
  { at: '/list/2', op: 'absent', holds: 'yes' },
  { at: '/list/00', op: 'present', holds: 'unknown' },
  { at: '/list/length', op: 'present', holds: 'unknown' },
  { at: '/nested/deep/value', op: 'present', holds: 'yes' },
  { at: '/nested/deep/other', op: 'absent', holds: 'yes' },
  { at: '/currency/length', op: 'absent', holds: 'unknown' },
  { at: '/empty/x', op: 'absent', holds: 'unknown' },
  { at: '/constructor', op: 'present', holds: 'no' },
  { at: '/__proto__', op: 'present', holds: 'no' },
  { at: '/nested/hasOwnProperty', op: 'absent', holds: 'yes' },
])('$at is $op: $holds', ({ at, op, holds }) => {
  expect(compileCondition({ at, op })(args)).toBe(holds)
})

type Test = ArgumentCondition extends infer C ? (C extends unknown ? Omit<C, 'at'> : never) : never

function judge(test: Test, value: JsonValue): Holds {
  return compileCondition({ at: '/v', ...test } as ArgumentCondition)({ v: value })
}

describe('compares', () => {
  it.each<{ test: Test; value: JsonValue; holds: Holds }>([
    { test: { op: 'eq', value: 'EUR' }, value: 'EUR', holds: 'yes' },
    { test: { op: 'eq', value: 'EUR' }, value: 'USD', holds: 'no' },
    { test: { op: 'eq', value: 7 }, value: '7', holds: 'unknown' },
    { test: { op: 'eq', value: 'x' }, value: null, holds: 'unknown' },
    { test: { op: 'eq', value: 'x' }, value: ['x'], holds: 'unknown' },
    { test: { op: 'eq', value: null }, value: null, holds: 'yes' },
    { test: { op: 'in', value: ['EUR', 'USD'] }, value: 'USD', holds: 'yes' },
    { test: { op: 'in', value: ['EUR', 'USD'] }, value: 'GBP', holds: 'no' },
    { test: { op: 'in', value: [1, 2] }, value: true, holds: 'unknown' },
    { test: { op: 'lte', value: 5 }, value: 5, holds: 'yes' },
    { test: { op: 'lte', value: 5 }, value: 5.1, holds: 'no' },
    { test: { op: 'lte', value: 5 }, value: '5', holds: 'unknown' },
    { test: { op: 'gte', value: 5 }, value: 5, holds: 'yes' },
    { test: { op: 'gte', value: 5 }, value: 4.9, holds: 'no' },
    { test: { op: 'gte', value: 5 }, value: null, holds: 'unknown' },
    { test: { op: 'lenLte', value: 2 }, value: 'ab', holds: 'yes' },
    { test: { op: 'lenLte', value: 2 }, value: 'abc', holds: 'no' },
    { test: { op: 'lenLte', value: 2 }, value: [1, 2, 3], holds: 'no' },
    { test: { op: 'lenLte', value: 2 }, value: { length: 1 }, holds: 'unknown' },
  ])('$test with $value: $holds', ({ test, value, holds }) => {
    expect(judge(test, value)).toBe(holds)
  })

  it.each<Test>([
    { op: 'eq', value: 1 },
    { op: 'in', value: [1] },
    { op: 'lte', value: 1 },
    { op: 'gte', value: 1 },
    { op: 'lenLte', value: 1 },
    { op: 'prefixPath', value: '/' },
    { op: 'hostIn', value: ['example.com'] },
  ])('an absent value does not satisfy $op', (test) => {
    expect(compileCondition({ at: '/v', ...test } as ArgumentCondition)({})).toBe('no')
  })
})

describe('a path prefix', () => {
  it.each<{ prefix: string; path: JsonValue; holds: Holds }>([
    { prefix: '/srv/data', path: '/srv/data', holds: 'yes' },
    { prefix: '/srv/data', path: '/srv/data/', holds: 'yes' },
    { prefix: '/srv/data/', path: '/srv/data', holds: 'yes' },
    { prefix: '/srv/data', path: '/srv/data/a/b', holds: 'yes' },
    { prefix: '/', path: '/etc', holds: 'yes' },
    { prefix: '/srv/data', path: '/srv/database', holds: 'no' },
    { prefix: '/srv/data', path: '/srv', holds: 'no' },
    { prefix: '/srv/data', path: 'srv/data/a', holds: 'no' },
    { prefix: 'reports', path: 'reports/2026', holds: 'yes' },
    { prefix: 'reports', path: '/reports/2026', holds: 'no' },
    { prefix: '/srv/data', path: '/srv/data/../../etc/passwd', holds: 'unknown' },
    { prefix: '/srv/data', path: '/srv/data/./a', holds: 'unknown' },
    { prefix: '/srv/data', path: '/srv/data//a', holds: 'unknown' },
    { prefix: '/srv/data', path: '//srv/data/a', holds: 'unknown' },
    { prefix: '/srv/data', path: '/srv/data/a\\..\\b', holds: 'unknown' },
    { prefix: '/srv/data', path: '/srv/data/a\0.txt', holds: 'unknown' },
    { prefix: '/srv/data', path: '..', holds: 'unknown' },
    { prefix: '/srv/data', path: '', holds: 'unknown' },
    { prefix: '/srv/data', path: 7, holds: 'unknown' },
  ])('$prefix of $path: $holds', ({ prefix, path, holds }) => {
    expect(judge({ op: 'prefixPath', value: prefix }, path)).toBe(holds)
  })
})

describe('a host', () => {
  const hosts = ['example.com', '*.example.org', '127.0.0.1']
  it.each<{ url: JsonValue; holds: Holds }>([
    { url: 'https://example.com', holds: 'yes' },
    { url: 'HTTP://EXAMPLE.COM:8080/a?b#c', holds: 'yes' },
    { url: 'https://a.example.org/', holds: 'yes' },
    { url: 'https://a.b.example.org/', holds: 'yes' },
    { url: 'http://127.0.0.1/', holds: 'yes' },
    { url: 'http://0x7f.1/', holds: 'yes' },
    { url: 'https://example.org/', holds: 'no' },
    { url: 'https://a.example.com/', holds: 'no' },
    { url: 'https://notexample.org/', holds: 'no' },
    { url: 'https://example.com.evil.test/', holds: 'no' },
    { url: 'https://evil.test/?https://example.com/', holds: 'no' },
    { url: 'https://evil.test@example.com/', holds: 'unknown' },
    { url: 'https://example.com:pw@evil.test/', holds: 'unknown' },
    { url: 'https://example.com\\.evil.test/', holds: 'unknown' },
    { url: 'https:\\\\example.com/', holds: 'unknown' },
    { url: 'https:example.com/', holds: 'unknown' },
    { url: 'https:///example.com/', holds: 'unknown' },
    { url: 'https://exam\tple.com/', holds: 'unknown' },
    { url: ' https://example.com/', holds: 'unknown' },
    { url: 'https://example.com./', holds: 'unknown' },
    { url: 'ftp://example.com/', holds: 'unknown' },
    { url: '//example.com/', holds: 'unknown' },
    { url: 'example.com', holds: 'unknown' },
    { url: 'javascript:https://example.com/', holds: 'unknown' },
    { url: ['https://example.com/'], holds: 'unknown' },
  ])('of $url: $holds', ({ url, holds }) => {
    expect(judge({ op: 'hostIn', value: hosts }, url)).toBe(holds)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolDescription } from '../core/gate.ts'
import { createWireNames, GEMINI_NAMES, STRICT_NAMES } from './names.ts'

const toolsNamed = (names: readonly string[]): readonly ToolDescription[] =>
  names.map((name) => ({
    name,
    title: null,
    description: 'Does something.',
    input: { type: 'object' },
    output: null,
    effect: 'read',
    contract: '',
  }))

const RULES = [
  { provider: 'OpenAI and Anthropic', rule: STRICT_NAMES },
  { provider: 'Gemini', rule: GEMINI_NAMES },
]

// Few letters, so that names meet; dots and lengths that some providers refuse.
const name = fc.oneof(
  fc.stringMatching(/^[ab_.-]{1,4}$/),
  fc.stringMatching(/^[ab_.-]{60,70}$/),
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/),
  fc.constantFrom('constructor', '__proto__', 'toString', '__proto__.x', '0.1'),
)
const names = fc.uniqueArray(name, { maxLength: 40 })

describe.each(RULES)('the names for $provider', ({ rule }) => {
  it('are valid, all different, and lead back to their tools', () => {
    fc.assert(
      fc.property(names, (tools) => {
        const { toWire, fromWire } = createWireNames(toolsNamed(tools), rule)
        const wire = tools.map(toWire)
        expect(wire.filter((each) => !rule.valid.test(each))).toEqual([])
        expect(new Set(wire).size).toBe(tools.length)
        expect(wire.map(fromWire)).toEqual(tools)
      }),
    )
  })

  it('stay different when a tool takes a name that was made for another', () => {
    fc.assert(
      fc.property(names, (tools) => {
        const first = createWireNames(toolsNamed(tools), rule)
        const all = [...new Set([...tools, ...tools.map(first.toWire)])]
        const { toWire, fromWire } = createWireNames(toolsNamed(all), rule)
        expect(new Set(all.map(toWire)).size).toBe(all.length)
        expect(all.map(toWire).map(fromWire)).toEqual(all)
      }),
    )
  })

  it('do not depend on the order of the tools or on tools with other names', () => {
    fc.assert(
      fc.property(names, fc.nat(), (tools, position) => {
        const { toWire } = createWireNames(toolsNamed(tools), rule)
        const one = tools[position % Math.max(tools.length, 1)] ?? 'a'
        expect(createWireNames(toolsNamed([one]), rule).toWire(one)).toBe(toWire(one))
        const reversed = createWireNames(toolsNamed(tools.toReversed()), rule)
        expect(tools.map(reversed.toWire)).toEqual(tools.map(toWire))
      }),
    )
  })
})

it.each([
  { rule: STRICT_NAMES, tool: 'refund_order', wire: 'refund_order' },
  { rule: STRICT_NAMES, tool: 'orders.get', wire: /^orders_get_[\w-]{8}$/ },
  { rule: STRICT_NAMES, tool: 'a'.repeat(64), wire: 'a'.repeat(64) },
  { rule: STRICT_NAMES, tool: 'a'.repeat(65), wire: /^a{55}_[\w-]{8}$/ },
  { rule: GEMINI_NAMES, tool: 'orders.get', wire: 'orders.get' },
  { rule: GEMINI_NAMES, tool: '2fa.reset', wire: /^_2fa\.reset_[\w-]{8}$/ },
])('calls $tool $wire', ({ rule, tool, wire }) => {
  expect(createWireNames(toolsNamed([tool]), rule).toWire(tool)).toMatch(wire)
})

it('leaves a name that was never offered as it is', () => {
  const { fromWire } = createWireNames(toolsNamed(['orders.get']), STRICT_NAMES)
  expect(fromWire('orders_get')).toBe('orders_get')
  expect(fromWire('constructor')).toBe('constructor')
})

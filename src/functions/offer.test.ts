import { expect, it } from 'vitest'
import type { JsonObject } from '../json/value.ts'
import { openGate } from '../testing/open-gate.ts'
import { createRecordingTool } from '../testing/recording-tool.ts'
import { STRICT_NAMES } from './names.ts'
import { createOffers, reportOf, type StrictPlan } from './offer.ts'
import { toOpenAiStrict } from './strict/openai.ts'

const strictly: StrictPlan = (schemas) => schemas.map(toOpenAiStrict)
const loosely: StrictPlan = (schemas) => schemas.map(() => ({ strict: false, reasons: [] }))

const gateOf = (...names: readonly string[]) =>
  openGate({ tools: names.map((name) => createRecordingTool('read', { name }).tool) }).gate

const FILLED: JsonObject = { order_id: 'o_1', amount_cents: null, confirm: null, currency: null }

it('sends the strict schema where there is one, else the original', () => {
  const gate = gateOf('act')
  const [strict] = createOffers(STRICT_NAMES, strictly)(gate).tools
  const [loose] = createOffers(STRICT_NAMES, loosely)(gate).tools
  expect(strict?.schema['required']).toEqual(['order_id', 'amount_cents', 'confirm', 'currency'])
  expect(loose?.schema).toEqual(gate.tools[0]?.input)
})

it('sends the original where the plan says nothing of a tool', () => {
  const [tool] = createOffers(STRICT_NAMES, () => [])(gateOf('act')).tools
  expect(tool?.strictness).toEqual({ strict: false, reasons: [] })
})

it.each([
  { args: 'text', input: JSON.stringify(FILLED), received: { order_id: 'o_1' } },
  { args: 'data', input: FILLED, received: { order_id: 'o_1' } },
  { args: 'text that is not JSON', input: '{"order_id":', received: '{"order_id":' },
  { args: 'text with a member twice', input: '{"a":1,"a":2}', received: '{"a":1,"a":2}' },
  { args: 'null', input: null, received: null },
])('takes the nulls of our own schema out of $args', ({ input, received }) => {
  const offer = createOffers(STRICT_NAMES, strictly)(gateOf('act'))
  expect(offer.receive('act', input)).toEqual({ name: 'act', arguments: received })
})

it('gives on what is not plain data, for the gate to refuse', () => {
  const input = new Date(0)
  const received = createOffers(STRICT_NAMES, strictly)(gateOf('act')).receive('act', input)
  expect(received.arguments).toBe(input)
})

it.each(['refund', 'constructor', '__proto__', ''])(
  'gives on a call of %j, which was not offered, as it came',
  (name) => {
    const offer = createOffers(STRICT_NAMES, strictly)(gateOf('act'))
    expect(offer.receive(name, FILLED)).toEqual({ name, arguments: FILLED })
  },
)

it('leaves every null where the schema is not strict', () => {
  const offer = createOffers(STRICT_NAMES, loosely)(gateOf('act'))
  expect(offer.receive('act', FILLED).arguments).toEqual(FILLED)
})

it('finds the way back from a name that was changed', () => {
  const offer = createOffers(STRICT_NAMES, strictly)(gateOf('db.query', 'db_query'))
  const back = offer.tools.map(({ wireName }) => offer.receive(wireName, FILLED))
  const restored = { order_id: 'o_1' }
  expect(back).toEqual([
    { name: 'db.query', arguments: restored },
    { name: 'db_query', arguments: restored },
  ])
})

it('makes one offer for a list of tools, and another for another list', () => {
  const offers = createOffers(STRICT_NAMES, strictly)
  const gate = gateOf('act')
  expect(offers(gate)).toBe(offers({ tools: gate.tools }))
  expect(offers(gateOf('act'))).not.toBe(offers(gate))
})

it('reports by the gate’s names, without schemas', () => {
  const report = reportOf(createOffers(STRICT_NAMES, strictly)(gateOf('db.query')))
  expect(report).toEqual([
    { tool: 'db.query', strictness: { strict: true, notEnforced: expect.any(Array), closed: [] } },
  ])
})

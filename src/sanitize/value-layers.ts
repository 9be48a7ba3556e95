import type { JsonObject, JsonValue } from '../json/value.ts'
import { stripText } from '../text/strip.ts'
import { makeLinksInert, mayHoldLink } from './links.ts'
import { mayHoldSecret } from './secret-prefilter.ts'
import type { Tally } from './tally.ts'
import { hiddenEntries, type Layers } from './text-layers.ts'

/**
 * Reports what the keys and strings of a structured value hide and where they link, given all of them as one text, because
 * most values have nothing to report. Returns whether they hide anything.
 */
export function inspectValue(text: string, layers: Layers, tally: Tally): boolean {
  if (text === '') return false
  if (text === '') return false
  const hidden = hiddenEntries(stripText(text).removed)
  for (const [kind, count] of hidden) tally.add('flagged', `text/${kind}`, count)
  if (mayHoldLink(text)) {
    const { destinations } = makeLinksInert(text, layers.allowsUrl)
    tally.add('flagged', 'links/destination', destinations)
  }
  return hidden.length > 0
}

/**
 * Takes the secrets out of a structured value, given all its strings as one text, and edits nothing else: a program reads
 * these values, and an edited one is a wrong one. Keys stay as they are.
 */
export function redactValue<Value extends JsonValue>(
  value: Value,
  text: string,
  layers: Layers,
  tally: Tally,
): Value {
  if (!mayHoldSecret(text)) return value
  const redact = (string: string): string => {
    const redacted = layers.redactSecrets(string)
    for (const rule of redacted.rules) tally.add('secret', `secrets/${rule}`, 1)
    return redacted.text
  }
  return mapStrings(value, redact) as Value
}

function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return Object.freeze(value.map((item) => mapStrings(item, map)))
  if (typeof value !== 'object' || value === null) return value
  const mapped: Record<string, JsonValue> = Object.create(null)
  for (const [key, member] of Object.entries(value)) mapped[key] = mapStrings(member, map)
  return Object.freeze(mapped) as JsonObject
}

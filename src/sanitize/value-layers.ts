import type { JsonObject, JsonValue } from '../json/value.ts'
import { stripText } from '../text/strip.ts'
import { makeLinksInert, mayHoldLink } from './links.ts'
import { mayHoldSecret } from './secret-prefilter.ts'
import type { Tally } from './tally.ts'
import { hiddenEntries, type Layers } from './text-layers.ts'

/** What came of a structured value. */
export interface CheckedValue<Value extends JsonValue> {
  readonly value: Value
  /** Whether a key or string hides something. */
  readonly hides: boolean
}

/**
 * Reports what the keys and strings of a structured value hide and where they link, and edits nothing but secrets: a
 * program reads these values, and an edited one is a wrong one. All strings are looked at in one piece first, because
 * most values have nothing to report.
 */
export function checkValue<Value extends JsonValue>(
  value: Value,
  layers: Layers,
  tally: Tally,
): CheckedValue<Value> {
  const texts: string[] = []
  collectTexts(value, texts)
  // The line feed keeps one string from completing a terminal escape of another, and the space a `\r` from becoming `\r\n`.
  const joined = texts.join(' \n')
  const hides = flagHidden(joined, tally)
  if (mayHoldLink(joined))
    tally.add('flagged', 'links/destination', makeLinksInert(joined, layers.allowsUrl).destinations)
  if (!mayHoldSecret(joined)) return { value, hides }
  const redact = (text: string): string => {
    const { text: redacted, rules } = layers.redactSecrets(text)
    for (const rule of rules) tally.add('secret', `secrets/${rule}`, 1)
    return redacted
  }
  return { value: mapStrings(value, redact) as Value, hides }
}

function flagHidden(text: string, tally: Tally): boolean {
  const hidden = hiddenEntries(stripText(text).removed)
  for (const [kind, count] of hidden) tally.add('flagged', `text/${kind}`, count)
  return hidden.length > 0
}

function collectTexts(value: JsonValue, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      texts.push(key)
      collectTexts(member, texts)
    }
  }
}

function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return Object.freeze(value.map((item) => mapStrings(item, map)))
  if (typeof value !== 'object' || value === null) return value
  const mapped: Record<string, JsonValue> = Object.create(null)
  for (const [key, member] of Object.entries(value)) mapped[key] = mapStrings(member, map)
  return Object.freeze(mapped) as JsonObject
}

import type { JsonValue } from '../../json/value.ts'

/** What one provider's strict mode can hold. */
export interface Dialect {
  /** Whether the provider enforces this keyword with this value. */
  readonly enforces: (keyword: string, value: JsonValue) => boolean
  /** Keywords without effect on validity that the provider takes. */
  readonly notes: readonly string[]
  readonly recursion: boolean
}

const FORMATS = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
] as const

const openAiFormats: ReadonlySet<JsonValue> = new Set(FORMATS)
const anthropicFormats: ReadonlySet<JsonValue> = new Set([...FORMATS, 'uri'])

// An escaped pair is matched first, so that only an unescaped group or a real escape counts.
const LOOKAROUND = /\\.|(\(\?<?[=!])/gsu
const ESCAPE = /\\(?:([1-9]|k<|[bB])|.)/gsu

const hasLookaround = (pattern: string): boolean =>
  [...pattern.matchAll(LOOKAROUND)].some((match) => match[1] !== undefined)
const escapes = (pattern: string): readonly string[] =>
  [...pattern.matchAll(ESCAPE)].flatMap((match) => match[1] ?? [])

function isRegularPattern(value: JsonValue, refused: (found: string) => boolean): boolean {
  return typeof value === 'string' && !hasLookaround(value) && !escapes(value).some(refused)
}

const always = (): boolean => true

const openAiKeywords: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ['format', (value: JsonValue) => openAiFormats.has(value)],
  ['pattern', (value: JsonValue) => isRegularPattern(value, (found) => !/[bB]/u.test(found))],
  ['multipleOf', always],
  ['maximum', always],
  ['exclusiveMaximum', always],
  ['minimum', always],
  ['exclusiveMinimum', always],
  ['minItems', always],
  ['maxItems', always],
])

const anthropicKeywords: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ['format', (value: JsonValue) => anthropicFormats.has(value)],
  ['pattern', (value: JsonValue) => isRegularPattern(value, always)],
  ['minItems', (value: JsonValue) => value === 0 || value === 1],
])

/** OpenAI's structured-outputs guide, "Supported schemas". */
export const OPENAI: Dialect = {
  enforces: (keyword, value) => openAiKeywords.get(keyword)?.(value) ?? false,
  notes: ['title', 'description'],
  recursion: true,
}

/** Anthropic's structured-outputs guide, "JSON Schema limitations". */
export const ANTHROPIC: Dialect = {
  enforces: (keyword, value) => anthropicKeywords.get(keyword)?.(value) ?? false,
  notes: ['title', 'description', 'default'],
  recursion: false,
}

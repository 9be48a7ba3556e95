import type { JsonObject } from '../json/value.ts'
import { KEYWORDS_07, KEYWORDS_2020, type Keyword } from './keyword.ts'
import { unsupported } from './unsupported.ts'

/** What differs between the versions of JSON Schema that are read. */
export interface Dialect {
  readonly keywords: ReadonlyMap<string, Keyword>
  /** Whether `$ref` makes its siblings void (draft-07 §8.3). */
  readonly refHidesSiblings: boolean
  /** The name of a keyword in 2020-12; null where it judges nothing. */
  readonly nameOf: (keyword: string, schema: JsonObject) => string | null
}

/** Definitions are reached through references only. */
const DEFINITIONS: readonly string[] = ['$defs', 'definitions', 'contentSchema']

const DRAFT_2020: Dialect = {
  keywords: KEYWORDS_2020,
  refHidesSiblings: false,
  nameOf: (keyword) => (DEFINITIONS.includes(keyword) ? null : keyword),
}

const DRAFT_07: Dialect = {
  keywords: KEYWORDS_07,
  refHidesSiblings: true,
  nameOf: (keyword, schema) => {
    const isTuple = Array.isArray(schema['items'])
    if (keyword === 'items' && isTuple) return 'prefixItems'
    if (keyword === 'additionalItems') return isTuple ? 'items' : null
    return DRAFT_2020.nameOf(keyword, schema)
  },
}

const DIALECTS: ReadonlyMap<unknown, Dialect> = new Map([
  [undefined, DRAFT_2020],
  ['https://json-schema.org/draft/2020-12/schema', DRAFT_2020],
  ['https://json-schema.org/draft/2020-12/schema#', DRAFT_2020],
  ['http://json-schema.org/draft-07/schema', DRAFT_07],
  ['http://json-schema.org/draft-07/schema#', DRAFT_07],
])

/** The dialect that the root of a schema names; 2020-12 where it names none. */
export function dialectOf(schema: JsonObject): Dialect {
  const dialect = DIALECTS.get(schema['$schema'])
  if (dialect === undefined) throw unsupported('dialect', { at: '/$schema' })
  return dialect
}

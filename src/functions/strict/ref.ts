import type { JsonObject, JsonValue } from '../../json/value.ts'
import { isJsonArray, isJsonObject, member, pointer } from './located.ts'
import type { StrictWhy } from './result.ts'

const INDEX = /^(?:0|[1-9]\d*)$/u

/** What a `$ref` points to. */
export interface RefTarget {
  readonly path: string
  readonly schema: JsonValue
}

/** Finds what a `$ref` means inside the same document, or why it cannot be found. */
export function resolveRef(root: JsonObject, ref: JsonValue): RefTarget | StrictWhy {
  if (typeof ref !== 'string') return 'malformed'
  if (!ref.startsWith('#')) return 'ref_external'
  const fragment = decode(ref.slice(1))
  if (fragment === null) return 'malformed'
  // An anchor; plain names are rare in tools, and a provider resolves none of them.
  if (fragment !== '' && !fragment.startsWith('/')) return 'ref_unresolved'
  const tokens = fragment
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  let schema: JsonValue | undefined = root
  for (const token of tokens) schema = step(schema, token)
  return schema === undefined ? 'ref_unresolved' : { path: pointer('', ...tokens), schema }
}

function step(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (isJsonArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined
  return isJsonObject(value) ? member(value, token) : undefined
}

function decode(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}

import { plainJson } from '../json/plain.ts'
import { CALL_PROFILE, type JsonProfile } from '../json/profile.ts'
import type { JsonObject } from '../json/value.ts'
import { unsupported } from './unsupported.ts'

/**
 * The frozen JSON of a schema that the application wrote, as it would go over the wire: what libraries hide in symbols
 * and non-enumerable members (TypeBox, zod) is left behind.
 */
export function plainSchema(
  schema: unknown,
  side: 'input' | 'output',
  where: { readonly vendor: string } | { readonly at: string },
): JsonObject {
  let text: string | undefined
  try {
    text = JSON.stringify(schema)
  } catch (cause) {
    throw unsupported('not_plain_json', where, cause)
  }
  if (text === undefined) throw unsupported('not_plain_json', where)
  return readPlain(JSON.parse(text), side, where, CALL_PROFILE)
}

/** The frozen JSON of a schema that came over the wire: it must be plain already. */
export function readPlain(
  schema: unknown,
  side: 'input' | 'output',
  where: { readonly vendor: string } | { readonly at: string },
  profile: JsonProfile,
): JsonObject {
  const plain = plainJson(schema, profile)
  if (!plain.ok)
    throw unsupported(plain.problem.startsWith('too_') ? 'too_large' : 'not_plain_json', where)
  const { value } = plain
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unsupported('not_plain_json', where)
  }
  const object = value as JsonObject
  // Arguments are an object: every provider and MCP (tools/list, `inputSchema`) want that said at the root.
  if (side === 'input' && object['type'] !== 'object') throw unsupported('root_not_object', where)
  return object
}

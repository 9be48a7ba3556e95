import type { JsonObject, JsonValue } from '../json/value.ts'
import type { Issue } from './outcome.ts'
import type { ToolSchema } from './standard-schema.ts'

/** What a schema says of a value: the value after its defaults and transforms, or what is wrong with it. */
export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** One schema, ready to judge values. */
export interface CompiledSchema {
  /** JSON Schema 2020-12 as models and contracts see it. */
  readonly jsonSchema: JsonObject
  /** Never changes the value that it is given. */
  check(value: JsonValue): Checked | Promise<Checked>
}

/** Makes schemas ready. Throws `schema_unsupported` for one that cannot be used. */
export interface SchemaCompiler {
  compile(schema: ToolSchema, side: 'input' | 'output'): CompiledSchema
}

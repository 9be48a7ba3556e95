import type { SchemaCompiler } from '../core/schema.ts'
import { isStandardSchema } from '../core/standard-schema.ts'
import { UNTRUSTED_PROFILE } from './budget.ts'
import { compileJsonSchema } from './json-schema.ts'
import { plainSchema, readPlain } from './plain-schema.ts'
import { compileStandard } from './standard.ts'

/** What {@link createSchemaCompiler} takes. */
export interface SchemaCompilerOptions {
  /** True for schemas of servers that are not ours: JSON Schema only, and within a budget. */
  readonly untrusted?: boolean
}

const ROOT = { at: '' }

/**
 * Makes schemas ready: Standard Schema libraries judge by themselves, JSON Schema goes through ajv. Schemas share
 * nothing, so that equal `$id`s of two tools or two servers never meet.
 */
export function createSchemaCompiler(options: SchemaCompilerOptions = {}): SchemaCompiler {
  const { untrusted = false } = options
  return Object.freeze({
    compile: (schema, side) => {
      // What came over the wire is data, whatever members it has.
      if (untrusted) {
        const plain = readPlain(schema, side, ROOT, UNTRUSTED_PROFILE)
        return compileJsonSchema(plain, side, { untrusted })
      }
      if (isStandardSchema(schema)) return compileStandard(schema, side)
      return compileJsonSchema(plainSchema(schema, side, ROOT), side, { untrusted })
    },
  } satisfies SchemaCompiler)
}

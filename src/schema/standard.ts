import type { Issue } from '../core/outcome.ts'
import type { Checked, CompiledSchema } from '../core/schema.ts'
import type { StandardSchema } from '../core/standard-schema.ts'
import { ToolnotaryError } from '../errors.ts'
import type { JsonObject } from '../json/value.ts'
import { createIssue, formatPointer, MAX_ISSUES } from './issue.ts'
import { plainSchema } from './plain-schema.ts'
import { unsupported } from './unsupported.ts'

/**
 * Compiles a schema of a library that speaks Standard Schema and Standard JSON Schema: zod 4, arktype 2.2, and valibot
 * wrapped by `toStandardJsonSchema` of `@valibot/to-json-schema`. The library judges; its JSON Schema is only shown.
 */
export function compileStandard(schema: StandardSchema, side: 'input' | 'output'): CompiledSchema {
  const standard = schema['~standard']
  const vendor = String(standard?.vendor)
  if (standard?.version !== 1 || typeof standard.validate !== 'function') {
    throw unsupported('not_standard_schema_v1', { vendor })
  }
  return Object.freeze({
    jsonSchema: readJsonSchema(standard, side, vendor),
    check: (value) => {
      const result = standard.validate(value)
      return result instanceof Promise
        ? result.then((settled) => readResult(settled, vendor))
        : readResult(result, vendor)
    },
  } satisfies CompiledSchema)
}

function readJsonSchema(
  standard: StandardSchema['~standard'],
  side: 'input' | 'output',
  vendor: string,
): JsonObject {
  const { jsonSchema } = standard
  if (typeof jsonSchema?.[side] !== 'function') throw unsupported('json_schema_missing', { vendor })
  let converted: unknown
  try {
    converted = jsonSchema[side]({ target: 'draft-2020-12' })
  } catch (cause) {
    throw unsupported('json_schema_not_representable', { vendor }, cause)
  }
  return plainSchema(converted, side, { vendor })
}

/** Believes nothing of a result and reads each member once; one that says neither yes nor no is a fault of the library. */
function readResult(result: unknown, vendor: string): Checked {
  if (typeof result !== 'object' || result === null) throw broken(vendor)
  const { issues } = result as { readonly issues?: unknown }
  if (issues !== undefined) return { ok: false, issues: readIssues(issues) }
  if (!('value' in result)) throw broken(vendor)
  return { ok: true, value: result.value }
}

function broken(vendor: string): ToolnotaryError {
  return new ToolnotaryError('validator_unavailable', { vendor })
}

function readIssues(issues: unknown): readonly Issue[] {
  const list = Array.isArray(issues) ? Array.from(issues.slice(0, MAX_ISSUES), readIssue) : []
  return list.length === 0 ? [createIssue('', 'is not valid')] : list
}

function readIssue(issue: unknown): Issue {
  const { message, path } = (issue ?? {}) as { readonly message?: unknown; readonly path?: unknown }
  const tokens = Array.isArray(path) ? Array.from(path, readToken) : []
  return createIssue(formatPointer(tokens), typeof message === 'string' ? message : 'is not valid')
}

function readToken(segment: unknown): string {
  return typeof segment === 'object' && segment !== null && 'key' in segment
    ? String(segment.key)
    : String(segment)
}

import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Checked, CompiledSchema } from '../core/schema.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { readErrors } from './ajv-issue.ts'
import { Budget, unlimited } from './budget.ts'
import { type ReadSchema, readSchema } from './read-schema.ts'
import { unsupported } from './unsupported.ts'

type Judge = (value: JsonValue) => Checked

/**
 * Compiles JSON Schema 2020-12 or draft-07, already plain and frozen. What can be wrong with the schema is found here;
 * ajv is loaded and its code made at the first check, which is therefore asynchronous; all others are not. `format` is
 * an annotation (2020-12 validation §7.2.1), and so is `content…`. Defaults of `properties` and `prefixItems` are
 * filled in for inputs, but not inside `anyOf`, `oneOf`, `not`, `if`, and not behind `$ref`; those of a schema that is
 * not ours are left to the server that wrote it.
 */
export function compileJsonSchema(
  jsonSchema: JsonObject,
  side: 'input' | 'output',
  { untrusted }: { readonly untrusted: boolean },
): CompiledSchema {
  const defaults = side === 'input' && !untrusted
  const schema = readSchema(jsonSchema, { defaults, untrusted })
  let judge: Judge | null = null
  let loading: Promise<Judge> | null = null
  return Object.freeze({
    jsonSchema,
    check: (value) => {
      if (judge !== null) return judge(value)
      loading ??= loadJudge(schema, untrusted)
      return loading.then((loaded) => {
        judge = loaded
        return loaded(value)
      })
    },
  } satisfies CompiledSchema)
}

/** How much listing every issue may cost, as members of the value times subschemas; beyond it one issue must do. */
const MAX_EXPLAINED = 200_000

async function loadJudge(schema: ReadSchema, untrusted: boolean): Promise<Judge> {
  const { compileWithAjv } = await import('./engine.ts')
  const budget = untrusted ? new Budget() : null
  const { root, hasDefaults } = schema
  const compile = (all: boolean): ValidateFunction => {
    try {
      return compileWithAjv(root, { defaults: hasDefaults, all, spend: budget?.spend ?? unlimited })
    } catch (cause) {
      throw unsupported('not_compilable', { at: '' }, cause)
    }
  }
  const validate = compile(false)
  let listAll: ValidateFunction | null = null
  return (value) => {
    budget?.reset()
    const copy = hasDefaults ? copyOf(value) : value
    if (validate(copy))
      return { ok: true, value: hasDefaults && sizeOf(copy) !== sizeOf(value) ? copy : value }
    const first = validate.errors
    if (sizeOf(value) * schema.subschemas > MAX_EXPLAINED)
      return { ok: false, issues: readErrors(first) }
    listAll ??= compile(true)
    return { ok: false, issues: readErrors(listErrors(listAll, copy) ?? first) }
  }
}

function listErrors(listAll: ValidateFunction, value: JsonValue): ValidateFunction['errors'] {
  try {
    listAll(value)
    return listAll.errors
  } catch {
    // The verdict stands; to list everything that is wrong was too costly.
    return null
  }
}

/** A copy that defaults can be filled into. Without prototypes, so that no inherited member counts as present. */
function copyOf(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Record<string, JsonValue> = Object.create(null)
  for (const [name, member] of Object.entries(value)) copy[name] = copyOf(member)
  return copy
}

/** Values within a value. Defaults only ever add some. */
function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const member of Object.values(value)) size += sizeOf(member)
  return size
}

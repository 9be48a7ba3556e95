import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { COST_KEYWORD, type Spend, unlimited } from './budget.ts'
import { addExactKeywords } from './exact-keywords.ts'
import { translatePattern } from './pattern.ts'
import type { Subschema } from './subschema.ts'

/** How a schema is compiled. */
export interface EngineOptions {
  /** Fills defaults into the value that is checked. */
  readonly defaults: boolean
  /** Finds all errors, not only the first one. */
  readonly all: boolean
  readonly spend: Spend
}

/**
 * Compiles a schema that `readSchema` wrote. One Ajv for each: without meta-schema it costs little, and nothing that
 * it caches (ids, patterns, code) is shared between tools or servers.
 */
export function compileWithAjv(root: Subschema, options: EngineOptions): ValidateFunction {
  const { defaults, all, spend } = options
  const ajv = new Ajv2020({
    // The reader has checked every keyword already, and the meta-schema would cost more than all else.
    meta: false,
    validateSchema: false,
    strict: false,
    // Else `constructor` and `toString` count as present in every object.
    ownProperties: true,
    useDefaults: defaults,
    allErrors: all,
    validateFormats: false,
    // Copies of what is referred to could multiply the code of a schema that is not ours.
    inlineRefs: spend === unlimited,
    logger: false,
    code: { regExp: createRegExpEngine(spend), optimize: spend === unlimited },
  })
  addExactKeywords(ajv, spend)
  if (spend !== unlimited) addCostKeyword(ajv, spend)
  return ajv.compile(root)
}

interface LinearPattern {
  readonly test: (text: string) => boolean
  /** ajv keeps patterns by this text: were it the same for two of them, one would stand for both. */
  readonly toString: () => string
}

interface LinearEngine {
  (pattern: string): LinearPattern
  /** What ajv writes in code that stands alone, which is never made here. */
  readonly code: string
}

/** What ajv calls instead of `RegExp`. */
function createRegExpEngine(spend: Spend): LinearEngine {
  const compile = (pattern: string): LinearPattern => {
    const linear = RE2JS.compile(translatePattern(pattern, ''))
    const cost = Math.ceil(linear.programSize() / 8)
    return {
      test: (text) => {
        spend(text.length * cost)
        return linear.test(text)
      },
      toString: () => `re2:${pattern}`,
    }
  }
  return Object.assign(compile, { code: 'compileLinear' })
}

function addCostKeyword(ajv: Ajv2020, spend: Spend): void {
  ajv.addKeyword({
    keyword: COST_KEYWORD,
    schemaType: 'number',
    errors: false,
    // Before anything that could descend, and before anything that could end the subschema early.
    before: ajv.RULES.rules[0]?.rules[0]?.keyword ?? '$ref',
    compile: (weight: number) => (value: unknown) => {
      spend(weight + extent(value))
      return true
    },
  })
}

/** What the keywords that go through all of a value have to look at. */
function extent(value: unknown): number {
  if (typeof value === 'string') return value.length >> 4
  if (Array.isArray(value)) return value.length << 2
  return typeof value === 'object' && value !== null ? Object.keys(value).length << 2 : 0
}

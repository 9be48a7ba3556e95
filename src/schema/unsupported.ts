import { ToolnotaryError } from '../errors.ts'

/** Why a schema is refused, in constant words for the details of the error. */
export type Why =
  | 'anchor_duplicate'
  | 'dialect'
  | 'dynamic_ref'
  | 'json_schema_missing'
  | 'json_schema_not_representable'
  | 'keyword_unknown'
  | 'keyword_value'
  | 'not_compilable'
  | 'not_plain_json'
  | 'not_standard_schema_v1'
  | 'pattern'
  | 'pattern_backreference'
  | 'pattern_lookaround'
  | 'ref_invalid'
  | 'ref_unresolved'
  | 'root_not_object'
  | 'too_costly'
  | 'too_large'
  | 'unevaluated_undecided'

/** The refusal of a schema. `at` is a JSON Pointer into the schema. */
export function unsupported(
  why: Why,
  where: { readonly vendor: string } | { readonly at: string },
  cause?: unknown,
): ToolnotaryError {
  return new ToolnotaryError('schema_unsupported', { why, ...where }, { cause })
}

import type { JsonObject, JsonValue } from '../../json/value.ts'

/** Why a schema cannot be strict. `docs/strict-schemas.md` explains each. */
export type StrictWhy =
  | 'malformed'
  | 'untyped'
  | 'never'
  | 'several_unions'
  | 'open_object'
  | 'map'
  | 'free_form_object'
  | 'pattern_properties'
  | 'hidden_property'
  | 'required_undeclared'
  | 'tuple'
  | 'structured_literal'
  | 'nested_id'
  | 'ref_external'
  | 'ref_unresolved'
  | 'ref_dynamic'
  | 'ref_cycle'
  | 'recursion'
  | 'recursive_merge'
  | 'root_not_object'
  | 'nullable_optional'
  | 'ambiguous_union'
  | 'too_large'
  | 'too_deep'
  | 'too_many_properties'
  | 'too_many_characters'
  | 'too_many_enum_values'
  | 'enum_too_long'
  | 'too_many_tools'
  | 'too_many_optional'
  | 'too_many_unions'

/** One place of a schema that keeps it from being strict. */
export interface StrictObstacle {
  /** JSON Pointer (RFC 6901) into the original schema. */
  readonly path: string
  /** The keyword at that place; `''` where the whole schema is the reason. */
  readonly keyword: string
  readonly why: StrictWhy
}

/** A keyword of the original schema that the provider does not enforce; the gate's own validation does. */
export interface NotEnforced {
  /** JSON Pointer (RFC 6901) into the original schema. */
  readonly path: string
  readonly keyword: string
}

/** A schema that the provider enforces, and the way back to the original one. */
export interface Strict {
  readonly strict: true
  readonly schema: JsonObject
  readonly notEnforced: readonly NotEnforced[]
  /** JSON Pointers of objects that permitted undeclared properties by omission and now do not. */
  readonly closed: readonly string[]
  /** Turns arguments for the strict schema into arguments for the original one; never throws, never edits its input. */
  readonly restore: (args: JsonValue) => JsonValue
}

/** A schema that stays as it is, and every reason for it. */
export interface NotStrict {
  readonly strict: false
  readonly reasons: readonly StrictObstacle[]
}

/** What became of one schema. */
export type StrictResult = Strict | NotStrict

import type { JsonValue } from './value.ts'

/** Why a text or a value is refused. The last three are problems of values only. */
export type JsonProblem =
  | 'bad_utf8'
  | 'byte_order_mark'
  | 'syntax'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'lone_surrogate'
  | 'nul_character'
  | 'number_not_exact'
  | 'number_not_finite'
  | 'negative_zero'
  | 'too_deep'
  | 'too_large'
  | 'too_many_elements'
  | 'not_plain'
  | 'accessor'
  | 'undefined_value'

/** A frozen value, or why there is none. `at` is the offset in UTF-16 code units, 0 for values. */
export type JsonResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: JsonProblem; readonly at: number }

/** Carries a problem out of the depth of a walk; never leaves this folder. */
export class JsonRefusal extends Error {
  readonly problem: JsonProblem
  readonly at: number

  constructor(problem: JsonProblem, at: number) {
    super(problem)
    this.problem = problem
    this.at = at
  }

  /** What the caller of the walk gets. */
  toResult(): JsonResult {
    return { ok: false, problem: this.problem, at: this.at }
  }
}

/** What a text or value may contain. */
export interface JsonProfile {
  /** UTF-8 bytes of the text, or of the strings and names of a value. */
  readonly maxBytes: number
  readonly maxDepth: number
  /** Members and items together. */
  readonly maxElements: number
  /** `exact`: the decimal value must equal that of the double's shortest form. `finite`: any finite number. */
  readonly numbers: 'exact' | 'finite'
}

/** Arguments of calls and signed records: nothing in them may change on the way through a double. */
export const CALL_PROFILE: JsonProfile = Object.freeze({
  maxBytes: 1_048_576,
  maxDepth: 64,
  maxElements: 100_000,
  numbers: 'exact',
})

/** Results from servers: any finite number is accepted. */
export const RESULT_PROFILE: JsonProfile = Object.freeze({ ...CALL_PROFILE, maxBytes: 8_388_608, numbers: 'finite' })

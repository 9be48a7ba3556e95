/** What a text or a value may contain. Duplicate keys, bad UTF-8 and half surrogate pairs never pass. */
export interface JsonProfile {
  /** UTF-8 bytes of the text; for a value, of its canonical text. */
  readonly maxBytes: number
  /** Containers inside each other. Never more than {@link MAX_DEPTH}, whatever this says. */
  readonly maxDepth: number
  /** Members and items together. */
  readonly maxElements: number
  /** `exact`: the decimal value must equal that of the double's shortest form. `finite`: any finite number. */
  readonly numbers: 'exact' | 'finite'
  /** U+0000 in strings and names: PostgreSQL `jsonb` cannot hold it. */
  readonly nul: 'refuse' | 'accept'
}

/** The depth that recursion is safe for: nothing here goes deeper. */
export const MAX_DEPTH = 512

/** Arguments of calls and signed records: what was judged, shown and signed must be what runs. */
export const CALL_PROFILE: JsonProfile = Object.freeze({
  maxBytes: 1_048_576,
  maxDepth: 64,
  maxElements: 100_000,
  numbers: 'exact',
  nul: 'refuse',
})

/** Results from servers: any finite number, and U+0000, which the sanitizer removes or flags. */
export const RESULT_PROFILE: JsonProfile = Object.freeze({
  ...CALL_PROFILE,
  maxBytes: 8_388_608,
  numbers: 'finite',
  nul: 'accept',
})

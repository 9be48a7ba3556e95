/**
 * How much stands behind a yes, weakest first. 0: made by a model, tool or agent, never counts. asserted: a client says
 * that its user said yes. 1: an authenticated person. 2: freshly re-authenticated. 3: a passkey with user verification
 * over the record. 4: another device or several people.
 */
export type Assurance = 0 | 'asserted' | 1 | 2 | 3 | 4

const ORDER: readonly Assurance[] = [0, 'asserted', 1, 2, 3, 4]

/** Whether an answer of one assurance satisfies a minimum; assurance 0 satisfies nothing, not even a minimum of 0. */
export function reachesAssurance(given: Assurance, minimum: Assurance): boolean {
  const rank = ORDER.indexOf(given)
  const least = ORDER.indexOf(minimum)
  // A minimum that is none of ours is reached by nothing: it must not weaken to the first one.
  return rank > 0 && least >= 0 && rank >= least
}

/** The stricter of two minimums. */
export function stricterAssurance(one: Assurance, other: Assurance): Assurance {
  return ORDER.indexOf(one) >= ORDER.indexOf(other) ? one : other
}

/** The weaker of two. */
export function weakerAssurance(one: Assurance, other: Assurance): Assurance {
  return ORDER.indexOf(one) <= ORDER.indexOf(other) ? one : other
}

/** Narrows a value from outside to an assurance. */
export function isAssurance(value: unknown): value is Assurance {
  return ORDER.some((level) => level === value)
}

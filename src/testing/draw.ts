import * as fc from 'fast-check'

/** Draws a whole number from 0 up to but not including `options`. */
export type Draw = (options: number) => number

/** Draws that fast-check records and repeats from a seed. */
export function draws(): fc.Arbitrary<Draw> {
  return fc.gen().map((next) => (options: number) => next(fc.nat, { max: options - 1 }))
}

/** Draws one of a list, which must not be empty. */
export function pick<T>(draw: Draw, list: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = list[draw(list.length)]
  if (chosen === undefined && list.length === 0) throw new RangeError('nothing to pick from')
  return chosen as T
}

/** True in so many of a hundred draws; false is what a failure shrinks to. */
export function chance(draw: Draw, percent: number): boolean {
  return draw(100) >= 100 - percent
}

import { describe, expect, it } from 'vitest'
import {
  type Assurance,
  isAssurance,
  reachesAssurance,
  stricterAssurance,
  weakerAssurance,
} from './assurance.ts'

const ORDER: readonly Assurance[] = [0, 'asserted', 1, 2, 3, 4]

describe('assurance', () => {
  it.each(
    ORDER.flatMap((given, at) => ORDER.map((minimum, least) => ({ given, minimum, at, least }))),
  )('$given against a minimum of $minimum', ({ given, minimum, at, least }) => {
    expect(reachesAssurance(given, minimum)).toBe(at > 0 && at >= least)
    expect(stricterAssurance(given, minimum)).toBe(at >= least ? given : minimum)
    expect(weakerAssurance(given, minimum)).toBe(at <= least ? given : minimum)
  })

  it.each(['1', 5, -1, null, undefined, 'yes'])(
    'is not %j, and a minimum of it is never reached',
    (level) => {
      expect(isAssurance(level)).toBe(false)
      expect(reachesAssurance(4, level as never)).toBe(false)
      expect(reachesAssurance(level as never, 'asserted')).toBe(false)
    },
  )

  it.each(ORDER)('is %j', (level) => {
    expect(isAssurance(level)).toBe(true)
  })
})

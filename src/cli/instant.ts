import { InvalidArgumentError } from 'commander'

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** Reads a point in time: so long ago (`7d`, `90m`), or a date or instant of ISO 8601 with its zone. Epoch ms. */
export function readInstant(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const unitMs = UNIT_MS.get(unit)
  if (unitMs !== undefined) return now - Number(count) * unitMs
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new InvalidArgumentError('Use 7d, 12h, 2026-12-01 or 2026-12-01T08:00Z.')
  return at
}

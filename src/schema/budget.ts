import type { JsonProfile } from '../json/profile.ts'
import { unsupported } from './unsupported.ts'

/** What a schema that is not ours may contain. */
export const UNTRUSTED_PROFILE: JsonProfile = Object.freeze({
  maxBytes: 262_144,
  maxDepth: 64,
  maxElements: 10_000,
  numbers: 'exact',
  nul: 'refuse',
})

/** Subschemas of a schema that is not ours: making ajv's code takes longer than linear time. */
export const MAX_SUBSCHEMAS = 500

/** Steps of one check against a schema that is not ours. */
const MAX_STEPS = 1_000_000

/** Name of the keyword by which a check counts its work; no schema can have it, as only known keywords are kept. */
export const COST_KEYWORD = 'toolnotary-cost'

/** Counts the work of a check. Throws `schema_unsupported` when there is too much of it. */
export type Spend = (steps: number) => void

/** For schemas of the application, whose cost is its own choice. */
export const unlimited: Spend = () => {}

/** The steps of one check. A check cannot be interrupted from outside, so that it counts its own work. */
export class Budget {
  #left = MAX_STEPS

  /** Starts a new check. */
  reset(): void {
    this.#left = MAX_STEPS
  }

  readonly spend: Spend = (steps) => {
    this.#left -= steps
    if (this.#left < 0) throw unsupported('too_costly', { at: '' })
  }
}

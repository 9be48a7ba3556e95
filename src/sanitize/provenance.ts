import type { Provenance } from '../core/sanitizer.ts'
import type { Tally } from './tally.ts'

/** Marks a result from a server that is not trusted: beside the result, in what is reported, and never inside its text. */
export function markProvenance(provenance: Provenance, tally: Tally): void {
  if (!provenance.trusted) tally.add('flagged', 'provenance/untrusted', 1)
}

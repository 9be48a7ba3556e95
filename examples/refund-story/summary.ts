import type { JsonObject } from '../../src/json/value.ts'
import type { Refund } from './orders.ts'
import type { StepResult } from './transcript.ts'

/** The story as one JSON document. */
export interface Summary {
  /** Every ending is the expected one, and the shop's database holds exactly the refunds that the transcript claims. */
  readonly ok: boolean
  readonly steps: readonly StepSummary[]
  readonly audit: { readonly entries: number; readonly verified: boolean }
}

interface StepSummary {
  readonly name: string
  readonly position: string
  readonly provider: string | null
  readonly streamed: boolean
  readonly outcome: string
  readonly executed: string
  readonly calls?: readonly {
    readonly name: string
    readonly outcome: string
    readonly executed: string
  }[]
}

/** Sums up, and holds the transcript against the shop's own database. */
export function summarize(
  results: readonly StepResult[],
  refunds: readonly Refund[],
  audit: Summary['audit'],
): Summary {
  const ok =
    results.every(({ asExpected }) => asExpected) &&
    equalsTranscript(results, refunds) &&
    audit.verified
  return { ok, steps: results.map(summarizeStep), audit }
}

function summarizeStep({ name, provider, streamed, calls, outcomes }: StepResult): StepSummary {
  const first = outcomes[0]
  const step = {
    name,
    position: 'in-process',
    provider,
    streamed,
    outcome: first?.kind ?? 'none',
    executed: first?.executed ?? 'no',
  }
  if (outcomes.length < 2) return step
  const list = outcomes.map(({ kind, executed }, index) => ({
    name: calls[index]?.name ?? '',
    outcome: kind,
    executed,
  }))
  return { ...step, calls: list }
}

function equalsTranscript(results: readonly StepResult[], refunds: readonly Refund[]): boolean {
  const claimed = results.flatMap(({ outcomes }) => outcomes.flatMap(refundIdOf))
  const made = refunds.map(({ refund_id }) => refund_id)
  return [...new Set(claimed)].toSorted().join() === made.toSorted().join()
}

function refundIdOf(outcome: StepResult['outcomes'][number]): readonly string[] {
  if (
    outcome.kind !== 'completed' ||
    outcome.tool !== 'refund_order' ||
    outcome.result.kind !== 'value'
  )
    return []
  const { value } = outcome.result
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const id = (value as JsonObject)['refund_id']
  return typeof id === 'string' ? [id] : []
}

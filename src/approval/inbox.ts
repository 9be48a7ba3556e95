import type { Answer, ApprovalRequest, Approver, ApproverIdentity } from '../core/approver.ts'
import type { Assurance } from '../core/assurance.ts'
import type { Clock } from '../core/ports.ts'
import { systemClock } from '../platform/clock.ts'

/** Questions that wait in memory for somebody who looks. */
export interface Inbox extends Approver {
  /** What waits, oldest first. */
  list(): readonly ApprovalRequest[]
  /** Says yes; false when the question is not there (any more). */
  approve(id: string, by: ApproverIdentity): boolean
  /** Says no; false when the question is not there (any more). */
  decline(id: string, by: ApproverIdentity): boolean
}

interface Waiting {
  readonly request: ApprovalRequest
  readonly answer: (answer: Answer | null) => void
}

/** Makes an inbox. Whoever calls `approve` vouches for `by`; `assurance` says how well it was authenticated. */
export function createMemoryInbox(
  options: { readonly assurance?: Assurance; readonly clock?: Clock } = {},
): Inbox {
  const { assurance = 1, clock = systemClock } = options
  const waiting = new Map<string, Waiting>()
  const isOpen = ({ request }: Waiting): boolean => clock.now() < request.expiresAt
  const decide = (id: string, kind: Answer['kind'], by: ApproverIdentity): boolean => {
    const question = waiting.get(id)
    if (question === undefined || !isOpen(question)) return false
    waiting.delete(id)
    question.answer({ kind, by, assurance })
    return true
  }
  return Object.freeze({
    assurance,
    ask: (request: ApprovalRequest, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<Answer | null>((resolve) => {
        waiting.set(request.id, { request, answer: resolve })
        const withdraw = (): void => {
          waiting.delete(request.id)
          resolve(null)
        }
        signal.addEventListener('abort', withdraw, { once: true })
      }),
    list: () => [...waiting.values()].filter(isOpen).map(({ request }) => request),
    approve: (id: string, by: ApproverIdentity) => decide(id, 'approved', by),
    decline: (id: string, by: ApproverIdentity) => decide(id, 'declined', by),
  })
}

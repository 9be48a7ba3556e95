import type { Answer, ApprovalRequest, Approver } from '../core/approver.ts'
import type { Assurance } from '../core/assurance.ts'

/** One scripted reaction; `silent` never answers. */
export type ScriptedAnswer = 'yes' | 'no' | 'silent'

/** An approver that follows a script and remembers what it was asked. */
export interface ScriptedApprover extends Approver {
  readonly asked: readonly ApprovalRequest[]
}

/** Makes an approver from one answer a question; a function decides by the request; the last answer repeats. */
export function createScriptedApprover(
  script: readonly ScriptedAnswer[] | ((request: ApprovalRequest) => ScriptedAnswer),
  options: { readonly user?: string; readonly assurance?: Assurance } = {},
): ScriptedApprover {
  const { user = 'test-approver', assurance = 1 } = options
  const asked: ApprovalRequest[] = []
  const next = (request: ApprovalRequest): ScriptedAnswer => {
    if (typeof script === 'function') return script(request)
    return script[Math.min(asked.length, script.length) - 1] ?? 'silent'
  }
  return {
    assurance,
    asked,
    ask: (request, { signal }) => {
      asked.push(request)
      const reaction = next(request)
      if (reaction === 'silent') return silence(signal)
      const kind = reaction === 'yes' ? 'approved' : 'declined'
      return Promise.resolve({ kind, by: { user, channel: 'script' }, assurance } satisfies Answer)
    },
  }
}

function silence(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(null), { once: true }),
  )
}

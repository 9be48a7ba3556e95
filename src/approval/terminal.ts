import { createInterface } from 'node:readline/promises'
import type { Answer, ApprovalRequest, Approver } from '../core/approver.ts'
import { accountName, ownTerminal } from '../platform/terminal.ts'
import { renderRequest } from './render-request.ts'

/** The streams of a terminal; `isTTY` says whether a person can be there. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/**
 * Asks at a terminal, one question at a time; only `yes` with the number of the question approves, so that nothing that was
 * typed before a question could be read answers it. Without a TTY there is nobody to ask and the calls end as declined. An
 * agent that shares the account may have the terminal too: see docs for what that means.
 */
export function terminalApprover(
  options: Partial<TerminalStreams> & { readonly user?: string } = {},
): Approver {
  const { input = ownTerminal.input, output = ownTerminal.output, user = accountName() } = options
  let last: Promise<unknown> = Promise.resolve()
  return Object.freeze({
    assurance: input.isTTY === true ? 1 : 0,
    ask: (
      request: ApprovalRequest,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<Answer | null> => {
      const answer = last.then(() => prompt({ input, output }, user, request, signal))
      // One after the other, also when one of them fails: two questions on one screen cannot be told apart.
      last = answer.catch(() => undefined)
      return answer
    },
  })
}

async function prompt(
  streams: TerminalStreams,
  user: string,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<Answer | null> {
  if (signal.aborted) return null
  if (Date.now() >= request.expiresAt) return null
  const lines = createInterface({ input: streams.input, output: streams.output, terminal: false })
  try {
    const word = `yes ${questionNumber(request.id)}`
    streams.output.write(
      `${renderRequest(request)}\nType "${word}" to approve, anything else to decline: `,
    )
    const line = await firstLine(lines, signal)
    if (line === null) return null
    const kind = line.trim() === word ? 'approved' : 'declined'
    streams.output.write(`${kind}\n`)
    return { kind, by: { user, channel: 'terminal' }, assurance: 1 }
  } finally {
    lines.close()
  }
}

/** Three digits that nobody can type who has not seen the question. */
function questionNumber(id: string): string {
  const sum = [...id].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 900, 7)
  return String(100 + sum)
}

/** Null when the question was withdrawn; rejects when the terminal is closed, which is not an answer. */
function firstLine(
  lines: ReturnType<typeof createInterface>,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve)
    lines.once('close', () => reject(new Error('the terminal was closed')))
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

import type { Issue } from '../core/outcome.ts'

/** How many issues a model gets to see of one value. */
export const MAX_ISSUES = 20

const MAX_MESSAGE = 200

/** An issue whose message is cut to 200 characters. */
export function createIssue(path: string, message: string): Issue {
  return Object.freeze({ path, message: message.slice(0, MAX_MESSAGE).toWellFormed() })
}

/** A JSON Pointer (RFC 6901) from its tokens. */
export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join('')
}

/** Escapes one token of a JSON Pointer (RFC 6901 §3). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

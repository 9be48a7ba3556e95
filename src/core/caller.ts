import type { ErrorCode } from '../errors.ts'

/** Who calls, as the application or the transport knows it: never taken from what a model wrote. */
export interface CallerInput {
  /** The person on whose behalf the call is made, qualified by its issuer where there are several. */
  readonly user: string
  /** Defaults to `default`. */
  readonly tenant?: string
  /** The agent that calls. Defaults to `app`. */
  readonly agent?: string
  readonly scopes?: readonly string[]
}

/** A caller as every stage sees it: complete, checked and frozen. */
export interface Caller {
  readonly user: string
  readonly tenant: string
  readonly agent: string
  readonly scopes: readonly string[]
}

const MAX_LENGTH = 512

/** Whether a value can name somebody: a short, well-formed text without U+0000. */
export function isName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAX_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0')
  )
}

type CallerProblem = Extract<ErrorCode, 'caller_missing' | 'caller_invalid'>

/** Reads an untrusted caller once; a problem is the error code. */
export function readCaller(input: CallerInput | undefined): Caller | CallerProblem {
  try {
    return checkCaller(input)
  } catch {
    // A getter or a proxy that throws is no caller.
    return 'caller_invalid'
  }
}

function checkCaller(input: CallerInput | undefined): Caller | CallerProblem {
  if (typeof input !== 'object' || input === null) return 'caller_missing'
  const { user, tenant = 'default', agent = 'app', scopes = [] } = input
  if (user === undefined) return 'caller_missing'
  if (!isName(user) || !isName(tenant) || !isName(agent) || !Array.isArray(scopes))
    return 'caller_invalid'
  const ownScopes = Object.freeze([...scopes])
  if (!ownScopes.every(isName)) return 'caller_invalid'
  return Object.freeze({ user, tenant, agent, scopes: ownScopes })
}

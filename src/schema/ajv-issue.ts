import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Issue } from '../core/outcome.ts'
import { createIssue, formatPointer, MAX_ISSUES } from './issue.ts'

/** The parameter that names the member which is missing or too much. */
const MEMBERS: ReadonlyMap<string, { readonly parameter: string; readonly message: string }> =
  new Map([
    ['required', { parameter: 'missingProperty', message: 'is required' }],
    ['dependentRequired', { parameter: 'missingProperty', message: 'is required' }],
    ['dependencies', { parameter: 'missingProperty', message: 'is required' }],
    ['additionalProperties', { parameter: 'additionalProperty', message: 'is not allowed' }],
    ['unevaluatedProperties', { parameter: 'unevaluatedProperty', message: 'is not allowed' }],
  ])

/** Turns ajv's errors into issues, at most 20 and none twice. */
export function readErrors(errors: readonly ErrorObject[] | null | undefined): readonly Issue[] {
  const issues = new Map<string, Issue>()
  for (const error of errors ?? []) {
    if (issues.size === MAX_ISSUES) break
    const issue = readError(error)
    issues.set(`${issue.path} ${issue.message}`, issue)
  }
  return issues.size === 0 ? [createIssue('', 'is not valid')] : [...issues.values()]
}

function readError({ keyword, params, instancePath, message }: ErrorObject): Issue {
  const member = MEMBERS.get(keyword)
  const name: unknown = member === undefined ? undefined : params[member.parameter]
  if (member === undefined || typeof name !== 'string')
    return createIssue(instancePath, message ?? 'is not valid')
  return createIssue(instancePath + formatPointer([name]), member.message)
}

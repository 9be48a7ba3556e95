import { expect, it } from 'vitest'
import {
  type DocumentedFacts,
  errorsDocument,
  errorsDocumentProblems,
} from '../scripts/errors-document.ts'
import { read } from '../scripts/source.ts'
import { ERRORS } from '../src/errors.ts'

it('documents exactly the errors that exist; `npm run generate` writes the page', () => {
  expect(errorsDocumentProblems(ERRORS, read('docs/errors.md'))).toEqual([])
})

it('writes every code in lower_snake, and every message and next step as a sentence', () => {
  const odd = Object.entries(ERRORS).filter(
    ([code, { message, next }]) =>
      !/^[a-z]+(?:_[a-z]+)*$/.test(code) ||
      !/^[A-Z][^|]*[^.|]$/.test(message) ||
      !/^[^|]+\.$/.test(next),
  )
  expect(odd).toEqual([])
})

const facts = (message: string): DocumentedFacts => ({
  message,
  next: 'Wait.',
  http: 400,
  jsonRpc: -32602,
  exit: 2,
})
const page = errorsDocument({ a: facts('A'), b: facts('B') })

it.each([
  {
    fault: 'an error that the page leaves out',
    errors: { a: facts('A'), b: facts('B'), c: facts('C') },
    kind: ['missing'],
  },
  { fault: 'an error that only the page has', errors: { a: facts('A') }, kind: ['unknown'] },
  {
    fault: 'another message',
    errors: { a: facts('A'), b: facts('other') },
    kind: ['missing', 'unknown'],
  },
  { fault: 'nothing', errors: { a: facts('A'), b: facts('B') }, kind: [] },
])('finds a seeded fault: $fault', ({ errors, kind }) => {
  const problems = errorsDocumentProblems(errors, page)
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(kind)
})

it('finds a row that the page repeats', () => {
  const errors = { a: facts('A'), b: facts('B') }
  const [last = ''] = page.trimEnd().split('\n').slice(-1)
  expect(errorsDocumentProblems(errors, `${page.trimEnd()}\n${last}\n`)).toEqual(['lines repeat'])
})

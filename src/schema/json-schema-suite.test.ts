import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ToolnotaryError } from '../errors.ts'
import { plainJson } from '../json/plain.ts'
import { RESULT_PROFILE } from '../json/profile.ts'
import type { JsonValue } from '../json/value.ts'
import { createSchemaCompiler } from './compiler.ts'

/** JSON-Schema-Test-Suite, draft 2020-12. */
const CORPUS = new URL(
  '../../../shared/corpora/json-schema-2020-12/tests/draft2020-12/',
  import.meta.url,
)
const hasCorpus = existsSync(CORPUS)

interface Group {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly {
    readonly description: string
    readonly data: unknown
    readonly valid: boolean
  }[]
}

interface Tally {
  /** Verdicts that are the suite's. */
  right: number
  /** Tests whose value the parser refuses before any schema sees it. */
  unread: number
  /** Tests of refused schemas. */
  refused: number
  /** Verdicts that are not the suite's, as file, group and test. */
  readonly wrong: string[]
  /** Refused schemas, as reason, file and group. */
  readonly refusals: string[]
}

/** Each of these schemas is refused when it is compiled; none is judged wrongly. Reason, file and group. */
const REFUSED: readonly string[] = [
  'not_plain_json: const.json: nul characters in strings',
  'ref_unresolved: defs.json: validate definition against metaschema',
  'dynamic_ref: dynamicRef.json: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
  "dynamic_ref: dynamicRef.json: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
  'dynamic_ref: dynamicRef.json: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
  'dynamic_ref: dynamicRef.json: multiple dynamic paths to the $dynamicRef keyword',
  'dynamic_ref: dynamicRef.json: after leaving a dynamic scope, it is not used by a $dynamicRef',
  'ref_unresolved: dynamicRef.json: strict-tree schema, guards against misspelled properties',
  'ref_unresolved: dynamicRef.json: tests for implementation dynamic anchor and reference link',
  'ref_unresolved: dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first',
  'ref_unresolved: dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first',
  'ref_unresolved: dynamicRef.json: $ref to $dynamicRef finds detached $dynamicAnchor',
  'dynamic_ref: dynamicRef.json: $dynamicRef skips over intermediate resources - direct reference',
  'dynamic_ref: dynamicRef.json: $dynamicRef avoids the root of each schema, but scopes are still registered',
  'not_plain_json: enum.json: nul characters in strings',
  'not_plain_json: properties.json: properties whose names are Javascript object property names',
  'ref_unresolved: ref.json: remote ref, containing refs itself',
  'ref_unresolved: refRemote.json: remote ref',
  'ref_unresolved: refRemote.json: fragment within remote ref',
  'ref_unresolved: refRemote.json: anchor within remote ref',
  'ref_unresolved: refRemote.json: ref within remote ref',
  'ref_unresolved: refRemote.json: base URI change',
  'ref_unresolved: refRemote.json: base URI change - change folder',
  'ref_unresolved: refRemote.json: base URI change - change folder in subschema',
  'ref_unresolved: refRemote.json: root ref in remote ref',
  'ref_unresolved: refRemote.json: remote ref with ref to defs',
  'ref_unresolved: refRemote.json: Location-independent identifier in remote ref',
  'ref_unresolved: refRemote.json: retrieved nested refs resolve relative to their URI not $id',
  'ref_unresolved: refRemote.json: remote HTTP ref with different $id',
  'ref_unresolved: refRemote.json: remote HTTP ref with different URN $id',
  'ref_unresolved: refRemote.json: remote HTTP ref with nested absolute ref',
  'ref_unresolved: refRemote.json: $ref to $ref finds detached $anchor',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems with nested items',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems with anyOf',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems with oneOf',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems with not',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems with if/then/else',
  'dynamic_ref: unevaluatedItems.json: unevaluatedItems with $dynamicRef',
  'unevaluated_undecided: unevaluatedItems.json: item is evaluated in an uncle schema to unevaluatedItems',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems depends on adjacent contains',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems depends on multiple nested contains',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems and contains interact to control item dependency relationship',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems with minContains = 0',
  'unevaluated_undecided: unevaluatedItems.json: unevaluatedItems can see annotations from if without then and else',
  'unevaluated_undecided: unevaluatedProperties.json: unevaluatedProperties with if/then/else',
  'unevaluated_undecided: unevaluatedProperties.json: unevaluatedProperties with if/then/else, then not defined',
  'unevaluated_undecided: unevaluatedProperties.json: unevaluatedProperties with if/then/else, else not defined',
  'dynamic_ref: unevaluatedProperties.json: unevaluatedProperties with $dynamicRef',
  'unevaluated_undecided: unevaluatedProperties.json: unevaluatedProperties can see annotations from if without then and else',
  'dialect: vocabulary.json: schema that uses custom metaschema with with no validation vocabulary',
  'dialect: vocabulary.json: ignore unrecognized optional vocabulary',
]

/** The same for the optional tests. */
const REFUSED_OPTIONAL: readonly string[] = [
  'ref_unresolved: cross-draft.json: refs to historic drafts are processed as historic drafts',
  'dynamic_ref: dynamicRef.json: $dynamicRef skips over intermediate resources - pointer reference across resource boundary',
  'dialect: format-assertion.json: schema that uses custom metaschema with format-assertion: false',
  'dialect: format-assertion.json: schema that uses custom metaschema with format-assertion: true',
  'ref_unresolved: refOfUnknownKeyword.json: reference of a root arbitrary keyword ',
  'ref_unresolved: refOfUnknownKeyword.json: reference of a root arbitrary keyword with encoded ref',
  'ref_unresolved: refOfUnknownKeyword.json: reference of an arbitrary keyword of a sub-schema',
  'ref_unresolved: refOfUnknownKeyword.json: reference internals of known non-applicator',
  'ref_unresolved: refOfUnknownKeyword.json: reference of an arbitrary keyword of a sub-schema with encoded ref',
]

describe.skipIf(!hasCorpus)(
  'JSON-Schema-Test-Suite (skipped where the corpus is not beside the project)',
  () => {
    it.each([
      { whose: 'that is not ours', untrusted: true },
      { whose: 'of the application', untrusted: false },
    ])('agrees on every required test that a schema $whose may have', async ({ untrusted }) => {
      const tally = await runFolder('', untrusted)
      expect(tally.wrong).toEqual([])
      expect(tally.refusals).toEqual(REFUSED)
      expect(tally).toMatchObject({ right: 1163, unread: 2, refused: 134 })
    })

    it('agrees on the optional tests too', async () => {
      const tally = await runFolder('optional/', true)
      expect(tally.wrong).toEqual([])
      expect(tally.refusals).toEqual(REFUSED_OPTIONAL)
      expect(tally).toMatchObject({ right: 145, unread: 0, refused: 17 })
    })

    it('takes every format for an annotation, which the optional format tests count as wrong', async () => {
      const { right, unread, refused, wrong } = await runFolder('optional/format/', true)
      expect({ right, unread, refused, wrong: wrong.length }).toEqual({
        right: 376,
        unread: 0,
        refused: 0,
        wrong: 388,
      })
    })
  },
)

async function runFolder(folder: string, untrusted: boolean): Promise<Tally> {
  const tally: Tally = { right: 0, unread: 0, refused: 0, wrong: [], refusals: [] }
  const directory = new URL(folder, CORPUS)
  for (const file of readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const groups: readonly Group[] = JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
    for (const group of groups) await runGroup(file, group, untrusted, tally)
  }
  return tally
}

async function runGroup(
  file: string,
  group: Group,
  untrusted: boolean,
  tally: Tally,
): Promise<void> {
  const compiled = compile(group.schema, untrusted)
  if (compiled instanceof ToolnotaryError) {
    tally.refusals.push(`${compiled.details['why']}: ${file}: ${group.description}`)
    tally.refused += group.tests.length
    return
  }
  for (const { description, data, valid } of group.tests) {
    const value = plainJson(data, RESULT_PROFILE)
    if (!value.ok) tally.unread += 1
    else if ((await compiled(value.value)) === valid) tally.right += 1
    else tally.wrong.push(`${file}: ${group.description}: ${description}`)
  }
}

function compile(
  schema: unknown,
  untrusted: boolean,
): ToolnotaryError | ((value: JsonValue) => Promise<boolean>) {
  // A tool's schema is an object; a few groups are about `true` and `false`.
  const root = typeof schema === 'boolean' ? { allOf: [schema] } : { ...(schema as object) }
  try {
    const { check } = createSchemaCompiler({ untrusted }).compile(root, 'output')
    return async (value) => (await check(value)).ok
  } catch (error) {
    if (error instanceof ToolnotaryError) return error
    throw error
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { parseJson } from './parse.ts'
import type { JsonProblem, JsonResult } from './problem.ts'
import { CALL_PROFILE, type JsonProfile, RESULT_PROFILE } from './profile.ts'

// The corpora lie beside the project, not in it: github.com/nst/JSONTestSuite and cyberphone/json-canonicalization.
const corpora = new URL('../../../shared/corpora/', import.meta.url)
const parsing = new URL('json-parsing/test_parsing/', corpora)
const transform = new URL('json-parsing/test_transform/', corpora)
const jcs = new URL('jcs/testdata/', corpora)

type Verdict = JsonProblem | 'ok'
type Verdicts = Readonly<Record<string, readonly [call: Verdict, result: Verdict]>>

/** Valid by RFC 8259, and refused by a rule of ours: -0 and U+0000 in calls, duplicate keys everywhere. */
const REFUSED: Verdicts = {
  'y_number_minus_zero.json': ['negative_zero', 'ok'],
  'y_number_negative_zero.json': ['negative_zero', 'ok'],
  'y_object_duplicated_key.json': ['duplicate_key', 'duplicate_key'],
  'y_object_duplicated_key_and_value.json': ['duplicate_key', 'duplicate_key'],
  'y_object_escaped_null_in_key.json': ['nul_character', 'ok'],
  'y_string_null_escape.json': ['nul_character', 'ok'],
}

/** What RFC 8259 leaves to the parser, and what readers are known to disagree about. */
const DECIDED: Verdicts = {
  'i_number_double_huge_neg_exp.json': ['number_not_exact', 'ok'],
  'i_number_huge_exp.json': ['number_not_finite', 'number_not_finite'],
  'i_number_neg_int_huge_exp.json': ['number_not_finite', 'number_not_finite'],
  'i_number_pos_double_huge_exp.json': ['number_not_finite', 'number_not_finite'],
  'i_number_real_neg_overflow.json': ['number_not_finite', 'number_not_finite'],
  'i_number_real_pos_overflow.json': ['number_not_finite', 'number_not_finite'],
  'i_number_real_underflow.json': ['number_not_exact', 'ok'],
  'i_number_too_big_neg_int.json': ['number_not_exact', 'ok'],
  'i_number_too_big_pos_int.json': ['ok', 'ok'],
  'i_number_very_big_negative_int.json': ['number_not_exact', 'ok'],
  'i_object_key_lone_2nd_surrogate.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_1st_surrogate_but_2nd_missing.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_1st_valid_surrogate_2nd_invalid.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_UTF-16LE_with_BOM.json': ['bad_utf8', 'bad_utf8'],
  'i_string_UTF-8_invalid_sequence.json': ['bad_utf8', 'bad_utf8'],
  'i_string_UTF8_surrogate_U+D800.json': ['bad_utf8', 'bad_utf8'],
  'i_string_incomplete_surrogate_and_escape_valid.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_incomplete_surrogate_pair.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_incomplete_surrogates_escape_valid.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_invalid_lonely_surrogate.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_invalid_surrogate.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_invalid_utf-8.json': ['bad_utf8', 'bad_utf8'],
  'i_string_inverted_surrogates_U+1D11E.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_iso_latin_1.json': ['bad_utf8', 'bad_utf8'],
  'i_string_lone_second_surrogate.json': ['lone_surrogate', 'lone_surrogate'],
  'i_string_lone_utf8_continuation_byte.json': ['bad_utf8', 'bad_utf8'],
  'i_string_not_in_unicode_range.json': ['bad_utf8', 'bad_utf8'],
  'i_string_overlong_sequence_2_bytes.json': ['bad_utf8', 'bad_utf8'],
  'i_string_overlong_sequence_6_bytes.json': ['bad_utf8', 'bad_utf8'],
  'i_string_overlong_sequence_6_bytes_null.json': ['bad_utf8', 'bad_utf8'],
  'i_string_truncated-utf-8.json': ['bad_utf8', 'bad_utf8'],
  'i_string_utf16BE_no_BOM.json': ['bad_utf8', 'bad_utf8'],
  'i_string_utf16LE_no_BOM.json': ['bad_utf8', 'bad_utf8'],
  'i_structure_500_nested_arrays.json': ['too_deep', 'too_deep'],
  'i_structure_UTF-8_BOM_empty_object.json': ['byte_order_mark', 'byte_order_mark'],
}

const TRANSFORMED: Verdicts = {
  'number_-9223372036854775808.json': ['number_not_exact', 'ok'],
  'number_-9223372036854775809.json': ['number_not_exact', 'ok'],
  'number_1.0.json': ['ok', 'ok'],
  'number_1.000000000000000005.json': ['number_not_exact', 'ok'],
  'number_1000000000000000.json': ['ok', 'ok'],
  'number_10000000000000000999.json': ['number_not_exact', 'ok'],
  'number_1e-999.json': ['number_not_exact', 'ok'],
  'number_1e6.json': ['ok', 'ok'],
  'number_9223372036854775807.json': ['number_not_exact', 'ok'],
  'number_9223372036854775808.json': ['number_not_exact', 'ok'],
  'object_key_nfc_nfd.json': ['ok', 'ok'],
  'object_key_nfd_nfc.json': ['ok', 'ok'],
  'object_same_key_different_values.json': ['duplicate_key', 'duplicate_key'],
  'object_same_key_same_value.json': ['duplicate_key', 'duplicate_key'],
  'object_same_key_unclear_values.json': ['duplicate_key', 'duplicate_key'],
  'string_1_escaped_invalid_codepoint.json': ['lone_surrogate', 'lone_surrogate'],
  'string_1_invalid_codepoint.json': ['bad_utf8', 'bad_utf8'],
  'string_2_escaped_invalid_codepoints.json': ['lone_surrogate', 'lone_surrogate'],
  'string_2_invalid_codepoints.json': ['bad_utf8', 'bad_utf8'],
  'string_3_escaped_invalid_codepoints.json': ['lone_surrogate', 'lone_surrogate'],
  'string_3_invalid_codepoints.json': ['bad_utf8', 'bad_utf8'],
  'string_with_escaped_NULL.json': ['nul_character', 'ok'],
}

const verdictOf = (result: JsonResult): Verdict => (result.ok ? 'ok' : result.problem)

const read = (folder: URL, name: string, profile: JsonProfile) =>
  parseJson(new Uint8Array(readFileSync(new URL(encodeURIComponent(name), folder))), profile)

function verdictsOf(folder: URL, prefix = ''): Verdicts {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix))
  return Object.fromEntries(
    names.map((name) => [
      name,
      [verdictOf(read(folder, name, CALL_PROFILE)), verdictOf(read(folder, name, RESULT_PROFILE))],
    ]),
  )
}

const noCorpus = existsSync(parsing) ? '' : ' (skipped: no JSONTestSuite beside the project)'

describe.skipIf(noCorpus !== '')(`JSONTestSuite${noCorpus}`, () => {
  it('has every valid text accepted, but for those that a rule refuses', () => {
    const verdicts = verdictsOf(parsing, 'y_')
    expect(Object.keys(verdicts)).toHaveLength(95)
    const refused = Object.entries(verdicts).filter(([, pair]) => pair.some((v) => v !== 'ok'))
    expect(Object.fromEntries(refused)).toEqual(REFUSED)
  })

  it('has every invalid text refused', () => {
    const verdicts = verdictsOf(parsing, 'n_')
    expect(Object.keys(verdicts)).toHaveLength(188)
    expect(Object.entries(verdicts).filter(([, pair]) => pair.includes('ok'))).toEqual([])
  })

  it('has every open case decided', () => {
    expect(Object.keys(DECIDED)).toHaveLength(35)
    expect(verdictsOf(parsing, 'i_')).toEqual(DECIDED)
  })

  it('has every text that readers change decided', () => {
    expect(verdictsOf(transform)).toEqual(TRANSFORMED)
  })
})

const noVectors = existsSync(jcs) ? '' : ' (skipped: no JCS vectors beside the project)'

describe.skipIf(noVectors !== '')(`the vectors of RFC 8785${noVectors}`, () => {
  it.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])(
    'gives %s byte for byte',
    (name) => {
      const parsed = read(new URL('input/', jcs), `${name}.json`, RESULT_PROFILE)
      if (!parsed.ok) throw new Error(parsed.problem)
      const expected = readFileSync(new URL(`output/${name}.json`, jcs))
      expect(Buffer.from(canonicalJson(parsed.value))).toEqual(expected)
    },
  )
})

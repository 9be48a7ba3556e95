import fc from 'fast-check'
import { base64url } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  APPROVAL,
  ISSUERS,
  MADE_AT,
  publicJwkOf,
  sampleRing,
  signerOf,
  signRaw,
  TEST_KEYS,
} from '../../testing/record-samples.ts'
import { isApproval } from './approval.ts'
import { MAX_RECORD_BYTES, readCompact } from './compact-form.ts'
import { openRecord, readPayload } from './open-record.ts'
import { signApproval } from './sign-record.ts'

const key = TEST_KEYS.ed25519
const context = { keys: sampleRing(), now: MADE_AT }
const record = await signApproval(await signerOf(key), APPROVAL)
const [header = '', payload = '', signature = ''] = record.split('.')

/** The step at which a record is refused, or `opened`. */
async function stepOf(given: unknown): Promise<string> {
  const opened = await openRecord(given, 'tool-approval+jwt', ISSUERS.service, context)
  return opened.ok ? 'opened' : `${opened.step}: ${opened.reason}`
}

describe('the one spelling of a record', () => {
  it('is refused after a change of any single character, whatever it becomes', async () => {
    const position = fc.nat(record.length - 1)
    const character = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'AQgwZz09-_+/=.\n '),
    )
    await fc.assert(
      fc.asyncProperty(position, character, async (at, other) => {
        const changed = `${record.slice(0, at)}${other}${record.slice(at + 1)}`
        expect(await stepOf(changed)).toEqual(
          changed === record ? 'opened' : expect.stringMatching(/^(form|header|signature): /),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('is refused at every place when the unused bits of the last character are set', () => {
    const spellings = [header, payload, signature].flatMap((part, index) => {
      const parts = [header, payload, signature]
      return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((last) =>
        parts.with(index, part.slice(0, -1) + last).join('.'),
      )
    })
    const sameBytes = spellings.filter((text) =>
      text.split('.').every((part, index) => {
        const original = [header, payload, signature][index] ?? ''
        return base64url.encode(base64url.decode(part)) === original
      }),
    )
    expect(new Set(sameBytes).size).toBeGreaterThan(1)
    expect(new Set(sameBytes.filter((text) => readCompact(text) !== null))).toEqual(
      new Set([record]),
    )
  })

  it.each([
    { form: 'padding', text: `${record}==` },
    { form: 'a line break behind', text: `${record}\n` },
    { form: 'a line break inside', text: record.replace('.', '.\n') },
    { form: 'two parts', text: `${header}.${payload}` },
    { form: 'four parts', text: `${record}.` },
    { form: 'five parts, as in encryption', text: `${record}.e30.e30` },
    { form: 'an empty header', text: `.${payload}.${signature}` },
    { form: 'a detached payload', text: `${header}..${signature}` },
    { form: 'no signature', text: `${header}.${payload}.` },
    { form: 'the alphabet of base64', text: `${header}.${payload}.${signature.slice(0, -1)}+` },
    {
      form: 'the JSON serialization',
      text: JSON.stringify({ protected: header, payload, signature }),
    },
    { form: 'a list with one record', text: [record] },
    { form: 'a boxed text', text: Object(record) },
    { form: 'bytes', text: new TextEncoder().encode(record) },
    { form: 'null', text: null },
  ])('$form is no record', async ({ text }) => {
    expect(await stepOf(text)).toBe('form: malformed')
  })

  it('may be 4096 bytes long and not one more', () => {
    const withPayload = (length: number): unknown =>
      readCompact(`AAAA.${'A'.repeat(length - 10)}.AAAA`)
    expect(MAX_RECORD_BYTES).toBe(4096)
    // Two more are the next length that base64url can have.
    expect(withPayload(4096)).not.toBeNull()
    expect(withPayload(4098)).toBeNull()
    expect(withPayload(4097)).toBeNull()
  })
})

describe('the header', () => {
  const { alg, kid } = key
  const typ = 'tool-approval+jwt'
  const jwk = publicJwkOf(TEST_KEYS.stranger)
  it.each([
    { header: { alg: 'none', kid, typ }, step: 'header: header_refused' },
    { header: { alg: 'NONE', kid, typ }, step: 'header: header_refused' },
    { header: { alg: 'HS256', kid, typ }, step: 'header: header_refused' },
    { header: { alg: 'RS256', kid, typ }, step: 'header: header_refused' },
    { header: { alg: 'ed25519', kid, typ }, step: 'header: header_refused' },
    { header: { alg: 'constructor', kid, typ }, step: 'header: header_refused' },
    { header: { alg: 'ES256', kid, typ }, step: 'header: header_refused' },
    { header: { alg: ['Ed25519'], kid, typ }, step: 'header: header_refused' },
    { header: { kid, typ }, step: 'header: header_refused' },
    { header: { alg, typ }, step: 'header: header_refused' },
    { header: { alg, kid: '', typ }, step: 'header: header_refused' },
    { header: { alg, kid: 7, typ }, step: 'header: header_refused' },
    { header: { alg, kid }, step: 'header: header_refused' },
    { header: { alg, kid, typ: 'JWT' }, step: 'header: header_refused' },
    { header: { alg, kid, typ: 'application/tool-approval+jwt' }, step: 'header: header_refused' },
    { header: { alg, kid, typ: 'TOOL-APPROVAL+JWT' }, step: 'header: header_refused' },
    { header: { alg, kid, typ: 'tool-receipt+jwt' }, step: 'header: header_refused' },
    { header: { alg, kid, typ, crit: ['exp'] }, step: 'header: header_refused' },
    { header: { alg, kid, typ, b64: false, crit: ['b64'] }, step: 'header: header_refused' },
    { header: { alg, kid, typ, jwk }, step: 'header: header_refused' },
    { header: { alg, kid, typ, jku: 'https://keys.example' }, step: 'header: header_refused' },
    { header: { alg, kid, typ, x5u: 'https://keys.example' }, step: 'header: header_refused' },
    { header: { alg, kid, typ, x5c: ['MIIB'] }, step: 'header: header_refused' },
    { header: { alg, kid, typ, cty: 'json' }, step: 'header: header_refused' },
    { header: { alg, kid: 'constructor', typ }, step: 'header: unknown_key' },
    { header: { alg, kid: '__proto__', typ }, step: 'header: unknown_key' },
    { header: { alg, kid: '../../dev/null', typ }, step: 'header: unknown_key' },
    { header: { alg: 'EdDSA', kid, typ }, step: 'opened' },
    { header: { typ, kid, alg }, step: 'opened' },
  ])('$header: $step', async ({ header, step }) => {
    expect(await stepOf(await signRaw(key, JSON.stringify(header), JSON.stringify(APPROVAL)))).toBe(
      step,
    )
  })

  it.each([
    `{"alg":"none","alg":"Ed25519","kid":"${kid}","typ":"${typ}"}`,
    `{"alg":"Ed25519","kid":"x","kid":"${kid}","typ":"${typ}"}`,
    `{"alg":"Ed25519","kid":"${kid}","typ":"${typ}"} {}`,
    `\ufeff{"alg":"Ed25519","kid":"${kid}","typ":"${typ}"}`,
    `["Ed25519"]`,
    'null',
    'header',
  ])('is refused as the text %s', async (text) => {
    expect(await stepOf(await signRaw(key, text, JSON.stringify(APPROVAL)))).toBe(
      'header: header_refused',
    )
  })

  it('does not let EdDSA stand for a key that is not Ed25519', async () => {
    const header = { alg: 'EdDSA', kid: TEST_KEYS.es256.kid, typ }
    const signed = await signRaw(TEST_KEYS.es256, JSON.stringify(header), JSON.stringify(APPROVAL))
    expect(await stepOf(signed)).toBe('header: header_refused')
  })
})

describe('the payload', () => {
  const fields = JSON.stringify(APPROVAL)
  const read = (text: string): unknown => readPayload(base64url.encode(text), isApproval)

  it('is read when it is strict JSON of the one shape', () => {
    expect(read(fields)).toEqual(APPROVAL)
  })

  it.each([
    { fault: 'a member twice', text: fields.replace('{"v":1', '{"v":1,"v":1') },
    { fault: 'a member twice, once escaped', text: fields.replace('"v":1', '"v":1,"\\u0076":1') },
    { fault: 'text behind', text: `${fields}x` },
    { fault: 'a byte order mark', text: `\ufeff${fields}` },
    { fault: 'a prototype', text: fields.replace('{"v":1', '{"v":1,"__proto__":{}') },
    {
      fault: 'a number that changes when it is read',
      text: fields.replace('"max":1', '"max":1.00000000000000000001'),
    },
    { fault: 'a lone surrogate', text: fields.replace('u_123', '\\ud800') },
    { fault: 'a list', text: `[${fields}]` },
    { fault: 'nothing', text: '' },
    { fault: 'null', text: 'null' },
  ])('is refused with $fault', ({ text }) => {
    expect(text).not.toBe(fields)
    expect(read(text)).toBeNull()
  })

  it('is refused with bytes that are no UTF-8', () => {
    const bytes = new TextEncoder().encode(fields)
    bytes[fields.indexOf('refund')] = 0xff
    expect(readPayload(base64url.encode(bytes), isApproval)).toBeNull()
  })
})

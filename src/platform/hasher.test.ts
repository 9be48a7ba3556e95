import { createHash, createHmac, createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HmacKey } from '../json/hasher.ts'
import { createNodeHasher } from './hasher.ts'

const hasher = createNodeHasher()
const bytes = Uint8Array.from({ length: 32 }, (_, index) => index)

describe('the hasher of Node', () => {
  it('gives SHA-256 of FIPS 180-4 in base64url', () => {
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(Buffer.from(hasher.sha256('abc'), 'base64url').toString('hex')).toBe(expected)
    expect(hasher.sha256('abc')).toHaveLength(43)
  })

  it('gives HMAC-SHA-256 of RFC 4231, case 3 of which repeats a byte of the key', () => {
    const key = hasher.hmacKey(new Uint8Array(131).fill(0xaa))
    const mac = hasher.hmacSha256(key, 'Test Using Larger Than Block-Size Key - Hash Key First')
    const expected = '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54'
    expect(Buffer.from(mac, 'base64url').toString('hex')).toBe(expected)
    expect(mac).toHaveLength(43)
  })

  it('hashes the UTF-8 bytes of any text', () => {
    const key = hasher.hmacKey(bytes)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const utf8 = Buffer.from(text)
        expect(hasher.sha256(text)).toBe(createHash('sha256').update(utf8).digest('base64url'))
        const mac = createHmac('sha256', createSecretKey(bytes)).update(utf8).digest('base64url')
        expect(hasher.hmacSha256(key, text)).toBe(mac)
      }),
    )
  })

  it('refuses text that has no UTF-8 bytes', () => {
    const refused = expect.objectContaining({ code: 'json_not_canonical' })
    expect(() => hasher.sha256('\ud800')).toThrow(refused)
    expect(() => hasher.hmacSha256(hasher.hmacKey(bytes), '\ud800')).toThrow(refused)
  })

  it('copies the bytes of a key, and does not show them', () => {
    const source = Uint8Array.from(bytes)
    const key = hasher.hmacKey(source)
    const before = hasher.hmacSha256(key, 'a')
    source.fill(0)
    expect(hasher.hmacSha256(key, 'a')).toBe(before)
    expect(Object.entries(key)).toEqual([['kind', 'hmac_key']])
    expect(Object.isFrozen(key)).toBe(true)
  })

  it('keeps its keys apart', () => {
    const other = hasher.hmacKey(new Uint8Array(32))
    expect(hasher.hmacSha256(other, 'a')).not.toBe(hasher.hmacSha256(hasher.hmacKey(bytes), 'a'))
  })

  it('refuses keys that are short, made by another hasher, or made by hand', () => {
    const refused = expect.objectContaining({ code: 'hmac_key_invalid' })
    const forged: HmacKey = { kind: 'hmac_key' }
    expect(() => hasher.hmacKey(bytes.subarray(0, 31))).toThrow(refused)
    expect(() => hasher.hmacSha256(createNodeHasher().hmacKey(bytes), 'a')).toThrow(refused)
    expect(() => hasher.hmacSha256(forged, 'a')).toThrow(refused)
  })
})

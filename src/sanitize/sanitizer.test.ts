import { describe, expect, it } from 'vitest'
import type { ToolResult } from '../core/result.ts'
import type { Sanitized } from '../core/sanitizer.ts'
import type { JsonValue } from '../json/value.ts'
import { createSanitizer, type SanitizerOptions } from './sanitizer.ts'

const PROVENANCE = { tool: 'fetch_page', trusted: true }
const TOKEN = `gh${'p_'}${'a'.repeat(36)}`
const TAG = /\[secret:github:[0-9a-f]{12}\]/
const KEY = new Uint8Array(32)
const text = (of: string): ToolResult => ({
  kind: 'content',
  content: [{ kind: 'text', text: of }],
  structured: null,
})

function sanitize(result: ToolResult, options: SanitizerOptions = {}): Sanitized {
  const sanitized = createSanitizer({ secretKey: KEY, ...options }).sanitize(result, PROVENANCE)
  if (sanitized instanceof Promise) throw new Error('The sanitizer answers at once')
  return sanitized
}

function clean(of: string, options: SanitizerOptions = {}): string {
  const sanitized = sanitize(text(of), options)
  const block =
    sanitized.kind === 'clean' && sanitized.result.kind === 'content' && sanitized.result.content[0]
  return block && block.kind === 'text' ? block.text : ''
}

describe('a text block', () => {
  it('passes as the same object when it is ordinary', () => {
    const result = text('Refunded 5 €.\r\n\tSee https://docs.example/guide\n')
    const sanitized = sanitize(result)
    expect(sanitized).toEqual({ kind: 'clean', result, changes: [] })
    expect(
      sanitized.kind === 'clean' &&
        sanitized.result.kind === 'content' &&
        sanitized.result.content[0],
    ).toBe(result.kind === 'content' && result.content[0])
  })

  it.each([
    { attack: 'clipboard writes', of: 'a\x1B]52;c;cm0gLXJm\x07b', left: 'ab' },
    { attack: 'an unterminated title', of: 'a\x1B]0;b', left: 'a0;b' },
    { attack: 'an overwritten line', of: 'safe command\rrm -rf /', left: 'safe commandrm -rf /' },
    { attack: 'smuggled tags', of: 'hi\u{E0069}\u{E0067}\u{E006E}', left: 'hi' },
    { attack: 'joiners between emoji', of: '🍕\u200D🍕', left: '🍕🍕' },
    {
      attack: 'a reference image',
      of: '![x][a]\n\n[a]: https://e.example/?q=1',
      left: '![x][a]\n\n[a]: https%3A//e.example/?q=1',
    },
    {
      attack: 'an image',
      of: '![x](https://e.example/?q=1)',
      left: '![x](https%3A//e.example/?q=1)',
    },
    {
      attack: 'an image in disguise',
      of: '![x](ht\u200Btps://e.example/?q)',
      left: '![x](https%3A//e.example/?q)',
    },
    {
      attack: 'an entity',
      of: '<img src="https&#58;//e.example">',
      left: '<img src="https&amp;#58;//e.example">',
    },
  ])('loses $attack', ({ of, left }) => {
    expect(clean(of)).toBe(left)
  })

  it('loses a secret that hidden characters cut in two', () => {
    expect(clean(`${TOKEN.slice(0, 12)}\u200B${TOKEN.slice(12)}`)).toMatch(TAG)
  })

  it('loses a secret whose URL would be made inert', () => {
    expect(clean(`[x](https://user-one:pa55-w0rd-x@host.example.org/?q)`)).toMatch(
      /^\[x\]\(\[secret:basicauth:[0-9a-f]{12}\]\/\?q\)$/,
    )
  })

  it('gets no link out of the brackets of a placeholder', () => {
    expect(clean(`${TOKEN}(https://e.example)`)).toMatch(/\]\(https%3A\/\/e\.example\)$/)
  })

  it('says what was changed, and never with the text', () => {
    const sanitized = sanitize(
      text(`\x1B[0m\u200B\u202E${TOKEN} [x](https://e) https://f/?q &#58;`),
    )
    expect(sanitized.kind === 'clean' && sanitized.changes).toEqual([
      { kind: 'control', detail: 'text/terminal_escape', count: 1 },
      { kind: 'invisible', detail: 'text/invisible', count: 1 },
      { kind: 'invisible', detail: 'text/bidi', count: 1 },
      { kind: 'secret', detail: 'secrets/github', count: 1 },
      { kind: 'link', detail: 'links/destination', count: 1 },
      { kind: 'link', detail: 'links/url', count: 1 },
      { kind: 'link', detail: 'links/reference', count: 1 },
    ])
  })

  it('keeps links to allowed hosts', () => {
    const link = '![x](https://img.example/a?b)'
    expect(clean(link, { allowedHosts: ['*.example'] })).toBe(link)
  })

  it('is cleaned alike as the message of a failing tool', () => {
    const message = createSanitizer({ secretKey: KEY }).sanitizeText(`\x1B[31m${TOKEN} [x](//e)`)
    expect(message).toBe(clean(`\x1B[31m${TOKEN} [x](//e)`))
    expect(message).toMatch(TAG)
  })
})

describe('a structured value', () => {
  const value = (of: JsonValue): ToolResult => ({ kind: 'value', value: of })

  it('passes as the same object when it is ordinary', () => {
    const result = value({ id: 'r_1', url: 'https://api.example/?page=2', n: 1, ok: null })
    const sanitized = sanitize(result)
    expect(sanitized).toMatchObject({ kind: 'clean', changes: [] })
    expect(sanitized.kind === 'clean' && sanitized.result).toBe(result)
  })

  it('is reported and not edited when it hides something or links somewhere', () => {
    const result = value({ 'k\u200B': ['\x1B[0m', '![x](https://e.example)', 'a\r'] })
    expect(sanitize(result)).toEqual({
      kind: 'clean',
      result,
      changes: [
        { kind: 'flagged', detail: 'text/invisible', count: 1 },
        { kind: 'flagged', detail: 'text/terminal_escape', count: 1 },
        { kind: 'flagged', detail: 'text/control', count: 1 },
        { kind: 'flagged', detail: 'links/destination', count: 1 },
      ],
    })
  })

  it.each([
    { what: 'a string', result: value(['a\u200B']) },
    { what: 'a key', result: value({ 'a\u{E0041}': 1 }) },
    { what: 'a lone carriage return at the end', result: value(['a\r', 'b']) },
    {
      what: 'the structured part of content',
      result: { kind: 'content', content: [], structured: { a: '\u202E' } } as const,
    },
  ])('is refused with hidden: refuse when $what hides something', ({ result }) => {
    expect(sanitize(result, { hidden: 'refuse' })).toEqual({
      kind: 'refused',
      reason: 'output_refused',
    })
    expect(sanitize(result).kind).toBe('clean')
  })

  it('is not refused for what only text blocks hide', () => {
    expect(sanitize(text('a\u200B'), { hidden: 'refuse' }).kind).toBe('clean')
  })

  it('loses its secrets and keeps everything else', () => {
    const sanitized = sanitize(
      value({ __proto__: null, list: [TOKEN, 1, true], note: `see ${TOKEN}`, n: null }),
    )
    if (sanitized.kind !== 'clean' || sanitized.result.kind !== 'value')
      throw new Error('not clean')
    expect(sanitized.result.value).toEqual({
      list: [expect.stringMatching(TAG), 1, true],
      note: expect.stringMatching(TAG),
      n: null,
    })
    expect(sanitized.changes).toEqual([{ kind: 'secret', detail: 'secrets/github', count: 2 }])
  })

  it('keeps a member whose name is special', () => {
    const hostile = JSON.parse(`{"__proto__":{"a":"${TOKEN}"}}`) as JsonValue
    const sanitized = sanitize(value(hostile))
    expect(JSON.stringify(sanitized.kind === 'clean' && sanitized.result)).toMatch(
      /"__proto__":\{"a":"\[secret:/,
    )
  })
})

describe('the sanitizer', () => {
  it('refuses a result of 50 MB before anything reads it', () => {
    const huge = '\u200B'.repeat(50_000_000)
    const refused = { kind: 'refused', reason: 'output_too_large' }
    expect(sanitize(text(huge))).toEqual(refused)
    expect(sanitize({ kind: 'value', value: [huge] })).toEqual(refused)
  })

  it('marks what comes from a server that is not trusted beside the result', () => {
    const sanitized = createSanitizer().sanitize(text('a'), { tool: 't', trusted: false })
    expect(sanitized).toEqual({
      kind: 'clean',
      result: text('a'),
      changes: [{ kind: 'flagged', detail: 'provenance/untrusted', count: 1 }],
    })
  })

  it('passes images as they are', () => {
    const image = { kind: 'image', data: 'AAAA', mimeType: 'image/png' } as const
    const result: ToolResult = { kind: 'content', content: [image], structured: null }
    expect(sanitize(result)).toEqual({ kind: 'clean', result, changes: [] })
  })

  it.each([
    { option: 'bounds.bytes', options: { bounds: { bytes: 0 } } },
    { option: 'bounds.depth', options: { bounds: { depth: 1.5 } } },
    { option: 'secretKey', options: { secretKey: new Uint8Array(15) } },
    { option: 'allowedHosts', options: { allowedHosts: ['https://a'] } },
  ])('refuses a bad $option', ({ option, options }) => {
    expect(() => createSanitizer(options)).toThrow(
      expect.objectContaining({ code: 'gate_option_invalid', details: { option } }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { ToolnotaryError } from '../errors.ts'
import { createAllowedHosts } from './allowed-hosts.ts'
import { makeLinksInert } from './links.ts'

const allows = createAllowedHosts(['docs.example', '*.cdn.example'])

describe('createAllowedHosts', () => {
  it.each([
    { url: 'https://docs.example/a' },
    { url: 'http://DOCS.example?q' },
    { url: '//docs.example:8443/a' },
    { url: 'https://docs.example' },
    { url: 'https://docs.example.' },
    { url: 'https://docs.example) and' },
    { url: 'https://docs.example">' },
    { url: 'https://a.b.cdn.example#x' },
  ])('allows $url', ({ url }) => {
    expect(allows(url)).toBe(true)
  })

  it.each([
    { url: 'https://evil.example/docs.example' },
    { url: 'https://docs.example.evil.example' },
    { url: 'https://docs.example@evil.example' },
    { url: 'https://docs.example:x@evil.example' },
    { url: 'https://docs.example:443@evil.example' },
    { url: 'https://docs.example\\@evil.example' },
    { url: 'https://docs.example".evil.example' },
    { url: 'https://docs.example)@evil.example' },
    { url: 'https://docs.example\u3002evil.example' },
    { url: 'https://docs.example%2eevil.example' },
    { url: `https://docs.example${')'.repeat(600)}@evil.example` },
    { url: 'https://xdocs.example' },
    { url: 'https://cdn.example' },
    { url: 'https://xcdn.example' },
    { url: 'ftp://docs.example' },
    { url: 'https:docs.example' },
    { url: 'https:/\\docs.example' },
    { url: 'javascript://docs.example/%0aalert(1)' },
  ])('does not allow $url', ({ url }) => {
    expect(allows(url)).toBe(false)
  })

  it.each([
    { entry: '*' },
    { entry: '' },
    { entry: 'https://docs.example' },
    { entry: 'Docs.example' },
    { entry: 'docs.example:80' },
    { entry: '*.*.example' },
    { entry: 'docs.example/' },
  ])('refuses the entry "$entry"', ({ entry }) => {
    expect(() => createAllowedHosts([entry])).toThrow(
      expect.objectContaining({ code: 'gate_option_invalid' } satisfies Partial<ToolnotaryError>),
    )
  })

  it.each([
    { text: '![x](https://docs.example/?q) <img src="//a.cdn.example/i">' },
    { text: '[r]: https://docs.example' },
    { text: 'see https://docs.example/?q=1 or www.cdn.example' },
  ])('keeps links to allowed hosts: $text', ({ text }) => {
    expect(makeLinksInert(text, allows).text).toBe(text)
  })

  it.each([
    {
      text: 'https://docs.example/?u=https://evil.example',
      left: 'https://docs.example/?u=https%3A//evil.example',
    },
    { text: '![x](ht\ntps://docs.example)', left: '![x](ht\ntps%3A//docs.example)' },
    { text: '![x](xhttps://docs.example)', left: '![x](xhttps%3A//docs.example)' },
    { text: '[x](/\\docs.example)', left: '[x](%2F/\\docs.example)' },
  ])('makes the rest inert: $text', ({ text, left }) => {
    expect(makeLinksInert(text, allows).text).toBe(left)
  })
})

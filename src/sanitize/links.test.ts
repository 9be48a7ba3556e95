import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAllowedHosts } from './allowed-hosts.ts'
import { makeLinksInert, mayHoldLink } from './links.ts'

const nobody = createAllowedHosts([])
const inert = (text: string): string => makeLinksInert(text, nobody).text

describe('makeLinksInert', () => {
  it.each([
    {
      what: 'an image',
      text: '![x](https://evil.example/?q=1)',
      left: '![x](https%3A//evil.example/?q=1)',
    },
    { what: 'a link', text: '[x](http://evil.example/a)', left: '[x](http%3A//evil.example/a)' },
    {
      what: 'brackets',
      text: '[x](<https://evil.example>)',
      left: '[x](<https%3A//evil.example>)',
    },
    {
      what: 'blanks and a title',
      text: '[x]( \n https://e.example "t")',
      left: '[x]( \n https%3A//e.example "t")',
    },
    {
      what: 'an image in a link',
      text: '[![a](//e.example/i)](https://e.example)',
      left: '[![a](%2F//e.example/i)](https%3A//e.example)',
    },
    {
      what: 'nested brackets',
      text: '![[a]](https://e.example)',
      left: '![[a]](https%3A//e.example)',
    },
    {
      what: 'a reference',
      text: '![x][r]\n\n[r]: https://e.example/?q',
      left: '![x][r]\n\n[r]: https%3A//e.example/?q',
    },
    {
      what: 'a reference on the next line',
      text: '[r]:\n  <//e.example>',
      left: '[r]:\n  <%2F//e.example>',
    },
    { what: 'an autolink', text: '<https://e.example/a>', left: '<https%3A//e.example/a>' },
    { what: 'no scheme', text: '![x](//e.example/a)', left: '![x](%2F//e.example/a)' },
    { what: 'backslashes for slashes', text: '![x](/\\e.example)', left: '![x](%2F/\\e.example)' },
    {
      what: 'an escaped colon',
      text: '![x](https\\://e.example)',
      left: '![x](https\\%3A//e.example)',
    },
    { what: 'escaped slashes', text: '![x](\\/\\/e.example)', left: '![x](%2F\\/\\/e.example)' },
    { what: 'one slash', text: '![x](https:/e.example)', left: '![x](https%3A/e.example)' },
    { what: 'no slash', text: '![x](https:e.example)', left: '![x](https%3Ae.example)' },
    { what: 'capitals', text: '![x](HTTPS://E.EXAMPLE)', left: '![x](HTTPS%3A//E.EXAMPLE)' },
    { what: 'a script', text: '[x](javascript:alert(1))', left: '[x](javascript%3Aalert(1))' },
    { what: 'data', text: '![x](data:text/html,a)', left: '![x](data%3Atext/html,a)' },
    {
      what: 'the scheme of an application',
      text: '[x](vscode://a/b)',
      left: '[x](vscode%3A//a/b)',
    },
  ])('takes the target from Markdown with $what', ({ text, left }) => {
    expect(makeLinksInert(text, nobody)).toMatchObject({ text: left, urls: 0, references: 0 })
  })

  it.each([
    { text: '<img src="https://e.example/?q">', left: '<img src="https%3A//e.example/?q">' },
    { text: "<img src = '//e.example'>", left: "<img src = '%2F//e.example'>" },
    { text: '<img src=//e.example/a>', left: '<img src=%2F//e.example/a>' },
    { text: '<img src="\\\\e.example/a">', left: '<img src="%2F\\\\e.example/a">' },
    {
      text: '<img srcset="a 1x, //e.example 2x,https://f 3x">',
      left: '<img srcset="a 1x, %2F//e.example 2x,https%3A//f 3x">',
    },
    { text: '<a href=" java\nscript:f()">', left: '<a href=" java\nscript%3Af()">' },
    { text: '<a href="ht\ntps:\n//e.example">', left: '<a href="ht\ntps%3A\n//e.example">' },
    {
      text: '<p style="background:url(//e.example)">',
      left: '<p style="background:url(%2F//e.example)">',
    },
    {
      text: '<p style="background:url( \'http://e\')">',
      left: '<p style="background:url( \'http%3A//e\')">',
    },
    { text: '<p style="a:\\75rl(//e.example)">', left: '<p style="a:\\75rl(%2F//e.example)">' },
    { text: '<p style="a:url(\\68ttps://e)">', left: '<p style="a:url(\\68ttps%3A//e)">' },
    { text: '<p style="a:url(\\2f\\2f e)">', left: '<p style="a:url(%5C2f%5C2f e)">' },
    {
      text: '<style>@import "//e.example";</style>',
      left: '<style>@import "%2F//e.example";</style>',
    },
    { text: '<meta content="0;url=https://e">', left: '<meta content="0;url=https%3A//e">' },
    {
      text: '{"html":"<img src=\\"https://e\\">"}',
      left: '{"html":"<img src=\\"https%3A//e\\">"}',
    },
  ])('takes the target from HTML: $text', ({ text, left }) => {
    expect(inert(text)).toBe(left)
  })

  it.each([
    { text: '![x](https&#58;//e.example)', left: '![x](https&amp;#58;//e.example)' },
    {
      text: '<a href="&#x6A;avascript&colon;f()">',
      left: '<a href="&amp;#x6A;avascript&amp;colon;f()">',
    },
    { text: '![x](&#0047;&sol;e.example)', left: '![x](&amp;#0047;&amp;sol;e.example)' },
    {
      text: '[x](java&Tab;script&NewLine;:f())',
      left: '[x](java&amp;Tab;script&amp;NewLine;:f())',
    },
    { text: '[x](&#1;//e.example)', left: '[x](&amp;#1;//e.example)' },
    {
      text: 'a &amp; b &lt;c&gt; &#39;d&#x27; &nbsp; &#8212; AT&T',
      left: 'a &amp; b &lt;c&gt; &#39;d&#x27; &nbsp; &#8212; AT&T',
    },
  ])('breaks character references that spell a target: $text', ({ text, left }) => {
    expect(inert(text)).toBe(left)
  })

  it.each([
    { text: 'go to https://e.example/?q=1 now', left: 'go to https%3A//e.example/?q=1 now' },
    {
      text: 'https://e.example/r?u=https://f.example',
      left: 'https%3A//e.example/r?u=https%3A//f.example',
    },
    { text: 'https:\\/\\/e.example\\/?q', left: 'https%3A\\/\\/e.example\\/?q' },
    { text: '(www.e.example/?q=1)', left: '(www%2Ee.example/?q=1)' },
  ])('makes a URL with a query in running text inert: $text', ({ text, left }) => {
    expect(makeLinksInert(text, nobody)).toMatchObject({ text: left, urls: 1, destinations: 0 })
  })

  it.each([
    { text: 'See https://docs.example/guide#part, and www.example.org (or not?).' },
    { text: 'key: value\npath: /usr/bin\nC:\\temp\\x\nserver:/srv and 12:30' },
    { text: '[x](./guide.md#a) [y](/docs/a?b=c) [z](#top) [mail](mailto:a@example.org)' },
    {
      text: 'const a: Map<string, RegExp> = new Map() // https\nx = /\\S\\/+/g; y = "//"; z = (data: Data) => a',
    },
    { text: 'if (url.startsWith("http:") && a <b) return "\\\\d+"' },
    { text: 'array[0]: text, note [1]: see below' },
    { text: '<div class="md:flex" style="color: red">a</div>' },
  ])('leaves alone: $text', ({ text }) => {
    expect(makeLinksInert(text, nobody)).toEqual({ text, destinations: 0, urls: 0, references: 0 })
  })

  it('counts what it changed', () => {
    const text = '![a](https://e/?x) <img src="//f"> https://g/?y &#58;'
    expect(makeLinksInert(text, nobody)).toMatchObject({ destinations: 2, urls: 1, references: 1 })
  })
})

const PIECES = [
  ...['[', ']', '(', ')', '<', '>', '!', '[x](', '[r]: ', '<img src=', 'srcset=', 'url(', '<a '],
  ...[
    'http',
    'https',
    'java',
    'script',
    'data',
    'vscode',
    'www.',
    'e.example',
    ':',
    '/',
    '//',
    '\\',
  ],
  ...[
    '?',
    '#',
    '&',
    '&#58;',
    '&#x2f',
    '&colon;',
    ';',
    '=',
    '"',
    "'",
    ',',
    ' ',
    '\n',
    '\t',
    '2f',
    '3a',
  ],
  ...['https://e.example/?q', '//e.example/', 'javascript:', '%3A', '@import'],
]

describe('a text after its links were made inert', () => {
  const soup = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 16 })
    .map((pieces) => pieces.join(''))

  it('has nothing left to change', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const once = inert(text)
        expect(inert(once)).toBe(once)
      }),
      { numRuns: 20_000 },
    )
  })

  it('was announced by the probe when it changed', () => {
    fc.assert(
      fc.property(soup, (text) => {
        if (inert(text) !== text) expect(mayHoldLink(text)).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })

  it.each(
    [
      '[',
      '<',
      '![](',
      '](',
      '<a href=',
      '&#',
      '&#0',
      '"',
      "='",
      '=\\"',
      '\\',
      '/',
      '//',
      ':',
      '://',
      ':\\/',
      '\t',
      ']:\n',
    ]
      .concat([
        'https:',
        'https://',
        '=https:',
        '](h\nt\nt',
        'www.',
        'www.?',
        '?https://a',
        'url(',
        '\\url(',
        '<,//',
        'srcset,',
      ])
      .map((piece) => ({ piece })),
  )('comes in linear time from a million characters of $piece', ({ piece }) => {
    const text = `<a srcset ](?${piece.repeat(Math.ceil(1e6 / piece.length))}`
    expect(inert(text).length).toBeGreaterThanOrEqual(text.length)
  })
})

import { lintSource } from '@secretlint/core'
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayHoldSecret } from './secret-prefilter.ts'
import { findSecrets } from './secret-rules.ts'
import { createRedaction } from './secrets.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const WORD = `${LETTERS}${DIGITS}`
const of = (characters: string, min: number, max = min): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: min, maxLength: max })
/** Prefixes are written in two parts, so that no scanner takes this file for a leak. */
const token = (prefixes: readonly string[], body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...prefixes), body)
    .map(([prefix, rest]) => prefix.replace('|', '') + rest)
const join = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''))
const one = (...values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values)
const BASE64 = `${WORD}+/`
const URLSAFE = `${WORD}_-`
const HEX = '0123456789abcdef'
const base64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const pem = join(
  one('-----BEGIN RSA PRI|VATE KEY-----\n', '-----BEGIN PRI|VATE KEY-----').map((text) =>
    text.replace('|', ''),
  ),
  of(BASE64, 120, 400).map((body) => `MII${body}`),
  one('\n-----END PRI|VATE KEY-----', '-----END RSA PRI|VATE KEY-----').map((text) =>
    text.replace('|', ''),
  ),
)

/** Samples of what each rule of the preset reports, over the whole of its pattern. */
const SAMPLES: readonly { readonly rule: string; readonly secret: fc.Arbitrary<string> }[] = [
  {
    rule: 'aws',
    secret: join(
      one('AWS_', 'aws', 'Aws_', ''),
      one('SECRET_', 'secret', 'Secret'),
      one('ACCESS_', 'access', 'Access_'),
      one('KEY', 'key', 'Key'),
      one('', '"', "'"),
      one(' = ', ':', '=>', '\n:\n'),
      one('', '"'),
      of(WORD, 40),
    ),
  },
  { rule: 'privatekey', secret: pem },
  {
    rule: 'npm',
    secret: fc.oneof(
      token(['npm|_'], of(`${WORD}_`, 36)),
      of(WORD, 4, 40).map((user) => `https://${user}:x-oauth-basic@github.com/`),
      of(`${WORD}-`, 3, 40).map((value) => `//registry/:_authToken=${value}`),
    ),
  },
  {
    rule: 'slack',
    secret: fc.oneof(
      token(
        ['xo|xb-', 'xo|xp-', 'xa|pp-', 'xo|xa-', 'xo|xo-', 'xo|xr-'],
        join(one('', '2-'), of(WORD, 1, 40), one('-'), of(WORD, 1, 40)),
      ),
      join(
        one('https://hooks.slack.com/services/', 'HTTPS://Hooks.Slack.com/Services/'),
        one('T'),
        of(WORD, 1, 40),
        one('/B'),
        of(WORD, 1, 40),
        one('/'),
        of(WORD, 1, 40),
      ),
    ),
  },
  {
    rule: 'basicauth',
    secret: join(
      one('https://', 'http://', 'ftp://'),
      of(`${WORD}-_`, 8, 256),
      one(':'),
      of(`${WORD}-_`, 8, 256),
      one('@db.example.com'),
    ),
  },
  {
    rule: 'openai',
    secret: fc.oneof(
      token(['s|k-'], join(of(WORD, 20), one('T3Blbk' + 'FJ'), of(WORD, 20))),
      join(
        token(['s|k-proj-', 's|k-svcacct-', 's|k-admin-'], of(URLSAFE, 58)),
        one('T3Blbk' + 'FJ'),
        of(WORD, 58),
      ),
    ),
  },
  {
    rule: 'anthropic',
    secret: join(token(['sk|-ant-api03-', 'sk|-ant-api04-'], of(URLSAFE, 90, 128)), one('AA')),
  },
  { rule: 'groq', secret: token(['gs|k_'], of(WORD, 52)) },
  { rule: 'huggingface', secret: token(['h|f_'], of(LETTERS, 34)) },
  { rule: 'linear', secret: token(['lin|_api_'], of(`${WORD}_`, 32, 128)) },
  { rule: 'notion', secret: token(['nt|n_'], join(of(DIGITS, 11), of(WORD, 35))) },
  { rule: 'sendgrid', secret: join(token(['S|G.'], of(WORD, 22)), one('.'), of(WORD, 43)) },
  {
    rule: 'shopify',
    secret: token(['shp|pa_', 'shp|ca_', 'shp|at_', 'shp|ss_'], of(WORD, 32, 64)),
  },
  {
    rule: 'stripe',
    secret: token(['sk_|live_', 'sk_|test_', 'rk_|live_', 'rk_|test_'], of(WORD, 24, 99)),
  },
  {
    rule: 'github',
    secret: fc.oneof(
      token(['gh|p_', 'gh|o_', 'gh|u_', 'gh|s_', 'gh|r_'], of(`${WORD}_`, 36)),
      token(['github|_pat_'], of(`${WORD}_`, 82)),
      join(
        token(['gh|s_'], of(DIGITS, 1, 20)),
        one('_'),
        of(URLSAFE, 1, 60),
        one('.'),
        of(URLSAFE, 1, 200),
        one('.'),
        of(URLSAFE, 1, 60),
      ),
    ),
  },
  { rule: 'gitlab', secret: token(['glpat|-'], of(URLSAFE, 20, 128)) },
  {
    rule: 'grafana',
    secret: fc.oneof(
      token(['gl|c_'], of(BASE64, 32, 400)),
      join(token(['gl|sa_'], of(WORD, 32)), one('_'), of(HEX, 8)),
    ),
  },
  {
    rule: '1password',
    secret: fc
      .record({ email: of(WORD, 60, 200), secretKey: of(WORD, 20, 40) })
      .map((value) => base64Json(value))
      .filter((text) => /fQ={0,2}$/.test(text))
      .map((text) => `ops${'_'}${text}`),
  },
  {
    rule: 'database-connection-string',
    secret: join(
      one(
        'mongodb://',
        'mongodb+srv://',
        'MySQL://',
        'jdbc:mysql://',
        'postgres://',
        'postgresql://',
      ),
      of(`${WORD}.%`, 1, 100),
      one(':'),
      of(`${WORD}!$.`, 12, 200),
      one('@db.internal:5432/app'),
    ),
  },
  {
    rule: 'hashicorp-vault',
    secret: fc.oneof(
      token(['hv|s.', 'hv|r.'], of(URLSAFE, 90, 120)),
      token(['hv|b.'], of(URLSAFE, 138, 300)),
    ),
  },
  {
    rule: 'vercel',
    secret: token(['vc|p_', 'vc|i_', 'vc|a_', 'vc|r_', 'vc|k_'], of(WORD, 20, 60)),
  },
  {
    rule: 'databricks',
    secret: join(token(['da|pi'], of('0123456789abcdefABCDEF', 32)), one('', '-2')),
  },
  { rule: 'docker', secret: token(['dckr|_pat_'], of(URLSAFE, 27)) },
  { rule: 'figma', secret: token(['fig|d_'], of(URLSAFE, 40, 200)) },
  {
    rule: 'cloudflare',
    secret: token(['cf|k_', 'cf|ut_', 'cf|at_'], join(of(WORD, 40), of(HEX, 8))),
  },
  {
    rule: 'tailscale',
    secret: join(
      token(['ts|key-'], of('abcdefghij', 2, 20)),
      one('-'),
      of(`${WORD}_`, 8, 40),
      one('-'),
      of(`${WORD}_`, 16, 60),
    ),
  },
]

const PREFIX = '@secretlint/secretlint-rule-'
const wrap = fc.constantFrom<((secret: string) => string)[]>(
  (secret) => secret,
  (secret) => `The value is ${secret} and it works.`,
  (secret) => JSON.stringify({ config: { value: `${secret}`, next: 1 } }),
  (secret) => `a: 1\nkey: '${secret}'\nb: 2\n`,
)
const redactAll = createRedaction(new Uint8Array(32))
const config = { rules: [{ id: `${PREFIX}preset-recommend`, rule: creator }] }

/** What the preset itself reports, through secretlint's own engine. */
async function lint(content: string, filePath: string): Promise<readonly string[]> {
  const { messages } = await lintSource({
    source: { content, filePath, ext: '', contentType: 'text' },
    options: { config, noPhysicFilePath: true },
  })
  return messages.map(({ ruleId }) => ruleId.slice(PREFIX.length))
}

describe('the prefilter', () => {
  it.each(SAMPLES)(
    'hits whatever the preset reports, and nothing of it is left: $rule',
    async ({ rule, secret }) => {
      let reported = 0
      const check = fc.asyncProperty(secret, wrap, async (sample, inside) => {
        const text = inside(sample)
        const paths = rule === 'npm' ? ['package.json', '.npmrc'] : ['a.txt']
        const found = (await Promise.all(paths.map((path) => lint(text, path)))).flat()
        if (found.length === 0) return
        reported += found.includes(rule) ? 1 : 0
        expect(mayHoldSecret(text)).toBe(true)
        expect(findSecrets(text)).not.toEqual([])
        // The samples of npm end with a host, which is no secret.
        if (rule !== 'npm') expect(redactAll(text).text).not.toContain(sample.slice(-10))
      })
      await fc.assert(check, { numRuns: 150 })
      // A sample that the rule does not report would test nothing.
      expect(reported).toBeGreaterThan(50)
    },
  )

  it('has samples for every rule of the preset', () => {
    const elsewhere = ['filter-comments', 'gcp']
    const names = rules.map(({ meta }) => meta.id.slice(PREFIX.length))
    expect(names.filter((name) => !elsewhere.includes(name)).toSorted()).toEqual(
      SAMPLES.map(({ rule }) => rule).toSorted(),
    )
  })

  it.each([
    { text: 'Read the docs at https://example.com/guide and call gate.check(value).' },
    { text: '| --- | --------------------------- |\n-------------------------------' },
    { text: 'set npm_config_registry and GITHUB_TOKEN, see my-very-long-file-name.test.ts' },
  ])('stays silent on ordinary text: $text', ({ text }) => {
    expect(mayHoldSecret(text)).toBe(false)
  })
})

const github = (fill: string): string => `gh${'p_'}${fill.repeat(36)}`

describe('redaction', () => {
  const redact = createRedaction(new Uint8Array(32))

  it('keeps which secrets are equal, and nothing else of them', () => {
    const { text, rules } = redact(`${github('a')} ${github('b')} ${github('a')}.`)
    expect(rules).toEqual(['github', 'github', 'github'])
    const [, first, second, third] =
      /^\[secret:github:([0-9a-f]{12})\] \[secret:github:([0-9a-f]{12})\] \[secret:github:([0-9a-f]{12})\]\.$/.exec(
        text,
      ) ?? []
    expect(first).toBe(third)
    expect(first).not.toBe(second)
  })

  it('makes other tags with another key, and with no key in each instance', () => {
    const text = github('a')
    const tags = [
      redact,
      createRedaction(new Uint8Array(32).fill(1)),
      createRedaction(),
      createRedaction(),
    ]
    expect(new Set(tags.map((each) => each(text).text)).size).toBe(4)
  })

  it('does nothing a second time', () => {
    const once = redact(`a ${github('a')} b`).text
    expect(redact(once)).toEqual({ text: once, rules: [] })
  })

  it('obeys no comment that switches rules off', async () => {
    const text = `secretlint-disable\n${github('a')} secretlint-disable-line`
    expect(await lint(text, 'a.txt')).toEqual([])
    expect(redact(text).rules).toEqual(['github'])
  })

  it('reports secrets in order, and those inside another as one', () => {
    const url = `postgres://app:${github('a')}@db.internal/app`
    const end = url.length
    expect(findSecrets(`${url} ${github('b')}`)).toEqual([
      { rule: 'database-connection-string', start: 0, end },
      { rule: 'github', start: end + 1, end: end + 41 },
    ])
    expect(findSecrets(`https://user-one:pa55-w0rd-x@a.example.org/${github('a')}`)).toHaveLength(2)
  })

  it('reports two that begin together as one', () => {
    const url = `https://user-one:pa55-w0rd-x@a.example.org`
    expect(findSecrets(`_authToken=${url} and more`)).toEqual([
      { rule: 'npm', start: 11, end: url.length + 20 },
    ])
  })

  it('stretches a secret over one that begins in it and ends after it', () => {
    const text = `mongodb://app:pa55-w0rd@h,_authToken=abc def`
    expect(findSecrets(text)).toEqual([
      { rule: 'database-connection-string', start: 0, end: text.length },
    ])
  })

  it.each([
    { before: 'AWS_SECRET_ACCESS_KEY = "', secret: 'a/B3'.repeat(10), after: '"', rule: 'aws' },
    { before: '//registry/:_authToken=', secret: 'abcdefgh-ijkl', after: '\nnext', rule: 'npm' },
    { before: 'https://', secret: 'abc.123', after: ':x-oauth-basic@github.com/', rule: 'npm' },
  ])('takes the whole secret and not its name: $before', ({ before, secret, after, rule }) => {
    const { text } = redact(`${before}${secret}${after}`)
    expect(text.replace(/[0-9a-f]{12}/, 'TAG')).toBe(`${before}[secret:${rule}:TAG]${after}`)
  })

  it('finds the private key of a service account in its JSON', () => {
    const [key] = fc.sample(pem, { numRuns: 1, seed: 7 })
    const account = JSON.stringify({ type: 'service_account', private_key: key }, null, 2)
    expect(redact(account).rules).toEqual(['privatekey'])
  })

  it('replaces a text with too many candidates to check as a whole', () => {
    const { text, rules } = redact('ghs_1_'.repeat(60_000))
    expect(text).toMatch(/^\[secret:unchecked:[0-9a-f]{12}\]$/)
    expect(rules).toEqual(['unchecked'])
  })

  it.each([
    { what: 'broken URLs', text: '://a:'.repeat(100_000) },
    { what: 'dashes', text: '-'.repeat(500_000) },
    { what: 'key names', text: 'secret_access_key '.repeat(30_000) },
  ])('finishes half a million characters of $what', ({ text }) => {
    expect(redact(text).rules).toEqual([])
  })
})

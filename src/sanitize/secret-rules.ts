import { createRequire } from 'node:module'

/** Where a secret stands in a text, and the name of the rule that reported it, such as `github`. */
export interface FoundSecret {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/** The part of a secretlint rule that is used here. */
interface Rule {
  readonly meta: { readonly id: string }
  create(context: RuleContext, options: object): { file(source: RuleSource): unknown }
}

interface RuleContext {
  readonly sharedOptions: object
  createTranslator(messages: object): (id: string, data: MessageData) => Message
  report(found: Report): void
}

/** What a rule says in its message; the secret is one of these. */
type MessageData = Readonly<Record<string, string>>

interface Message {
  readonly data: MessageData
}

interface Report {
  readonly message: Message
  readonly range: readonly [start: number, end: number]
}

interface RuleSource {
  readonly content: string
  readonly contentType: 'text'
  readonly ext: string
  /** Decides in some rules whether they look at all. */
  readonly filePath: string | undefined
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const PREFIX = '@secretlint/secretlint-rule-'
/** Lets a comment in the text switch the other rules off: in a text that nobody here wrote, that is an attack. */
const COMMENT_RULE = `${PREFIX}filter-comments`
/** Looks for `_authToken` only in this file, and for other things only elsewhere. */
const NPM_RULE = `${PREFIX}npm`

type Scan = (content: string) => readonly FoundSecret[]
let scan: Scan | undefined

/**
 * Finds secrets with the rules of secretlint's recommended preset, ordered and without overlaps. The rules are run without
 * `@secretlint/core`, which is asynchronous, honours comments that switch rules off, and keeps a performance mark of every
 * run for ever. They are loaded on first use, about 15 ms.
 */
export function findSecrets(content: string): readonly FoundSecret[] {
  scan ??= createScan()
  return scan(content)
}

function createScan(): Scan {
  const preset: { readonly rules: readonly Rule[] } = createRequire(import.meta.url)(PRESET)
  const checks = preset.rules.filter(({ meta }) => meta.id !== COMMENT_RULE).map(createCheck)
  return (content) => withoutOverlaps(checks.flatMap((check) => check(content)))
}

function createCheck(rule: Rule): Scan {
  let reports: Report[] = []
  const { file } = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => (_id, data) => ({ data }),
      report: (report) => reports.push(report),
    },
    {},
  )
  const name = rule.meta.id.slice(PREFIX.length)
  const paths = rule.meta.id === NPM_RULE ? [undefined, '.npmrc'] : [undefined]
  return (content) => {
    reports = []
    for (const filePath of paths) file({ content, contentType: 'text', ext: '', filePath })
    return reports.map((report) => locate(name, report, content))
  }
}

/**
 * Some rules report the length of the secret at the place of what stands before it, such as the name of a variable: taken
 * at their word, they would leave the end of the secret behind. The secret itself is in the message.
 */
function locate(
  rule: string,
  { message, range: [start, end] }: Report,
  content: string,
): FoundSecret {
  const secret = Object.values(message.data).find((text) => text.length === end - start)
  const at = secret === undefined ? -1 : content.indexOf(secret, start)
  return at === -1 ? { rule, start, end } : { rule, start: at, end: at + end - start }
}

/** Keeps the first of secrets that overlap, stretched over the others. */
function withoutOverlaps(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const kept: FoundSecret[] = []
  for (const secret of found.toSorted((one, other) => one.start - other.start)) {
    const last = kept.at(-1)
    if (last === undefined || secret.start >= last.end) kept.push(secret)
    else if (secret.end > last.end) kept[kept.length - 1] = { ...last, end: secret.end }
  }
  return kept
}

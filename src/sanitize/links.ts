import type { AllowsUrl } from './allowed-hosts.ts'

/** A text whose links lead nowhere, and how many were changed. */
export interface InertText {
  readonly text: string
  /** Targets of Markdown and HTML: images, links, reference definitions, autolinks, attributes, `url()`. */
  readonly destinations: number
  /** URLs with a query in running text, which renderers make into links by themselves. */
  readonly urls: number
  /** Character references that spell a letter, dot, colon or slash, as ordinary text never does. */
  readonly references: number
}

/** What browsers drop inside a URL. */
const GAP = String.raw`[\t\r\n]*`
const spread = (schemes: string): string =>
  schemes.replaceAll(/[a-z](?=[a-z])/g, (letter) => letter + GAP).replaceAll(' ', '|')
const SCRIPTS = spread('javascript vbscript')
const FETCHED = spread('https http ftp wss ws file blob data')

/** Blanks and quotes, escaped or not, between what opens a destination and the destination. */
const PADDING = String.raw`(?:[\s<"']|\\["'])*`
const OPENS_MARKDOWN = String.raw`\]\(|\]:|<`
/** A function whose name holds a backslash is `url` in disguise. */
const OPENS_HTML = String.raw`${OPENS_MARKDOWN}|=|(?:url|src|image-set|\\[\w\\]*)\(|@import`
const OPENS_LIST = `${OPENS_HTML}|,`

/** Something follows at once, and not the end of a string in a program. */
const FOLLOWED = `(?=${GAP}[^\\s"'\`<>)])`
/** Two slashes, or what a browser takes for them where a host follows: programs are full of single backslashes. */
const SLASHES = String.raw`(?<=\/)(?=${GAP}\/[\\/\t\r\n]*[^\s\\/"'\`<>)])|(?=${GAP}[\\/][\\/\t\r\n]*[\w-]+[.@:\u3002])`

/** The colon of a scheme, or the first of two slashes, where a destination begins. Starts with a rare character for speed. */
const destinationPattern = (opens: string): RegExp =>
  new RegExp(
    [
      String.raw`:(?<=(?:${opens})${PADDING}(?:${SCRIPTS})[\t\r\n\\]*:)`,
      String.raw`:${FOLLOWED}(?<=(?:${opens})${PADDING}(?:${FETCHED})[\t\r\n\\]*:)`,
      String.raw`:(?=[\\/]{2})(?<=(?:${opens})${PADDING}[\w+.\\-]+:)`,
      String.raw`[\\/](?<=(?:${opens})${PADDING}[\\/])(?:${SLASHES})`,
    ].join('|'),
    'gi',
  )
const MARKDOWN = destinationPattern(OPENS_MARKDOWN)
const HTML = destinationPattern(OPENS_HTML)
const LIST = destinationPattern(OPENS_LIST)

const TAG = /<[a-z]/i
/** What may list several URLs. */
const LISTS = /srcset|image-set/i
/** A style sheet can spell `/` as `\2f` and `:` as `\3a`. */
const STYLE_ESCAPE = /\\(?=0{0,4}(?:2f|3a))/gi

const REFERENCE =
  /&(?=#0*(?:\d|[12]\d|3[0-2]|4[67]|58|63|6[5-9]|[78]\d|90|92|9[7-9]|1[01]\d|12[0-2])(?!\d)|#x0*(?:[01]?[\da-f]|20|2[ef]|3[af]|4[1-9a-f]|5[\dac]|6[1-9a-f]|7[\da])(?![\da-f])|(?:Tab|NewLine|colon|sol|bsol|period|quest);)/gi

const BARE =
  /(?::(?<=(?<![a-z\d])(?:https?|ftps?|wss?)\\?:)(?=\\?\/)|www\.(?<![\w.@/-]www\.))[^\s<>]*/gi
const WEB_SCHEME = /(?:^|[^a-z\d+.-])(https?)$/i
/** The same inside such a run, which begins after its first scheme. */
const RUN_TARGET = /^:|:(?<=(?:https?|ftps?|wss?)\\?:)|(?<![\w.@/-])www\./gi

/**
 * Makes the links of a text inert and leaves them readable: the colon of a scheme becomes `%3A`, two slashes that begin a
 * destination get `%2F` before them, `www.` becomes `www%2E`, and `&` of a telling character reference becomes `&amp;`.
 * All of these read as relative paths, and none has a meaning in Markdown or HTML that could open a new link.
 *
 * It looks at the spelling and never parses, because every renderer parses differently. URLs without a query in running
 * text stay; so do names without a scheme, which some renderers link. Linear in the length of the text.
 */
export function makeLinksInert(text: string, allows: AllowsUrl): InertText {
  const references = text.includes('&')
    ? replaceCounted(text, REFERENCE, () => '&amp;')
    : { text, count: 0 }
  const destinations = replaceDestinations(references.text, allows)
  const urls = replaceUrls(destinations.text, allows)
  return {
    text: urls.text,
    destinations: destinations.count,
    urls: urls.count,
    references: references.count,
  }
}

/** Whether {@link makeLinksInert} may change something; false for most texts, at a fraction of the cost. */
export function mayHoldLink(text: string): boolean {
  return text.includes('&') || mayHoldDestination(text) || mayHoldQuery(text)
}

function mayHoldDestination(text: string): boolean {
  return text.includes('](') || text.includes(']:') || text.includes('<')
}

function mayHoldQuery(text: string): boolean {
  return text.includes('?') && (text.includes(':/') || text.includes(':\\/') || /www\./i.test(text))
}

function replaceDestinations(text: string, allows: AllowsUrl): Counted {
  if (!mayHoldDestination(text)) return { text, count: 0 }
  if (!TAG.test(text)) return replaceTargets(text, MARKDOWN, allows)
  const targets = replaceTargets(text, LISTS.test(text) ? LIST : HTML, allows)
  const styles = replaceCounted(targets.text, STYLE_ESCAPE, () => '%5C')
  return { text: styles.text, count: targets.count + styles.count }
}

function replaceTargets(text: string, pattern: RegExp, allows: AllowsUrl): Counted {
  return replaceCounted(text, pattern, (found, at, whole) => {
    if (allows(urlAt(whole, at))) return found
    return found === ':' ? '%3A' : `%2F${found}`
  })
}

function replaceUrls(text: string, allows: AllowsUrl): Counted {
  if (!mayHoldQuery(text)) return { text, count: 0 }
  return replaceCounted(text, BARE, (run, at, whole) => makeRunInert(run, at, whole, allows))
}

function makeRunInert(run: string, at: number, whole: string, allows: AllowsUrl): string {
  if (!run.includes('?')) return run
  return run.replace(RUN_TARGET, (target, offset: number) => {
    const url = urlAt(whole, at + offset)
    if (target === ':') return allows(url) ? target : '%3A'
    return allows(`//${url}`) ? target : `${target.slice(0, -1)}%2E`
  })
}

/** A URL from its scheme on, given where its colon or its first slash is; no further than anybody needs to read its host. */
function urlAt(text: string, at: number): string {
  const scheme = text[at] === ':' ? WEB_SCHEME.exec(text.slice(Math.max(0, at - 6), at))?.[1] : ''
  return text.slice(at - (scheme ?? '').length, at + 600)
}

interface Counted {
  readonly text: string
  readonly count: number
}

function replaceCounted(
  text: string,
  pattern: RegExp,
  replace: (found: string, at: number, whole: string) => string,
): Counted {
  let count = 0
  const replaced = text.replace(pattern, (found, at: number, whole: string) => {
    const other = replace(found, at, whole)
    if (other !== found) count += 1
    return other
  })
  return { text: replaced, count }
}

import { posix } from 'node:path'
import type { Sources } from '../scripts/source.ts'

const CODE = /^```.*?^```$|`[^`\n]*`/gms
const LINK = /\]\(([^)\s]+)\)/g
const OUTSIDE = /^(?:[a-z]+:|#)/
const NAMED = /(?<![\w/.])(?:src|test|examples|docs|scripts|bench)\/[\w./-]*/g

/** Every relative link of the pages whose target is not there, as `page: link`. */
export function brokenLinks(pages: Sources, exists: (path: string) => boolean): readonly string[] {
  return [...pages].flatMap(([file, page]) =>
    linksOf(page)
      .filter((link) => !exists(targetOf(file, link)))
      .map((link) => `${file}: ${link}`),
  )
}

/** The relative links of a page, code left out. */
export function linksOf(page: string): readonly string[] {
  const links = [...page.replaceAll(CODE, '').matchAll(LINK)].map(([, link = '']) => link)
  return links.filter((link) => !OUTSIDE.test(link))
}

function targetOf(file: string, link: string): string {
  return posix.join(posix.dirname(file), link.replace(/#.*$/, ''))
}

/** The paths of the project that a text names, in code and outside of it. */
export function namedPaths(text: string): readonly string[] {
  return [...text.matchAll(NAMED)].map(([path]) => path.replace(/\.$/, ''))
}

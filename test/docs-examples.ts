import { posix } from 'node:path'
import type { Sources } from '../scripts/source.ts'

/** One example of a page, as a module that can be checked and run. */
export interface DocsExample {
  /** Page and number, such as `limits-1`. */
  readonly name: string
  readonly text: string
  /** What the comments behind its `console.log` lines say that it prints, line by line; empty where there are none. */
  readonly prints: readonly string[]
}

const BLOCK = /^```ts\n(.*?)^```$/gms
const PRINTED = /^ *console\.log\(.*\) \/\/ (.*)$/gm
const OWN_IMPORT = /(?<=\bfrom ')toolnotary(?:\/([a-z/-]+))?(?=')/g

/**
 * Takes the `ts` blocks out of pages. `toSource` names the file that a subpath of the package stands for, as it is
 * imported from where the examples will lie.
 */
export function docsExamples(
  pages: Sources,
  toSource: (subpath: string) => string,
): readonly DocsExample[] {
  return [...pages].flatMap(([file, page]) =>
    [...page.matchAll(BLOCK)].map(([, code = ''], index) => ({
      name: `${posix.basename(file, '.md')}-${index + 1}`,
      text: code.replaceAll(OWN_IMPORT, (_whole, subpath: string | undefined) =>
        toSource(subpath ?? ''),
      ),
      prints: [...code.matchAll(PRINTED)].map(([, line = '']) => line),
    })),
  )
}

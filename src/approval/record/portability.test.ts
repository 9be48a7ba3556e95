import { globSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

const files = globSync(`${import.meta.dirname}/*.ts`).filter((file) => !file.endsWith('.test.ts'))

/** What code needs from outside, and its text. */
async function bundle(
  input: string[],
): Promise<{ readonly imports: readonly string[]; readonly text: string }> {
  const external = (id: string): boolean => !/^(?:[./]|[A-Za-z]:)/.test(id)
  const build = await rolldown({ input, external, logLevel: 'silent', treeshake: false })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const chunks = output.flatMap((item) => (item.type === 'chunk' ? [item] : []))
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imports = chunks.flatMap((chunk) => chunk.imports).filter((name) => !own.has(name))
  return { imports: [...new Set(imports)], text: chunks.map(({ code }) => code).join('\n') }
}

it('needs nothing of Node, so that a record can be verified in a browser', async () => {
  expect(files.length).toBeGreaterThan(20)
  const { imports, text } = await bundle(files)
  expect(imports).toEqual(['jose'])
  expect(text).not.toMatch(/\bBuffer\b/)
})

it('would see a need of Node', async () => {
  const { imports } = await bundle([`${import.meta.dirname}/../keys/key-file.ts`])
  expect(imports).toContain('node:crypto')
})

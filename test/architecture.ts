import { posix } from 'node:path'
import { isNode, nodesOf, parseModule, type Sources, type SyntaxNode } from '../scripts/source.ts'

const PURE = ['errors.ts', 'json', 'text', 'core']
const FEATURES = [
  'schema',
  'policy',
  'limit',
  'sanitize',
  'audit',
  'contract',
  'functions',
  'mcp',
  'hosted',
]
const ON_PLATFORM = ['approval', 'http', 'store/memory', 'store/sqlite', 'store/postgres']
const GATE_AND_BELOW = [...PURE, 'platform', ...FEATURES, ...ON_PLATFORM, 'gate.ts']

/** What each part of src may import, besides itself. The direction of the whole design is this table. */
const MAY_IMPORT = new Map<string, readonly string[]>([
  ['errors.ts', []],
  ['json', ['errors.ts']],
  ['text', ['errors.ts']],
  ['core', ['errors.ts', 'json', 'text']],
  ['platform', PURE],
  ...FEATURES.map((part) => [part, PURE] as const),
  ...ON_PLATFORM.map((part) => [part, [...PURE, 'platform']] as const),
  ['gate.ts', GATE_AND_BELOW],
  ['index.ts', GATE_AND_BELOW],
  ['testing', GATE_AND_BELOW],
  ['config', GATE_AND_BELOW],
  ['advice', GATE_AND_BELOW],
  ['cli', [...GATE_AND_BELOW, 'config', 'advice']],
])

const MAY_READ_PROCESS = /^src\/(?:cli\/main\.ts$|platform\/)/
const VAGUE_NAME = /^(?:utils?|helpers?|types|manager|common|misc)(?:\.|$)/
const MAX_LINES = 400

/** One broken rule. */
export interface Violation {
  readonly rule: 'direction' | 'no rule' | 'cycle' | 'purity' | 'process' | 'length' | 'name'
  readonly file: string
  readonly detail: string
}

/** One import, type-only or not, with the path of the imported file or the bare specifier. */
export interface Edge {
  readonly file: string
  readonly to: string
  readonly relative: boolean
}

const isTest = (file: string): boolean => file.endsWith('.test.ts')
const isProduct = (file: string): boolean => file.startsWith('src/') && !isTest(file)

/** The part that a file belongs to: a file or folder of src, or one store. */
function partOf(file: string): string {
  const [first = '', second = ''] = file.split('/').slice(1)
  return first === 'store' ? `${first}/${second}` : first
}

function specifierOf({ type, source, argument }: SyntaxNode): string | undefined {
  const imports =
    /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration|TSImportType)$/
  if (!imports.test(type)) return undefined
  const literal = source ?? argument
  const hasValue = typeof literal === 'object' && literal !== null && 'value' in literal
  return hasValue && typeof literal.value === 'string' ? literal.value : undefined
}

/** Every import of the product's own files. Tests may import what they like. */
export function importsOf(sources: Sources): readonly Edge[] {
  return [...sources]
    .filter(([file]) => isProduct(file))
    .flatMap(([file, text]) =>
      [...nodesOf(parseModule(file, text))].flatMap(({ node }) => {
        const specifier = specifierOf(node)
        if (specifier === undefined) return []
        const relative = specifier.startsWith('.')
        const to = relative ? posix.join(posix.dirname(file), specifier) : specifier
        return [{ file, to, relative }]
      }),
    )
}

function wrongWays(edges: readonly Edge[]): readonly Violation[] {
  return edges.flatMap(({ file, to, relative }): readonly Violation[] => {
    const from = partOf(file)
    if (!relative) {
      return PURE.includes(from) ? [{ rule: 'purity', file, detail: to }] : []
    }
    const allowed = from === partOf(to) || MAY_IMPORT.get(from)?.includes(partOf(to))
    return allowed ? [] : [{ rule: 'direction', file, detail: to }]
  })
}

function cycles(edges: readonly Edge[]): readonly Violation[] {
  const next = Map.groupBy(edges, ({ file }) => file)
  const done = new Set<string>()
  const found: Violation[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push({
        rule: 'cycle',
        file,
        detail: [...path.slice(path.indexOf(file)), file].join(' → '),
      })
    }
    if (done.has(file) || path.includes(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return found
}

function readsProcess(file: string, text: string): boolean {
  return [...nodesOf(parseModule(file, text))].some(({ node, parent, member }) => {
    if (specifierOf(node)?.match(/^(?:node:)?process$/)) return true
    if (node.type !== 'Identifier' || node['name'] !== 'process') return false
    if (
      member === 'property' &&
      isNode(parent?.['object']) &&
      parent['object']['name'] === 'globalThis'
    )
      return true
    return !['property', 'key'].includes(member) || parent?.['computed'] === true
  })
}

function ofOneFile(file: string, text: string): readonly Violation[] {
  const lines = text.split('\n').length - 1
  const found: Violation[] = []
  if (lines > MAX_LINES) found.push({ rule: 'length', file, detail: `${lines} lines` })
  for (const name of file.split('/')) {
    if (VAGUE_NAME.test(name)) found.push({ rule: 'name', file, detail: name })
  }
  if (!isProduct(file)) return found
  if (!MAY_IMPORT.has(partOf(file))) found.push({ rule: 'no rule', file, detail: partOf(file) })
  if (!MAY_READ_PROCESS.test(file) && readsProcess(file, text)) {
    found.push({ rule: 'process', file, detail: 'process' })
  }
  return found
}

/** Everything in these sources that breaks a rule of the design. */
export function architectureViolations(sources: Sources): readonly Violation[] {
  const edges = importsOf(sources)
  const single = [...sources].flatMap(([file, text]) => ofOneFile(file, text))
  return [...single, ...wrongWays(edges), ...cycles(edges.filter(({ relative }) => relative))]
}

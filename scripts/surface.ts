import { isNode, nodesOf, parseModule, type SyntaxNode } from './source.ts'

/** The exported names of every public subpath; a type is written `type Name`. */
export type Surface = Readonly<Record<string, readonly string[]>>

/** The `exports` of package.json, unchecked. */
export type ExportsMap = Readonly<Record<string, unknown>>

/** What the check needs to know of the project. */
export interface SurfaceFacts {
  readonly exports: ExportsMap
  /** The surface that somebody agreed to. */
  readonly recorded: Surface
  /** Source text of every file of src by path. */
  readonly sources: ReadonlyMap<string, string>
}

const sourceOf = (built: string): string => built.replace(/^\.\/dist\/(.+)\.js$/, 'src/$1.ts')

/** The source file of every public subpath. */
export function entriesOf(exports: ExportsMap): ReadonlyMap<string, string> {
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target !== 'object' || target === null || !('default' in target)) return []
    return [[subpath, sourceOf(String(target.default))] as const]
  })
  return new Map(entries)
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node['name'] ?? node['value']) : ''
}

function declaredNames(declaration: SyntaxNode): readonly string[] {
  const { declarations, id, type } = declaration
  if (Array.isArray(declarations)) return declarations.map((one: SyntaxNode) => nameOf(one['id']))
  const isType = type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration'
  return [isType ? `type ${nameOf(id)}` : nameOf(id)]
}

function exportedNames(node: SyntaxNode): readonly string[] {
  if (node.type === 'ExportAllDeclaration') return [`* as ${nameOf(node['exported'])}`]
  if (node.type === 'ExportDefaultDeclaration') return ['default']
  if (node.type !== 'ExportNamedDeclaration') return []
  const { declaration, specifiers, exportKind } = node
  if (isNode(declaration)) return declaredNames(declaration)
  return (Array.isArray(specifiers) ? specifiers : []).map((specifier: SyntaxNode) => {
    const isType = exportKind === 'type' || specifier['exportKind'] === 'type'
    return `${isType ? 'type ' : ''}${nameOf(specifier['exported'])}`
  })
}

/** The names that a module exports, sorted. `export *` shows up as a name that nobody would agree to. */
export function namesExportedBy(file: string, text: string): readonly string[] {
  return [...nodesOf(parseModule(file, text))].flatMap(({ node }) => exportedNames(node)).toSorted()
}

/** The surface that the sources have now. A subpath without a source file has none. */
export function surfaceOf({
  exports,
  sources,
}: Pick<SurfaceFacts, 'exports' | 'sources'>): Surface {
  const names = [...entriesOf(exports)].flatMap(([subpath, file]) => {
    const text = sources.get(file)
    return text === undefined ? [] : [[subpath, namesExportedBy(file, text)] as const]
  })
  return Object.fromEntries(names)
}

function mapProblems({ exports, sources }: SurfaceFacts): readonly string[] {
  const entries = entriesOf(exports)
  const missing = [...entries].filter(([, file]) => !sources.has(file))
  const indexes = [...sources.keys()].filter((file) => /(?:^|\/)index\.ts$/.test(file))
  const entryFiles = new Set(entries.values())
  return [
    ...missing.map(([subpath, file]) => `${subpath} has no ${file}`),
    ...indexes.filter((file) => !entryFiles.has(file)).map((file) => `${file} has no subpath`),
    ...Object.entries(exports)
      .filter(([subpath, target]) => subpath !== './package.json' && !isTypedTarget(target))
      .map(([subpath]) => `${subpath} needs types and default of one module, in this order`),
  ]
}

function isTypedTarget(target: unknown): boolean {
  if (typeof target !== 'object' || target === null) return false
  const [types, fallback, ...others] = Object.entries(target)
  const isPair = types?.[0] === 'types' && fallback?.[0] === 'default' && others.length === 0
  return isPair && types[1] === String(fallback[1]).replace(/\.js$/, '.d.ts')
}

/** Everything in which the public surface is not what was agreed to. */
export function surfaceProblems(facts: SurfaceFacts): readonly string[] {
  const now = new Map(Object.entries(surfaceOf(facts)))
  const recorded = new Map(Object.entries(facts.recorded))
  const subpaths = new Set([...now.keys(), ...recorded.keys()])
  const changes = [...subpaths].flatMap((subpath) => {
    const before = recorded.get(subpath) ?? []
    const after = now.get(subpath) ?? []
    const wildcards = after.filter((name) => name.startsWith('* as '))
    return [
      ...after.filter((name) => !before.includes(name)).map((name) => `${subpath} adds ${name}`),
      ...before.filter((name) => !after.includes(name)).map((name) => `${subpath} loses ${name}`),
      ...wildcards.map(() => `${subpath} exports with a star`),
    ]
  })
  return [...mapProblems(facts), ...changes]
}

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'

/** The folder of the project, with a trailing separator. */
export const root: string = fileURLToPath(new URL('../', import.meta.url))

/** Source text by path from the root, with forward slashes. Seeds are such a map made by hand. */
export type Sources = ReadonlyMap<string, string>

/** Reads every file of the project that the patterns name. */
export function readSources(...patterns: readonly string[]): Sources {
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), read(file)] as const).toSorted())
}

/** Reads one file of the project. */
export function read(file: string): string {
  return readFileSync(root + file, 'utf8')
}

/** Any node of a syntax tree. */
export interface SyntaxNode {
  readonly type: string
  readonly [member: string]: unknown
}

/** Parses a module. A file that does not parse is a fault of the check, never an empty module. */
export function parseModule(file: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`${file} does not parse`)
  return { ...program }
}

/** Tells whether a value of a tree is itself a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  )
}

/** Every node below and including `node`, each with the node that holds it and the name of the member. */
export function* nodesOf(
  node: SyntaxNode,
  parent?: SyntaxNode,
  member = '',
): Generator<{ readonly node: SyntaxNode; readonly parent?: SyntaxNode; readonly member: string }> {
  yield parent === undefined ? { node, member } : { node, parent, member }
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesOf(child, node, name)
    }
  }
}

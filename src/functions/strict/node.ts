import type { JsonPrimitive, JsonValue } from '../../json/value.ts'

/** A keyword and its value, as they will be written. */
export type Entry = readonly [keyword: string, value: JsonValue]

/** The types of a node without parts. */
export type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'null'

interface Common {
  /** Where the original schema has it. */
  readonly path: string
  /** Title, description and what else the dialect takes. */
  readonly notes: readonly Entry[]
}

/** A string, number, boolean or null. */
export interface ScalarNode extends Common {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** What `enum` or `const` permit; null where everything of the type is permitted. */
  readonly literals: readonly JsonPrimitive[] | null
  /** Whether the one literal was a `const`. */
  readonly isConst: boolean
  readonly keywords: readonly Entry[]
}

/** A property of an {@link ObjectNode}. */
export interface PropertyNode {
  readonly node: Node
  readonly required: boolean
}

/** An object that permits its declared properties and no others. */
export interface ObjectNode extends Common {
  readonly kind: 'object'
  /** In the order of the schema. */
  readonly properties: ReadonlyMap<string, PropertyNode>
}

/** A list whose items have one schema. */
export interface ArrayNode extends Common {
  readonly kind: 'array'
  readonly items: Node
  readonly keywords: readonly Entry[]
}

/** Any of several nodes. */
export interface UnionNode extends Common {
  readonly kind: 'union'
  readonly branches: readonly Node[]
  /** Where the original has `oneOf`, which is stricter than any-of unless the branches exclude each other. */
  readonly exclusiveAt: string | null
}

/** A use of a definition, by the JSON Pointer of the original. */
export interface RefNode extends Common {
  readonly kind: 'ref'
  readonly target: string
}

/** Nothing is valid here. */
export interface NeverNode extends Common {
  readonly kind: 'never'
}

/** A schema in the part of JSON Schema that both providers can hold. */
export type Node = ScalarNode | ObjectNode | ArrayNode | UnionNode | RefNode | NeverNode

/** A node that says by itself which values it takes. */
export type Leaf = ScalarNode | ObjectNode | ArrayNode

/** A whole schema: its root and the definitions that it uses. */
export interface Graph {
  readonly root: Node
  /** By JSON Pointer of the original; the root is `''`. */
  readonly definitions: ReadonlyMap<string, Node>
}

/** Builds the node that permits nothing. */
export function never(path: string): NeverNode {
  return { kind: 'never', path, notes: [] }
}

/** The nodes directly inside a node. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'object':
      return [...node.properties.values()].map((property) => property.node)
    case 'array':
      return [node.items]
    case 'union':
      return node.branches
    case 'scalar':
    case 'ref':
    case 'never':
      return []
  }
}

/** Every node of a graph, each occurrence once, outer before inner. */
export function* nodesOf(graph: Graph): Generator<Node> {
  const roots = new Set([graph.root, ...graph.definitions.values()])
  const waiting: Node[] = [...roots].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    waiting.push(...[...childrenOf(node)].reverse())
  }
}

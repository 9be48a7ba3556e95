import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { Entry, Graph, Node, ObjectNode, PropertyNode, ScalarNode } from './node.ts'

/** How a dialect writes an object: its properties, and which of them it lists as required. */
export interface Writing {
  readonly optional: (schema: JsonObject) => JsonObject
  readonly required: (name: string, property: PropertyNode) => boolean
}

/** Writes a graph as a JSON Schema in which keys keep the order of the original. */
export function writeSchema(graph: Graph, writing: Writing): JsonObject {
  const names = namesOf(graph)
  const write = createWrite(names, writing)
  const definitions = [...names].flatMap(([target, name]): [string, JsonObject][] => {
    const node = target === '' ? undefined : graph.definitions.get(target)
    return node === undefined ? [] : [[name, write(node)]]
  })
  const root = write(graph.root)
  return definitions.length === 0 ? root : { ...root, $defs: Object.fromEntries(definitions) }
}

/** The anyOf that lets a schema be null, with its notes where the model reads them first. */
export function orNull(schema: JsonObject): JsonObject {
  const { title, description, ...rest } = schema
  const notes = { ...(title && { title }), ...(description && { description }) }
  const { anyOf, ...others } = rest
  const branches = Array.isArray(anyOf) && Object.keys(others).length === 0 ? anyOf : [rest]
  return { ...notes, anyOf: [...branches, { type: 'null' }] }
}

function createWrite(
  names: ReadonlyMap<string, string>,
  writing: Writing,
): (node: Node) => JsonObject {
  const write = (node: Node): JsonObject => {
    const notes = Object.fromEntries(node.notes)
    switch (node.kind) {
      case 'scalar':
        return writeScalar(node, notes)
      case 'array':
        return {
          type: 'array',
          ...notes,
          items: write(node.items),
          ...Object.fromEntries(node.keywords),
        }
      case 'object':
        return { type: 'object', ...notes, ...writeProperties(node) }
      case 'union':
        return { ...notes, anyOf: node.branches.map(write) }
      case 'ref':
        return writeRef(names.get(node.target) ?? '', node.notes)
      case 'never':
        // Unreachable in a strict result: a node that permits nothing is an obstacle or was left out.
        return { enum: [] }
    }
  }

  function writeProperties({ properties }: ObjectNode): JsonObject {
    const written = [...properties].map(([name, property]): [string, JsonObject] => {
      const schema = write(property.node)
      return [name, property.required ? schema : writing.optional(schema)]
    })
    return {
      properties: Object.fromEntries(written),
      required: [...properties].filter((entry) => writing.required(...entry)).map(([name]) => name),
      additionalProperties: false,
    }
  }

  return write
}

function writeScalar(
  { type, literals, isConst, keywords }: ScalarNode,
  notes: JsonObject,
): JsonObject {
  return { type, ...notes, ...writeLiterals(literals, isConst), ...Object.fromEntries(keywords) }
}

function writeLiterals(literals: ScalarNode['literals'], isConst: boolean): JsonObject {
  const [first] = literals ?? []
  if (literals === null || first === undefined) return {}
  return isConst && literals.length === 1 ? { const: first } : { enum: literals }
}

function writeRef(name: string, notes: readonly Entry[]): JsonObject {
  const ref = { $ref: name === '' ? '#' : `#/$defs/${name}` }
  // A reference takes no siblings.
  return notes.length === 0 ? ref : { ...Object.fromEntries(notes), anyOf: [ref] }
}

/** The definitions in use, each with a name that needs no escape and is used once. */
function namesOf({ definitions }: Graph): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<JsonValue>()
  for (const target of definitions.keys()) {
    if (target === '') continue
    const base = target.slice(target.lastIndexOf('/') + 1).replaceAll(/[^A-Za-z0-9_-]+/gu, '_')
    let name = base || '_'
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`
    taken.add(name)
    names.set(target, name)
  }
  return names
}

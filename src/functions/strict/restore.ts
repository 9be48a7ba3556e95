import type { JsonObject, JsonValue } from '../../json/value.ts'
import { admits, atomsOf, leavesOf } from './leaves.ts'
import { isJsonArray, isJsonObject } from './located.ts'
import type { Graph, Leaf, Node, ObjectNode, PropertyNode } from './node.ts'

/**
 * Builds the way back from OpenAI's form: removes a null exactly where it stands for an absent optional property.
 * What fits nowhere stays as it is; the original schema refuses it.
 */
export function createRestore(graph: Graph): (args: JsonValue) => JsonValue {
  const fits = createFits(graph)
  const leavesByNode = new Map<Node, readonly Leaf[]>()

  function leaves(node: Node): readonly Leaf[] {
    const known = leavesByNode.get(node)
    if (known !== undefined) return known
    const found = leavesOf(node, graph.definitions) ?? []
    leavesByNode.set(node, found)
    return found
  }

  function restore(node: Node, value: JsonValue): JsonValue {
    const candidates = leaves(node)
    const leaf =
      candidates.length === 1 ? candidates[0] : candidates.find((each) => fits(each, value))
    if (leaf?.kind === 'array' && isJsonArray(value)) {
      return value.map((item) => restore(leaf.items, item))
    }
    return leaf?.kind === 'object' && isJsonObject(value) ? restoreObject(leaf, value) : value
  }

  function restoreObject({ properties }: ObjectNode, value: JsonObject): JsonObject {
    const entries = Object.entries(value).flatMap(([name, item]): [string, JsonValue][] => {
      const property = properties.get(name)
      if (property === undefined) return [[name, item]]
      if (item === null && !property.required) return []
      return [[name, restore(property.node, item)]]
    })
    return Object.fromEntries(entries)
  }

  return (args) => restore(graph.root, args)
}

/** Whether a value has the form of a leaf in OpenAI's form: its type, and for an object its keys and their atoms. */
function createFits({ definitions }: Graph): (leaf: Leaf, value: JsonValue) => boolean {
  const holds = ({ node, required }: PropertyNode, item: JsonValue) =>
    (item === null && !required) || admits(atomsOf(node, definitions), item)
  return (leaf, value) => {
    if (leaf.kind !== 'object') return admits(atomsOf(leaf, definitions), value)
    if (!isJsonObject(value) || Object.keys(value).length !== leaf.properties.size) return false
    return [...leaf.properties].every(([name, property]) => {
      const item = Object.hasOwn(value, name) ? value[name] : undefined
      return item !== undefined && holds(property, item)
    })
  }
}

import type { JsonObject, JsonValue } from '../../json/value.ts'
import { admits, createLevels, type Levels } from './leaves.ts'
import { isJsonArray, isJsonObject } from './located.ts'
import type { Graph, Leaf, Node, ObjectNode, PropertyNode } from './node.ts'

/**
 * Builds the way back from OpenAI's form: removes a null exactly where it stands for an absent optional property.
 * What fits nowhere stays as it is; the original schema refuses it.
 */
export function createRestore(graph: Graph): (args: JsonValue) => JsonValue {
  const levels = createLevels(graph)
  const fits = createFits(levels)

  function restore(node: Node, value: JsonValue): JsonValue {
    const candidates = levels.leaves(node) ?? []
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
function createFits(levels: Levels): (leaf: Leaf, value: JsonValue) => boolean {
  const holds = ({ node, required }: PropertyNode, item: JsonValue) =>
    (item === null && !required) || admits(levels.atoms(node), item)
  return (leaf, value) => {
    if (leaf.kind !== 'object') return admits(levels.atoms(leaf), value)
    if (!isJsonObject(value) || Object.keys(value).length !== leaf.properties.size) return false
    return [...leaf.properties].every(([name, property]) => {
      const item = Object.hasOwn(value, name) ? value[name] : undefined
      return item !== undefined && holds(property, item)
    })
  }
}

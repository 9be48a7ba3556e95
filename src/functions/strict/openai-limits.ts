import type { JsonPrimitive } from '../../json/value.ts'
import type { Findings } from './findings.ts'
import { childrenOf, type Graph, type Node, nodesOf, type ScalarNode } from './node.ts'

/** OpenAI's published limits of one strict schema. */
const OPENAI_LIMITS = {
  properties: 5_000,
  levels: 10,
  characters: 120_000,
  enumValues: 1_000,
  /** For one string enum with more than {@link OPENAI_LIMITS.longEnum} values. */
  longEnumCharacters: 15_000,
  longEnum: 250,
} as const

/** Refuses a schema that is larger than OpenAI takes; says whether it was within all limits. */
export function refuseOverOpenAiLimits(graph: Graph, findings: Findings): boolean {
  const before = findings.count()
  let characters = charactersOf(graph.definitions.keys())
  let properties = 0
  let enumValues = 0
  for (const node of nodesOf(graph)) {
    if (node.kind === 'object') {
      properties += node.properties.size
      characters += charactersOf(node.properties.keys())
    } else if (node.kind === 'scalar') {
      enumValues += node.literals?.length ?? 0
      characters += charactersOf(node.literals ?? [])
      refuseLongEnum(node, findings)
    }
  }
  const limits = OPENAI_LIMITS
  if (properties > limits.properties) findings.refuse('', 'properties', 'too_many_properties')
  if (characters > limits.characters) findings.refuse('', '', 'too_many_characters')
  if (enumValues > limits.enumValues) findings.refuse('', 'enum', 'too_many_enum_values')
  if (levelsOf(graph) > limits.levels) findings.refuse('', '', 'too_deep')
  return findings.count() === before
}

function charactersOf(values: Iterable<JsonPrimitive>): number {
  let sum = 0
  for (const value of values) sum += String(value).length
  return sum
}

function refuseLongEnum({ path, literals }: ScalarNode, findings: Findings): void {
  if (literals === null || literals.length <= OPENAI_LIMITS.longEnum) return
  const isLong = charactersOf(literals) > OPENAI_LIMITS.longEnumCharacters
  if (isLong) findings.refuse(path, 'enum', 'enum_too_long')
}

/** Objects and lists inside one another, through references; a recursion counts once. */
function levelsOf({ root, definitions }: Graph): number {
  const known = new Map<string, number>()

  function levels(node: Node): number {
    if (node.kind === 'ref') return levelsOfTarget(node.target)
    const inner = Math.max(0, ...childrenOf(node).map(levels))
    return node.kind === 'object' || node.kind === 'array' ? inner + 1 : inner
  }

  function levelsOfTarget(target: string): number {
    const found = known.get(target)
    if (found !== undefined) return found
    // Set before the walk, so that a recursion ends here.
    known.set(target, 0)
    const definition = definitions.get(target)
    const count = definition === undefined ? 0 : levels(definition)
    known.set(target, count)
    return count
  }

  known.set('', 0)
  return levels(root)
}

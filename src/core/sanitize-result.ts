import type { ErrorCode } from '../errors.ts'
import { plainJson } from '../json/plain.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { Ended } from './ended.ts'
import type { GateContext, GateTool } from './gate-context.ts'
import { type ContentBlock, isToolContent, type ToolContent, type ToolResult } from './result.ts'
import type { CompiledSchema } from './schema.ts'
import type { Trail } from './trail.ts'
import { inTime } from './within.ts'

/** Turns what a handler or a probe gave back into the ending of its call. Believes nothing of it, and never throws. */
export async function sanitizeResult(
  gate: GateContext,
  trail: Trail,
  target: GateTool,
  returned: unknown,
): Promise<Ended> {
  try {
    const result = readResult(gate, returned)
    if (typeof result === 'string') return badOutput(result)
    const checked = await checkResult(gate, result, target.output)
    if (typeof checked === 'string') return badOutput(checked)
    const provenance = { tool: target.tool.name, trusted: target.trusted }
    const sanitized = await answerInTime(gate, gate.sanitizer.sanitize(checked, provenance))
    if (sanitized.kind === 'refused') return badOutput(sanitized.reason)
    const { result: clean, changes } = sanitized
    return new Ended('sanitize', { kind: 'completed', executed: 'yes', result: clean, changes })
  } catch (cause) {
    gate.alarm({ kind: 'port_failed', tool: trail.tool, operation: trail.operation, cause })
    return badOutput('sanitizer_unavailable')
  }
}

function answerInTime<T>(gate: GateContext, answer: T | Promise<T>): T | Promise<T> {
  return answer instanceof Promise ? inTime(gate, answer) : answer
}

function badOutput(reason: ErrorCode): Ended {
  return new Ended('sanitize', { kind: 'bad_output', executed: 'yes', reason })
}

type OutputProblem = 'output_not_plain' | 'output_too_large' | 'output_invalid'

function readPlain(
  gate: GateContext,
  value: unknown,
): { readonly value: JsonValue } | OutputProblem {
  // Nothing returned is null: JSON has no undefined.
  const plain = plainJson(value === undefined ? null : value, gate.resultProfile)
  if (plain.ok) return { value: plain.value }
  const large = plain.problem === 'too_large' || plain.problem === 'too_many_elements'
  return large ? 'output_too_large' : 'output_not_plain'
}

function readResult(gate: GateContext, returned: unknown): ToolResult | OutputProblem {
  if (isToolContent(returned)) return readContent(gate, returned)
  const plain = readPlain(gate, returned)
  return typeof plain === 'string' ? plain : { kind: 'value', value: plain.value }
}

function readContent(gate: GateContext, content: ToolContent): ToolResult | OutputProblem {
  const plain = readPlain(gate, { content: content.content, structured: content.structured })
  if (typeof plain === 'string') return plain
  const copy = plain.value as unknown as {
    content: readonly ContentBlock[]
    structured: JsonObject | null
  }
  if (!copy.content.every(isBlock)) return 'output_invalid'
  return { kind: 'content', content: copy.content, structured: copy.structured }
}

function isBlock(block: ContentBlock): boolean {
  switch (block.kind) {
    case 'text':
      return typeof block.text === 'string'
    case 'image':
      return typeof block.data === 'string' && typeof block.mimeType === 'string'
    default:
      return false
  }
}

async function checkResult(
  gate: GateContext,
  result: ToolResult,
  schema: CompiledSchema | null,
): Promise<ToolResult | OutputProblem> {
  if (schema === null) return result
  const structured = result.kind === 'value' ? result.value : result.structured
  const checked = await answerInTime(gate, schema.check(structured))
  if (!checked.ok) return 'output_invalid'
  if (checked.value === structured) return result
  const plain = readPlain(gate, checked.value)
  if (typeof plain === 'string') return plain
  if (result.kind === 'value') return { kind: 'value', value: plain.value }
  return { ...result, structured: plain.value as JsonObject }
}

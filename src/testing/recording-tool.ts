import type { ToolSchema } from '../core/standard-schema.ts'
import {
  anyone,
  defineTool,
  type Effect,
  type ExecuteContext,
  type Tool,
  type ToolDefinition,
} from '../core/tool.ts'
import type { JsonObject } from '../json/value.ts'

type Definition = ToolDefinition<Readonly<Record<string, unknown>>, ToolSchema>

/** A tool that remembers every time it really ran. */
export interface RecordingTool {
  readonly tool: Tool
  readonly runs: readonly ExecuteContext<JsonObject>[]
}

const AMOUNT_SCHEMA = {
  type: 'object',
  properties: {
    order_id: { type: 'string' },
    amount_cents: { type: 'integer', minimum: 1 },
    confirm: { type: 'boolean' },
    currency: { type: 'string', default: 'EUR' },
  },
  required: ['order_id'],
  additionalProperties: false,
} as const

/** Makes a tool named `act` for everybody; `parts` replaces any part of its definition. */
export function createRecordingTool(
  effect: Effect,
  parts: Partial<Definition> = {},
): RecordingTool {
  const runs: ExecuteContext<JsonObject>[] = []
  const { execute = () => ({ done: true }), ...rest } = parts
  const tool = defineTool({
    name: 'act',
    description: 'Does something.',
    input: AMOUNT_SCHEMA,
    effect,
    authorize: anyone,
    ...rest,
    execute: (context: ExecuteContext<JsonObject>) => {
      runs.push(context)
      return execute(context)
    },
  } as Definition)
  return { tool, runs }
}

import { z } from 'zod'
import type { ToolSchema } from '../src/core/standard-schema.ts'
import { defineTool, type Tool } from '../src/core/tool.ts'

const TEXT = 'The order was placed on 3 March, paid by card, and left the warehouse one day later. '

/** 1 KB of prose, as a tool that looks something up returns it. */
const RESULT = { text: TEXT.repeat(13).slice(0, 1_024) }

/** The schemas of the tool in a library, which copies what it checks. */
export const ZOD = {
  input: z.object({
    order: z.string().max(64),
    amount: z.number().int().min(1).max(1_000_000),
    currency: z.enum(['EUR', 'USD']),
    note: z.string().max(200),
  }),
  output: z.object({ text: z.string() }),
} as const

/** The same in JSON Schema, which only checks. */
export const JSON_SCHEMA = {
  input: {
    type: 'object',
    properties: {
      order: { type: 'string', maxLength: 64 },
      amount: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      currency: { enum: ['EUR', 'USD'] },
      note: { type: 'string', maxLength: 200 },
    },
    required: ['order', 'amount', 'currency', 'note'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
} as const

/** The same tool for every subject: ours, and that of the MCP SDK. */
export const SUBJECT = {
  description: 'Reads or refunds one order.',
  arguments: {
    order: 'ord_7f3a2b1c9d8e',
    amount: 1_250,
    currency: 'EUR',
    note: 'The parcel arrived damaged, so half of the price goes back.',
  },
  resultText: RESULT.text,
  execute: async () => RESULT,
} as const

/** What a client sends: one request of MCP as one line of text. */
export const REQUEST_TEXT = JSON.stringify({
  jsonrpc: '2.0',
  id: 17,
  method: 'tools/call',
  params: { name: 'orders', arguments: SUBJECT.arguments },
})

interface Request {
  readonly id: number
  readonly params: { readonly name: string; readonly arguments: unknown }
}

/** Parses the request as a server does that trusts what it reads. */
export function parseRequest(): Request {
  return JSON.parse(REQUEST_TEXT) as Request
}

/** The reply as text: the result as text and again as `structuredContent`. */
export function replyText(id: number, result: { readonly text: string }): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text: result.text }], structuredContent: result },
  })
}

/** The tool with the schemas of one kind; its own check looks at the caller. */
export function subjectTool(
  effect: 'read' | 'write',
  schemas: { readonly input: ToolSchema; readonly output: ToolSchema },
): Tool {
  return defineTool({
    name: 'orders',
    description: SUBJECT.description,
    ...schemas,
    effect,
    authorize: ({ caller }) => caller.user === 'u-1',
    execute: SUBJECT.execute,
  })
}

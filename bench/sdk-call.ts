import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { Case } from './measure.ts'
import { JSON_SCHEMA, SUBJECT, ZOD } from './subject.ts'

/** Calls of the same tool by the MCP SDK's own client and server, in one process and without any governance. */
export async function openSdkCalls(): Promise<{
  readonly cases: readonly Case[]
  readonly close: () => Promise<void>
}> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  const answer = async () => {
    const result = await SUBJECT.execute()
    return { content: [{ type: 'text' as const, text: result.text }], structuredContent: result }
  }
  const { description } = SUBJECT
  server.registerTool(
    'orders',
    {
      description,
      inputSchema: fromJsonSchema(JSON_SCHEMA.input),
      outputSchema: fromJsonSchema(JSON_SCHEMA.output),
    },
    answer,
  )
  server.registerTool(
    'orders-zod',
    { description, inputSchema: ZOD.input, outputSchema: ZOD.output },
    answer,
  )
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(serverSide), client.connect(clientSide)])
  const call = (name: string) => () => client.callTool({ name, arguments: SUBJECT.arguments })
  return {
    cases: [
      { name: 'MCP SDK in memory', call: call('orders') },
      { name: 'MCP SDK in memory, zod', call: call('orders-zod') },
    ],
    close: async () => {
      await client.close()
      await server.close()
    },
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a provider's fake sees it. */
export interface ProviderRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: ReadonlyMap<string, string>
  /** The parsed JSON body; undefined where there is none or it is not JSON. */
  readonly body: unknown
}

/** One event of a stream (server-sent events). */
export interface ProviderEvent {
  readonly event?: string
  /** Sent as JSON; a text as it is. */
  readonly data: unknown
}

/** What a provider's fake answers: a status with a JSON body, or a stream of events. */
export type ProviderReply =
  | { readonly status: number; readonly body: unknown }
  | { readonly events: readonly ProviderEvent[] }

/** A server on this machine alone that stands in for a provider. */
export interface ProviderServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a path. */
  readonly origin: string
}

/** Serves on a free port of the loopback address until it is disposed. An error that `answer` throws is a 500. */
export async function openProviderServer(
  answer: (request: ProviderRequest) => ProviderReply,
): Promise<ProviderServer> {
  const server = createServer((request, response) => {
    serve(answer, request, response).catch((error: unknown) => {
      // Tells the test what went wrong in its script; a client does not retry when it is told not to.
      response.setHeader('x-should-retry', 'false')
      send(response, { status: 500, body: { error: { message: String(error) } } })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  answer: (request: ProviderRequest) => ProviderReply,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = Object.entries(incoming.headers).map(
    ([name, value]) => [name, String(value)] as const,
  )
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
  const body = parse(await readText(incoming))
  send(
    response,
    answer({ method: incoming.method ?? '', path: pathname, headers: new Map(headers), body }),
  )
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, reply: ProviderReply): void {
  if ('events' in reply) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of reply.events) response.write(eventText(event))
    response.end()
    return
  }
  response
    .writeHead(reply.status, { 'content-type': 'application/json' })
    .end(JSON.stringify(reply.body))
}

function eventText({ event, data }: ProviderEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

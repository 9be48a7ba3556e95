import { ToolnotaryError } from '../../errors.ts'

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What {@link keySetLoader} takes. */
export interface KeySetLoaderOptions {
  /** Defaults to the platform's own. */
  readonly fetch?: Fetch
  /** 5,000. */
  readonly timeoutMs?: number
}

const MAX_BYTES = 65_536
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * A loader of the JWK Set at one address, which configuration names: https, or http on this machine. Follows no redirect and
 * reads at most 64 KiB.
 * Throws `key_set_invalid` for another address; the loader rejects with `keys_unavailable`.
 */
export function keySetLoader(
  url: string,
  options: KeySetLoaderOptions = {},
): () => Promise<string> {
  const { fetch = globalThis.fetch, timeoutMs = 5_000 } = options
  if (!isSafe(url)) throw new ToolnotaryError('key_set_invalid', { member: 'url' })
  return async () => {
    const init: RequestInit = {
      redirect: 'error',
      credentials: 'omit',
      headers: { accept: 'application/jwk-set+json, application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    }
    const response = await fetch(url, init)
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      throw new ToolnotaryError('keys_unavailable')
    }
    return readText(response.body)
  }
}

function isSafe(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false
  return (
    parsed.protocol === 'https:' ||
    (parsed.protocol === 'http:' && LOOPBACK.includes(parsed.hostname))
  )
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new ToolnotaryError('keys_unavailable')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

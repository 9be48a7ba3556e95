import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { keySetOf, TEST_KEYS } from '../../testing/record-samples.ts'
import { keySetLoader } from './fetch-key-set.ts'

const SET = keySetOf([TEST_KEYS.ed25519])
const servers = new Set<Server>()

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  servers.clear()
})

/** The address of a server on this machine. */
function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.add(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`),
    )
  })
}

describe('the loader', () => {
  it('gives the text that the address has', async () => {
    const url = await serve((_, response) => response.end(SET))
    expect(await keySetLoader(url)()).toBe(SET)
  })

  it('follows no redirect', async () => {
    const there = await serve((_, response) => response.end(SET))
    const url = await serve((_, response) => response.writeHead(302, { location: there }).end())
    await expect(keySetLoader(url)()).rejects.toThrow()
  })

  it.each([204, 304, 404, 500])('has nothing when the status is %s', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end())
    await expect(keySetLoader(url)()).rejects.toMatchObject({ code: 'keys_unavailable' })
  })

  it('reads 64 KiB and not one byte more', async () => {
    const url = await serve((request, response) =>
      response.end(SET.padEnd(request.url === '/keys' ? 65_536 : 65_537)),
    )
    expect((await keySetLoader(url)()).length).toBe(65_536)
    await expect(keySetLoader(`${url}/more`)()).rejects.toMatchObject({ code: 'keys_unavailable' })
  })

  it('stops reading a body that does not end', async () => {
    const url = await serve((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(16_384), more)
      }
      more()
    })
    await expect(keySetLoader(url)()).rejects.toMatchObject({ code: 'keys_unavailable' })
  })

  it('gives up on a server that does not answer', async () => {
    const url = await serve(() => {})
    await expect(keySetLoader(url, { timeoutMs: 50 })()).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('refuses bytes that are no UTF-8', async () => {
    const url = await serve((_, response) => response.end(new Uint8Array([0x7b, 0xff, 0x7d])))
    await expect(keySetLoader(url)()).rejects.toThrow()
  })

  it.each([
    'http://keys.example/jwks',
    'http://127.0.0.1.example/jwks',
    'https://user:secret@keys.example/jwks',
    'file:///etc/keys.json',
    'data:application/json,{}',
    'keys.json',
    '',
  ])('does not load from %s', (url) => {
    expect(() => keySetLoader(url)).toThrow(expect.objectContaining({ code: 'key_set_invalid' }))
  })

  it.each(['https://keys.example/jwks', 'http://localhost:8080/jwks', 'http://[::1]:8080/jwks'])(
    'may load from %s',
    (url) => {
      expect(keySetLoader(url)).toBeTypeOf('function')
    },
  )

  it('sends no credentials and takes the fetch that it is given', async () => {
    const seen: unknown[] = []
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      seen.push([url, init.credentials, init.redirect])
      return new Response(SET)
    }
    expect(await keySetLoader('https://keys.example/jwks', { fetch })()).toBe(SET)
    expect(seen).toEqual([['https://keys.example/jwks', 'omit', 'error']])
  })
})

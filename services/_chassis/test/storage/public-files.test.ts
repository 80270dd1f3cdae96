import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { publicFiles, publicKeyOf } from '../../src/storage/public-files.ts'
import { createTestStore } from '../../src/testing/store.ts'

const never = new AbortController().signal
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a server that replaces the store and responds with `listener`. Returns a reader of its public files. */
async function filesAt(listener: RequestListener) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return publicFiles({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'files' })
}

it('reads a public file without keys, but no private file', async () => {
  const store = await createTestStore()
  const put = (key: string) => store.put(key, Readable.from([Buffer.from('content')]), 'text/plain', AbortSignal.timeout(5_000))
  await put('public/previews/a.jpg')
  await put('private/documents/a.jpg')
  expect((await store.files.read('public/previews/a.jpg', 7, never))?.toString()).toBe('content')
  expect(await store.files.read('public/previews/a.jpg', 6, never)).toBeUndefined()
  expect(await store.files.read('public/previews/b.jpg', 7, never)).toBeUndefined()
  expect(await store.files.read('private/documents/a.jpg', 7, never)).toBeUndefined()
})

it.each([
  ['/files/public/previews/0192f3a0-0000-7000-8000-000000000001.jpg', 'public/previews/0192f3a0-0000-7000-8000-000000000001.jpg'],
  ['/files/private/documents/a.pdf', undefined],
  ['/files/public/../private/a.jpg', undefined],
  ['/files/public/previews/%2e%2e/a.jpg', undefined],
  ['/files/public/previews/a.jpg?x=1', undefined],
  ['https://portal.example/files/public/previews/a.jpg', undefined],
  ['//portal.example/files/public/previews/a.jpg', undefined],
  ['/else/files/public/previews/a.jpg', undefined],
  ['', undefined],
])('the key of %s is %s', (url, key) => {
  expect(publicKeyOf(url)).toBe(key)
})

it('rejects errors and redirects of the store', async () => {
  const failing = await filesAt((_request, response) => void response.writeHead(503).end())
  await expect(failing.read('public/previews/a.jpg', 10, never)).rejects.toThrow('503')
  const redirecting = await filesAt((_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  await expect(redirecting.read('public/previews/a.jpg', 10, never)).rejects.toThrow()
})

it('stops reading an endless file, and stops when the signal is aborted', async () => {
  const endless = await filesAt((_request, response) => {
    const write = () => {
      while (response.write(Buffer.alloc(64_000)));
    }
    response.on('drain', write)
    write()
  })
  expect(await endless.read('public/previews/a.jpg', 1_000_000, never)).toBeUndefined()
  const silent = await filesAt(() => {})
  const stop = new AbortController()
  const reading = silent.read('public/previews/a.jpg', 10, stop.signal)
  stop.abort()
  await expect(reading).rejects.toThrow()
})

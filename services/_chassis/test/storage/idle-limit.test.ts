import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createObjectStore, type ObjectStore } from '@app/chassis/storage/object-store.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { afterEach, expect, it } from 'vitest'

const IDLE_MS = 300
/** Timeout for slow transfers. A transfer's pauses are a third of the timeout, so that even a busy machine causes no timeout. */
const LONG_IDLE_MS = 1_500
const SILENT = 'The file store was silent'

let server: Server
const sockets: Socket[] = []

async function storeOver(serve: (socket: Socket) => void, idleMs = IDLE_MS) {
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const keys = { S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret', S3_REGION: 'us-east-1', S3_BUCKET: 'files', PUBLIC_URL: TEST_ORIGIN }
  return createObjectStore({ S3_ENDPOINT: `http://127.0.0.1:${port}`, ...keys }, { idleMs })
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

const put = (store: ObjectStore, bytes: number) =>
  store.put('public/a', Readable.from([Buffer.alloc(bytes)]), 'image/png', AbortSignal.timeout(10_000))

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('public/')) keys.push(key)
  return keys
}

it('every call fails if the store accepts connections but does not respond', { tags: 'nightly' }, async () => {
  const store = await storeOver((socket) => socket.resume())
  await expect(store.check()).rejects.toThrow(SILENT)
  await expect(store.sizeOf('public/a')).rejects.toThrow(SILENT)
  await expect(store.get('public/a')).rejects.toThrow(SILENT)
  await expect(store.remove(['public/a'])).rejects.toThrow(SILENT)
  await expect(keysOf(store)).rejects.toThrow(SILENT)
  await expect(put(store, 10)).rejects.toThrow(SILENT)
})

it('an upload fails if the store stops reading', async () => {
  const store = await storeOver((socket) => socket.pause())
  await expect(put(store, 4_900_000)).rejects.toThrow(SILENT)
})

it('a response that stops fails with an error', async () => {
  const store = await storeOver((socket) => {
    socket.resume().write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
  })
  await expect(text(await store.get('public/a'))).rejects.toThrow()
})

it('a slow transfer succeeds, and so does a call after the idle connection was closed', { tags: 'nightly' }, async () => {
  const store = await storeOver((socket) => {
    socket.on('data', async () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n')
      for (const letter of 'slowly') {
        await sleep(LONG_IDLE_MS / 3)
        socket.write(letter)
      }
    })
  }, LONG_IDLE_MS)
  expect(await text(await store.get('public/a'))).toBe('slowly')
  await expect.poll(() => sockets[0]?.closed).toBe(true)
  expect(await text(await store.get('public/a'))).toBe('slowly')
})

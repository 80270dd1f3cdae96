import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createApp } from '@app/chassis/http/app.ts'
import forms, { withForm } from '@app/chassis/http/receive-form.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { defineRoute } from '@app/contracts/define.ts'
import { Registry } from 'prom-client'
import * as Type from 'typebox'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../deploy/local/parts/ports.ts'

const IDLE_MS = 1_000

const route = defineRoute({
  id: 'upload',
  service: 'tasks',
  method: 'POST',
  url: '/upload',
  access: 'public',
  summary: 'A test',
  schema: { response: { 200: Type.Object({}) } },
  form: { fields: Type.Object({}), files: { picture: { kind: 'photo', maxBytes: 1_000_000, refusal: 'No photo' } } },
})

async function upload(port: number) {
  const { log, lines } = recordingLogger()
  const app = await createApp({ log, ...testTokens, checks: {} })
  onTestFinished(() => app.close())
  await app.register(forms)
  const keys = { S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret', S3_REGION: 'us-east-1', S3_BUCKET: 'files', PUBLIC_URL: TEST_ORIGIN }
  const registry = new Registry()
  const store = createObjectStore({ S3_ENDPOINT: `http://127.0.0.1:${port}`, ...keys }, { idleMs: IDLE_MS, registry })
  app.route({ ...route, handler: (request) => withForm(request, route, { store, prefix: 'public/tests/' }, async () => ({})) })
  const form = await multipart({}, { picture: png() })
  return { reply: await app.inject({ method: 'POST', url: '/upload', ...form }), lines, figures: await registry.metrics() }
}

/** Starts a TCP server that calls `serve` with each connection. */
async function storeThat(serve: (socket: Socket) => void): Promise<{ port: number; connections: () => number }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.length }
}

const respondWith =
  (head: string, body = '') =>
  (socket: Socket) =>
    void socket.on('data', () => socket.end(`HTTP/1.1 ${head}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`))

const UNAVAILABLE = { status: 503, code: 'unavailable', message: 'This isn’t possible right now. Please try again shortly.' }

async function expectUnavailable(port: number, reason: string): Promise<void> {
  const { reply, lines, figures } = await upload(port)
  expect(reply.json()).toMatchObject(UNAVAILABLE)
  expect(reply.headers['retry-after']).toBe('3')
  expect(lines.join('\n')).toContain(reason)
  expect(figures).toContain('store_call_duration_seconds_count{method="PUT",outcome="failed"} 1')
}

it('a store that accepts connections but does not respond is called once', { tags: 'nightly' }, async () => {
  const { port, connections } = await storeThat((socket) => socket.resume())
  await expectUnavailable(port, 'the file store does not respond')
  expect(connections()).toBe(1)
})

it('responds with 503 if the store refuses connections', async () => {
  await expectUnavailable(await freePort(), 'a dependency cannot be reached')
})

it('responds with 503 if the store closes connections', async () => {
  const { port } = await storeThat((socket) => socket.on('data', () => socket.destroy()))
  await expectUnavailable(port, 'a dependency cannot be reached')
})

it('responds with 503 if the store responds with 503', async () => {
  const { port } = await storeThat(respondWith('503 Service Unavailable'))
  await expectUnavailable(port, 'the file store does not respond')
})

it('responds with 503 if the store rejects the access key', async () => {
  const { port } = await storeThat(respondWith('403 Forbidden', '<Error><Code>InvalidAccessKeyId</Code></Error>'))
  await expectUnavailable(port, 'the file store refuses the request')
})

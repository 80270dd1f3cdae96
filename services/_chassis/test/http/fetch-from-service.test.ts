import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { runInContext } from '@app/chassis/logging/context.ts'
import { recordingTracer } from '@app/chassis/testing/recording-tracer.ts'
import { newUnsampledTrace, traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import { afterEach, expect, it } from 'vitest'

let peer: Server
afterEach(() => {
  peer.closeAllConnections()
  peer.close()
})

/** Starts a server that sends the next of these responses to each request. Further requests get the last response. */
async function peerThat(...responses: ((response: ServerResponse) => void)[]) {
  let requests = 0
  const headers: IncomingMessage['headers'][] = []
  const bodies: string[] = []
  peer = createServer(async (request, response) => {
    headers.push(request.headers)
    bodies.push(`${request.method} ${await text(request)}`)
    responses[Math.min(requests, responses.length - 1)]?.(response)
    requests++
  })
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening))
  return { url: new URL(`http://127.0.0.1:${(peer.address() as AddressInfo).port}/what`), requests: () => requests, headers, bodies }
}

const respondWith = (status: number) => (response: ServerResponse) => void response.writeHead(status).end('{}')
const closesConnection = (response: ServerResponse) => void response.socket?.destroy()
const isSilent = () => {}

it.each([
  ['closes the connection', closesConnection],
  ['responds with 502', respondWith(502)],
  ['responds with 503', respondWith(503)],
  ['does not respond', isSilent],
])('retries once if a replica %s', { tags: 'nightly' }, async (_how, first) => {
  const { url, requests } = await peerThat(first, respondWith(200))
  expect((await fetchFromService(url)).status).toBe(200)
  expect(requests()).toBe(2)
})

it.each([200, 401, 404, 500])('does not retry a response with status %i', async (status) => {
  const { url, requests } = await peerThat(respondWith(status))
  expect((await fetchFromService(url)).status).toBe(status)
  expect(requests()).toBe(1)
})

it('fails after the second attempt', async () => {
  const { url, requests } = await peerThat(respondWith(503))
  await expect(fetchFromService(url)).rejects.toThrow('responded with status 503')
  expect(requests()).toBe(2)
})

it('sends the request id and the span of each attempt to the other service', async () => {
  const { url, headers } = await peerThat(closesConnection, respondWith(200))
  const { tracer, spans } = recordingTracer()
  const trace = { ...newUnsampledTrace(), isSampled: true }
  await runInContext({ correlationId: 'r1', trace, tracer }, () => fetchFromService(url))
  expect(spans.map(({ parent, error }) => [parent, error === undefined])).toEqual([
    [trace, false],
    [trace, true],
  ])
  expect(headers).toMatchObject(spans.map((span) => ({ 'x-request-id': 'r1', traceparent: traceparentOf(span.trace) })))
})

it('sends JSON with POST, and repeats it after a closed connection', async () => {
  const { url, headers, bodies } = await peerThat(closesConnection, respondWith(200))
  await fetchFromService(url, { headers: { authorization: 'Key k' }, json: { topic: 'receipt' } })
  expect(bodies).toEqual(Array(2).fill('POST {"topic":"receipt"}'))
  expect(headers).toMatchObject(Array(2).fill({ authorization: 'Key k', 'content-type': 'application/json' }))
})

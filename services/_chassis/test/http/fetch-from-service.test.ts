import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runInContext } from '@app/chassis/context.ts'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { recordingTracer } from '@app/chassis/testing/recording-tracer.ts'
import { newUnsampledTrace, traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import { afterEach, expect, it } from 'vitest'

let peer: Server
afterEach(() => {
  peer.closeAllConnections()
  peer.close()
})

/** Starts a server with these responses; the last response is used for all further requests. `asked` returns the number of requests. */
async function peerThat(...answers: ((response: ServerResponse) => void)[]) {
  let asked = 0
  const headers: IncomingMessage['headers'][] = []
  peer = createServer((request, response) => {
    headers.push(request.headers)
    answers[Math.min(asked, answers.length - 1)]?.(response)
    asked++
  })
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening))
  return { url: new URL(`http://127.0.0.1:${(peer.address() as AddressInfo).port}/what`), asked: () => asked, headers }
}

const answers = (status: number) => (response: ServerResponse) => void response.writeHead(status).end('{}')
const closesConnection = (response: ServerResponse) => void response.socket?.destroy()
const isSilent = () => {}

it.each([
  ['closes the connection', closesConnection],
  ['responds with 502', answers(502)],
  ['responds with 503', answers(503)],
  ['does not respond', isSilent],
])('retries once if a replica %s', async (_how, first) => {
  const { url, asked } = await peerThat(first, answers(200))
  expect((await fetchFromService(url)).status).toBe(200)
  expect(asked()).toBe(2)
})

it.each([200, 401, 404, 500])('does not retry a response with status %i', async (status) => {
  const { url, asked } = await peerThat(answers(status))
  expect((await fetchFromService(url)).status).toBe(status)
  expect(asked()).toBe(1)
})

it('fails after the second attempt', async () => {
  const { url, asked } = await peerThat(answers(503))
  await expect(fetchFromService(url)).rejects.toThrow('responded with status 503')
  expect(asked()).toBe(2)
})

it('sends the request id and the span of each attempt to the other service', async () => {
  const { url, headers } = await peerThat(closesConnection, answers(200))
  const { tracer, spans } = recordingTracer()
  const trace = { ...newUnsampledTrace(), isSampled: true }
  await runInContext({ correlationId: 'r1', trace, tracer }, () => fetchFromService(url))
  expect(spans.map(({ parent, error }) => [parent, error === undefined])).toEqual([
    [trace, false],
    [trace, true],
  ])
  expect(headers).toMatchObject(spans.map((span) => ({ 'x-request-id': 'r1', traceparent: traceparentOf(span.trace) })))
})

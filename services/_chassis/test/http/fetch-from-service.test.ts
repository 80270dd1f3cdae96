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

/** A peer that answers its first requests as given, and later ones as the last. Tells how often it was asked. */
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
const hangsUp = (response: ServerResponse) => void response.socket?.destroy()
const isSilent = () => {}

it.each([
  ['hangs up', hangsUp],
  ['says 502', answers(502)],
  ['says 503', answers(503)],
  ['is silent', isSilent],
])('asks once more where a replica %s', async (_how, first) => {
  const { url, asked } = await peerThat(first, answers(200))
  expect((await fetchFromService(url)).status).toBe(200)
  expect(asked()).toBe(2)
})

it.each([200, 401, 404, 500])('takes %i for an answer', async (status) => {
  const { url, asked } = await peerThat(answers(status))
  expect((await fetchFromService(url)).status).toBe(status)
  expect(asked()).toBe(1)
})

it('gives up after the second time', async () => {
  const { url, asked } = await peerThat(answers(503))
  await expect(fetchFromService(url)).rejects.toThrow('responded with status 503')
  expect(asked()).toBe(2)
})

it('the peer hears for which request it is asked, and under which span: each try is one', async () => {
  const { url, headers } = await peerThat(hangsUp, answers(200))
  const { tracer, spans } = recordingTracer()
  const trace = { ...newUnsampledTrace(), isSampled: true }
  await runInContext({ correlationId: 'r1', trace, tracer }, () => fetchFromService(url))
  expect(spans.map(({ parent, error }) => [parent, error === undefined])).toEqual([
    [trace, false],
    [trace, true],
  ])
  expect(headers).toMatchObject(spans.map((span) => ({ 'x-request-id': 'r1', traceparent: traceparentOf(span.trace) })))
})

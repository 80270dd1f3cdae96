import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Answer, type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'

const owner = person('owner')
let gateway: GatewayUnderTest

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ STOP_WAIT_MS: '500', STOP_LIMIT_MS: '60000' })
})
afterAll(() => gateway.stop())

const sayALot: Answer = (incoming, response) => {
  incoming.resume()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 }).end(Buffer.alloc(100_000, ' '))
}

interface RequestCase {
  method: string
  path: string
  answer?: Answer
}

/** Sends requests on one keep-alive connection until a response closes the connection. Returns the status codes. */
async function requestUntilClosed(url: string, { method, path, answer = sayHello }: RequestCase): Promise<Set<number | undefined>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  gateway.upstreams.tasks.answer = answer
  const statuses = new Set<number | undefined>()
  for (;;) {
    const headers = { ...owner.headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) }
    const asking = request(url + path, { method, agent, headers }).end(method === 'GET' ? undefined : '{"currentStatus":"Approved"}')
    const [reply] = (await once(asking, 'response')) as [IncomingMessage]
    await text(reply)
    statuses.add(reply.statusCode)
    if (reply.headers.connection === 'close') return statuses
  }
}

test.each<RequestCase & { status: number }>([
  { method: 'GET', path: '/task/12', status: 200 },
  { method: 'GET', path: '/task/12', answer: sayALot, status: 200 },
  { method: 'PUT', path: '/task/update-task/12', status: 200 },
  { method: 'GET', path: '/api/nowhere', status: 404 },
])(
  'a stopping gateway closes keep-alive connections after the response, and does not wait for them: $method $path, $status',
  { tags: 'nightly' },
  async (requestCase) => {
    const { url, stop } = await gateway.startGateway()
    const leaving = requestUntilClosed(url, requestCase)
    await stop()
    expect(await leaving).toEqual(new Set([requestCase.status]))
  },
)

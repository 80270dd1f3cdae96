import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '@app/chassis/http/app.ts'
import { person, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

/** Time that a replica waits before it stops. It is longer than the interval of the readiness checks. */
const STOP_WAIT_MS = 2_500
const CLIENTS = 6

const owner = person('owner')
const replicas: Replica[] = []
let gateway: GatewayUnderTest

interface Replica {
  port: number
  answered: number
  /** Stops the server in the same way as a service process, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server that stops in the same way as a service process. Each request takes a few milliseconds. */
async function startReplica(): Promise<Replica> {
  const listen = async (port: number) => {
    const app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
    app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.resume().once('end', () => done(null))
    })
    const handler = async () => {
      // The short delay ensures that requests are in flight when a replica stops.
      await sleep(5)
      replica.answered += 1
      return {}
    }
    for (const [method, url] of [
      ['GET', '/task/:id'],
      ['PUT', '/task/update-task/:id'],
      ['POST', '/task/create-task'],
    ] as const)
      app.route({ method, url, ...({ access: 'public' } as object), handler })
    await app.listen({ host: '127.0.0.1', port })
    return app
  }
  let app = await listen(0)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const replica: Replica = {
    port,
    answered: 0,
    async restart() {
      await app.retire(STOP_WAIT_MS)
      await app.closeWithin(5_000)
      app = await listen(port)
    },
    stop: () => app.close(),
  }
  return replica
}

beforeAll(async () => {
  replicas.push(await startReplica(), await startReplica())
  gateway = await startGatewayUnderTest({ TASKS_URL: replicas.map(({ port }) => `http://127.0.0.1:${port}`).join(',') })
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all(replicas.map((replica) => replica.stop()))
})

function ask(turn: number): Promise<Response> {
  const headers = { ...owner.headers, 'idempotency-key': crypto.randomUUID() }
  if (turn % 3 === 0) return fetch(`${gateway.url}/task/12`, { headers: owner.headers })
  if (turn % 3 === 1) {
    const change = { ...headers, 'content-type': 'application/json' }
    return fetch(`${gateway.url}/task/update-task/12`, { method: 'PUT', headers: change, body: '{"currentStatus":"Approved"}' })
  }
  const body = new FormData()
  body.set('title', 'A task')
  return fetch(`${gateway.url}/task/create-task`, { method: 'POST', headers, body })
}

test('no request fails during a rolling restart of two replicas: no list, change or upload', { tags: 'nightly' }, async () => {
  const statuses: number[] = []
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async (_, first) => {
    for (let turn = first; !isOver; turn++) {
      const answer = await ask(turn)
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
  })
  for (const replica of replicas) {
    await replica.restart()
    const before = replica.answered
    await expect.poll(() => replica.answered, { timeout: 15_000 }).toBeGreaterThan(before)
  }
  isOver = true
  await Promise.all(clients)
  expect(statuses.length).toBeGreaterThan(100)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

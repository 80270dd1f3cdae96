import type { IncomingMessage } from 'node:http'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest, startUpstream, type Upstream } from './gateway-under-test.ts'

let gateway: GatewayUnderTest
let first: Upstream
let second: Upstream
const owner = person('owner')
const taken: [replica: string, method: string][] = []

beforeAll(async () => {
  first = await startUpstream('first')
  second = await startUpstream('second')
  gateway = await startGatewayUnderTest({ TASKS_URL: `${first.url}, ${second.url}`, ANSWER_TIMEOUT_MS: '1500' })
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([first.stop(), second.stop()])
})
afterEach(() => {
  taken.length = 0
  first.answer = sayHello
  second.answer = sayHello
})

const bothAnswer = (answer: typeof sayHello) => {
  for (const [name, replica] of Object.entries({ first, second }))
    replica.answer = (request, response) => {
      taken.push([name, request.method ?? ''])
      answer(request, response)
    }
}
const hangUp = (request: IncomingMessage) => void request.socket.destroy()
const hangUpOnce: typeof sayHello = (request, response) => (taken.length === 1 ? hangUp(request) : sayHello(request, response))

const ask = (path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: { ...owner.headers, 'content-type': 'application/json', ...init.headers } })
const change = (headers: Record<string, string> = {}) =>
  ask('/task/update-task/12', { method: 'PUT', headers, body: '{"currentStatus":"Approved"}' })
const form = () => {
  const body = new FormData()
  body.set('title', 'A task')
  return body
}
const create = (headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/task/create-task`, { method: 'POST', headers: { ...owner.headers, ...headers }, body: form() })
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

test('replicas take turns, each with its own Host header', async () => {
  const names = new Set<string | undefined>()
  bothAnswer((request, response) => {
    names.add(request.headers.host)
    sayHello(request, response)
  })
  for (let i = 0; i < 6; i++) expect((await ask('/task/12')).status).toBe(200)
  expect(taken.filter(([name]) => name === 'first')).toHaveLength(3)
  expect(names).toEqual(new Set([first, second].map(({ url }) => new URL(url).host)))
})

test('if one of two replicas refuses connections, GETs, changes and uploads still succeed', { tags: 'nightly' }, async () => {
  bothAnswer(sayHello)
  await second.stop()
  try {
    for (let i = 0; i < 4; i++) {
      expect((await ask('/task/12')).status).toBe(200)
      expect((await change()).status).toBe(200)
      expect((await create()).status).toBe(200)
    }
    expect(new Set(taken.map(([name]) => name))).toEqual(new Set(['first']))
  } finally {
    await second.startAgain()
  }
  await expect.poll(async () => (await ask('/task/12')) && taken.some(([name]) => name === 'second'), { timeout: 15_000 }).toBe(true)
})

test('a replica that is not ready gets no requests while another is ready', { tags: 'nightly' }, async () => {
  second.ready = false
  bothAnswer(sayHello)
  const tookLast = async () => {
    taken.length = 0
    for (let i = 0; i < 4; i++) await ask('/task/12')
    return [...new Set(taken.map(([name]) => name))].sort()
  }
  await expect.poll(tookLast, { timeout: 15_000 }).toEqual(['first'])
  first.ready = false
  // If no replica is ready, all replicas get requests.
  await expect.poll(tookLast, { timeout: 15_000 }).toEqual(['first', 'second'])
  first.ready = true
  second.ready = true
})

test('a GET that is cut off is retried on the other replica', async () => {
  bothAnswer(hangUpOnce)
  expect((await ask('/task/12')).status).toBe(200)
  expect(new Set(taken.map(([name]) => name)).size).toBe(2)
})

test('a change that is cut off is not retried, and fails with outcome-unknown', async () => {
  bothAnswer(hangUp)
  for (const sendRequest of [change, () => ask('/task/remove-task/12', { method: 'DELETE' }), create]) {
    taken.length = 0
    const answer = await sendRequest()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringContaining('Please check before'),
    })
    expect(taken).toHaveLength(1)
  }
})

test('a change with an idempotency key is retried with its whole body', async () => {
  const bodies: string[] = []
  const keys: unknown[] = []
  bothAnswer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      hangUpOnce(request, response)
    })
  })
  expect((await change(key())).status).toBe(200)
  expect(bodies).toEqual(['{"currentStatus":"Approved"}', '{"currentStatus":"Approved"}'])
  expect(keys[0]).toBe(keys[1])
})

test('an upload with a key is not retried, and repeated failures end; both errors state that sending again is safe', async () => {
  bothAnswer(hangUp)
  for (const [sendRequest, tries] of [
    [() => create(key()), 1],
    [() => change(key()), 3],
  ] as const) {
    taken.length = 0
    const answer = await sendRequest()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'outcome-unknown', message: expect.stringContaining('won’t be saved twice') })
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(taken).toHaveLength(tries)
  }
})

test('a change with a late response fails with outcome-unknown, a GET with 504', { tags: 'nightly' }, async () => {
  bothAnswer((request) => void request.resume())
  const [changed, fetched] = await Promise.all([change(), ask('/task/12')])
  expect(await changed.json()).toMatchObject({ status: 503, code: 'outcome-unknown' })
  expect(await fetched.json()).toMatchObject({ status: 504, code: 'no-answer-in-time' })
})

test('an idempotency key does not allow a retry if the route does not support keys', async () => {
  let calls = 0
  gateway.upstreams.identity.answer = (request) => {
    calls++
    expect(request.headers['idempotency-key']).toBeUndefined()
    request.socket.destroy()
  }
  const answer = await ask('/auth', { method: 'POST', headers: key(), body: '{}' })
  expect(await answer.json()).toMatchObject({ code: 'outcome-unknown' })
  expect(calls).toBe(1)
})

test('all IP addresses of a host name are used', { tags: 'nightly' }, async () => {
  const byName = await startGatewayUnderTest({ TASKS_URL: first.url.replace('127.0.0.1', 'localhost') })
  try {
    for (let i = 0; i < 4; i++) expect((await fetch(`${byName.url}/task/12`, { headers: owner.headers })).status).toBe(200)
  } finally {
    await byName.stop()
  }
})

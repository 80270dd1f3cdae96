import { multipart } from '@app/chassis/testing/multipart.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'

const TOKEN = 'A'.repeat(43)

let gateway: GatewayUnderTest
beforeAll(async () => {
  gateway = await startGatewayUnderTest({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT: '3', NODE_ENV: 'production' })
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstreams.tasks.answer = sayHello
})

const ask = (path: string, { ip = '203.0.113.1', ...init }: RequestInit & { ip?: string } = {}) =>
  fetch(gateway.url + path, { ...init, headers: { 'x-forwarded-for': ip, 'x-forwarded-host': 'localhost:8080', ...init.headers } })
const notFound = () => {
  gateway.upstreams.tasks.answer = (request, response) => {
    request.resume()
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"status":404}')
  }
}

test('no cache, no other site and no search engine gets the URL of a review link', async () => {
  const requests: [string, RequestInit][] = [
    [`/review/${TOKEN}`, {}],
    [`/api/review/${TOKEN}`, {}],
    [`/api/review/${TOKEN}`, { method: 'HEAD' }],
    [`/api/review/${TOKEN}/approve`, { method: 'POST', body: '{}' }],
    [`/review/${TOKEN}`, { headers: { accept: 'text/html' } }],
    [`/Review/${TOKEN}/?x=1`, { headers: { accept: 'text/html' } }],
    [`/review/invitation/${TOKEN}`, { headers: { accept: 'text/html' } }],
    [`/%72eview/${TOKEN}`, { headers: { accept: 'text/html' } }],
    [`/%61pi/%72%65view/${TOKEN}/`, {}],
    [`/review%2f${TOKEN}`, { headers: { accept: 'text/html' } }],
    [`//review/${TOKEN}`, {}],
    [`/api/review/${TOKEN}/no/such`, { method: 'POST', body: '{}' }],
    [`/api/review/invitation/${TOKEN}/leave`, { method: 'POST', body: 'List-Unsubscribe=One-Click' }],
  ]
  for (const [path, init] of requests) {
    const { headers } = await ask(path, init)
    const named = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name))
    expect(named, `${init.method} ${path}`).toEqual(['no-store', 'no-referrer', 'noindex'])
  }
  const { headers } = await ask('/login', { headers: { accept: 'text/html' } })
  expect([headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual(['strict-origin-when-cross-origin', null])
})

test('a browser that opens a review link gets the page, and programs get the review', async () => {
  const before = gateway.received.length
  const page = await ask(`/review/${TOKEN}`, { headers: { accept: 'text/html,*/*' } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(gateway.received).toHaveLength(before)
  expect(await (await ask(`/api/review/${TOKEN}`)).json()).toEqual({ hello: `/review/${TOKEN}` })
})

test('a slash at the end, or an encoded path, opens the same page and the same review', async () => {
  for (const path of [`/review/${TOKEN}/`, `/%72eview/${TOKEN}`, `/review/invitation/${TOKEN}/?from=mail`]) {
    const page = await ask(path, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()], path).toEqual([200, expect.stringContaining('<title>Review</title>')])
  }
  for (const path of [`/api/review/${TOKEN}/`, `/review/${TOKEN}/`, `/%61pi/review/${TOKEN}`]) {
    expect(await (await ask(path)).json(), path).toEqual({ hello: `/review/${TOKEN}` })
  }
})

test('a browser that opens an invitation gets the page, and an email app can send the POST request to leave', async () => {
  const before = gateway.received.length
  const page = await ask(`/review/invitation/${TOKEN}`, { headers: { accept: 'text/html,*/*' } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(gateway.received).toHaveLength(before)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const left = await ask(`/api/review/invitation/${TOKEN}/leave`, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers })
  expect(await left.json()).toEqual({ hello: `/review/invitation/${TOKEN}/leave` })
})

test('a client with invalid tokens is limited, and its requests with valid tokens are not', async () => {
  const ip = '203.0.113.2'
  notFound()
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await ask(`/api/review/${TOKEN}${n}`, { ip })).status)
  expect(statuses).toEqual([404, 404, 404, 429, 429])
  const refused = await ask(`/api/review/${TOKEN}/approve`, { ip, method: 'POST', body: '{}' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(`/api/review/${TOKEN}`, { ip: '203.0.113.3' })).status).toBe(404)
  gateway.upstreams.tasks.answer = sayHello
  for (let n = 0; n < 10; n++) expect((await ask(`/api/review/${TOKEN}`, { ip })).status).toBe(200)
})

test('a client may send 30 changes a minute through review links, and read them further', async () => {
  const ip = '203.0.113.4'
  const change = async (action: string, init: RequestInit = {}) =>
    (await ask(`/api/review/${TOKEN}/${action}`, { ip, method: 'POST', body: '{}', ...init })).status
  for (let n = 0; n < 29; n++) expect(await change(n % 2 ? 'approve' : 'undo')).toBe(200)
  const form = await multipart({ previewNo: '1' })
  const referral = { body: new Uint8Array(form.payload), headers: form.headers }
  expect(await change('refer-back', referral)).toBe(200)
  for (const action of ['approve', 'undo', 'confirm', 'resend']) expect(await change(action), action).toBe(429)
  expect(await change('refer-back', referral)).toBe(429)
  expect((await ask(`/api/review/${TOKEN}`, { ip })).status).toBe(200)
})

test('the limit of changes is a setting', async () => {
  const narrow = await startGatewayUnderTest({ REVIEW_RATE_LIMIT: '2' })
  onTestFinished(() => narrow.stop())
  const approve = async () => (await fetch(`${narrow.url}/api/review/${TOKEN}/approve`, { method: 'POST', body: '{}' })).status
  const statuses = [await approve(), await approve(), await approve()]
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true])
})

test('the log contains no token, and cookies are forwarded in both directions', async () => {
  gateway.upstreams.tasks.answer = (request, response) => {
    request.resume()
    response.writeHead(200, { 'set-cookie': '__Host-review=1.x; Path=/; Secure' }).end('{}')
  }
  const response = await ask(`/api/review/${TOKEN}/approve`, { ip: '203.0.113.5', method: 'POST', body: '{}', headers: { cookie: 'a=b' } })
  expect(response.headers.get('set-cookie')).toBe('__Host-review=1.x; Path=/; Secure')
  expect(gateway.received.at(-1)?.headers.cookie).toBe('a=b')
  gateway.upstreams.tasks.answer = (request) => request.destroy()
  expect((await ask(`/api/review/${TOKEN}/approve`, { ip: '203.0.113.5', method: 'POST', body: '{}' })).status).toBe(503)
  expect(gateway.logLines.length).toBeGreaterThan(0)
  expect(gateway.logLines.join('')).not.toContain(TOKEN)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

const TOKEN = 'A'.repeat(43)
const FEED = `/calendar/${TOKEN}.ics`

let gateway: GatewayUnderTest
beforeAll(async () => {
  gateway = await startGatewayUnderTest({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT: '3', NODE_ENV: 'production' })
})
afterAll(() => gateway.stop())

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers: { 'x-forwarded-for': '203.0.113.1', ...headers } })

function answerWith(status: number, headers: Record<string, string>, body?: string): void {
  gateway.upstreams.tasks.answer = (request, response) => {
    request.resume()
    response.writeHead(status, headers).end(body)
  }
}

const calendar = { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache', etag: 'W/"one"' }

test.each([
  ['a calendar app', '*/*'],
  ['a browser', 'text/html,application/xhtml+xml,*/*;q=0.8'],
])('%s gets the feed, and no other site and no search engine gets its URL', async (_, accept) => {
  answerWith(200, calendar, 'BEGIN:VCALENDAR\r\n')
  for (const path of [FEED, `/api${FEED}`]) {
    const response = await ask(path, { accept })
    expect(await response.text()).toBe('BEGIN:VCALENDAR\r\n')
    const named = ['content-type', 'cache-control', 'etag', 'referrer-policy', 'x-robots-tag', 'set-cookie']
    expect(named.map((name) => response.headers.get(name))).toEqual([
      ...['text/calendar; charset=utf-8', 'private, no-cache', 'W/"one"', 'no-referrer', 'noindex'],
      null,
    ])
  }
})

test('an unchanged feed has no body', async () => {
  answerWith(304, calendar)
  const response = await ask(FEED, { 'if-none-match': 'W/"one"' })
  expect([response.status, await response.text()]).toEqual([304, ''])
  expect(gateway.received.at(-1)?.headers['if-none-match']).toBe('W/"one"')
})

test('a client with invalid tokens is limited, and its requests with valid tokens are not', async () => {
  const client = { 'x-forwarded-for': '203.0.113.2' }
  answerWith(404, { 'content-type': 'application/problem+json' }, '{"status":404}')
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await ask(FEED, client)).status)
  expect(statuses).toEqual([404, 404, 404, 429, 429])
  answerWith(200, calendar, 'BEGIN:VCALENDAR\r\n')
  for (let n = 0; n < 10; n++) expect((await ask(FEED, client)).status).toBe(200)
})

test('the log contains no token', async () => {
  gateway.upstreams.tasks.answer = (request) => request.destroy()
  expect((await ask(FEED)).status).toBe(503)
  expect(gateway.logLines.length).toBeGreaterThan(0)
  expect(gateway.logLines.join('')).not.toContain(TOKEN)
})

import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const OTHER = { ...BROWSER, host: 'earlier.example' }
const { authorization } = person('owner').headers
const SIGNED = '/files/private/docs/a.pdf?X-Amz-Signature=abc'

let production: GatewayUnderTest
let development: GatewayUnderTest
beforeAll(async () => {
  production = await startGatewayUnderTest({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', TRUSTED_PROXIES: '127.0.0.1' })
  development = await startGatewayUnderTest({ PUBLIC_URL: 'https://portal.example' })
})
afterAll(async () => {
  await production.stop()
  await development.stop()
})

/** Returns the status of the response, and the header `Location` if there is one. `path` is sent as it is. */
async function ask(path: string, headers: Record<string, string>, { method = 'GET', gateway = production } = {}) {
  const { hostname, port } = new URL(gateway.url)
  const request = httpRequest({ hostname, port, method, path, headers }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return [response.statusCode, ...(response.headers.location === undefined ? [] : [response.headers.location])]
}

test.each([
  ['/', 'https://portal.example/'],
  ['/login?next=%2Fmanagement', 'https://portal.example/login?next=%2Fmanagement'],
  ['/review/abc', 'https://portal.example/review/abc'],
  ['/no/such/page', 'https://portal.example/no/such/page'],
  ['//evil.example/login', 'https://portal.example//evil.example/login'],
  ['/\\\\evil.example', 'https://portal.example/\\\\evil.example'],
  ['/login?host=evil.example', 'https://portal.example/login?host=evil.example'],
])('in production, a browser that opens %s at another host is redirected to the public host', async (path, target) => {
  expect(await ask(path, OTHER)).toEqual([308, target])
})

test.each(['portal.example', 'PORTAL.example', 'portal.example:443'])(
  'at %s, which is the public host, the page is served',
  async (host) => {
    expect(await ask('/login', { ...BROWSER, host })).toEqual([200])
  },
)

test('behind a trusted proxy, the forwarded host counts', async () => {
  expect(await ask('/login', { ...BROWSER, host: 'gateway:3000', 'x-forwarded-host': 'portal.example' })).toEqual([200])
  expect(await ask('/login', { ...BROWSER, host: 'gateway:3000', 'x-forwarded-host': 'evil.example' })).toEqual([
    308,
    'https://portal.example/login',
  ])
})

test('at any host, everything except the opening of a page is served', async () => {
  const { host } = OTHER
  const served: [string, Record<string, string>, string?][] = [
    ['/healthz', OTHER],
    ['/readyz', OTHER],
    ['/', { host: '10.0.0.7', accept: '*/*' }],
    ['/favicon.svg', { host, accept: 'image/avif,image/webp,*/*' }],
    ['/assets/index-abc123.js', { host, accept: '*/*' }],
    ['/api/me', { host, authorization, accept: 'application/json' }],
    ['/api/me', { ...OTHER, authorization }],
    ['/files/public/tasks/a.png', OTHER],
    [SIGNED, OTHER],
    [SIGNED, { host }, 'PUT'],
  ]
  for (const [path, headers, method] of served) expect(await ask(path, headers, { method }), path).toEqual([200])
  expect((await ask('/login', OTHER, { method: 'POST' })).at(0)).toBe(404)
})

test('outside production, pages are served at every host', async () => {
  expect(await ask('/login', OTHER, { gateway: development })).toEqual([200])
  expect(await ask('/login', { ...BROWSER, host: '192.168.7.20:8080' }, { gateway: development })).toEqual([200])
})

import { BLOCK_MAX_MS, cpuTimeOf } from '@app/chassis/testing/event-loop.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { targetLimits } from '../src/limits/targets.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent, untilClosed } from './sockets.ts'

let gateway: GatewayUnderTest
const BROWSER = { accept: 'text/html,*/*;q=0.8', connection: 'close' }

beforeAll(async () => {
  gateway = await startGatewayUnderTest()
})
afterAll(() => gateway.stop())

const answerTo = async (target: string, headers: Record<string, string> = BROWSER) =>
  untilClosed(await sent(gateway.url, head(`GET ${target}`, headers)))
const statusOf = async (target: string) => (await answerTo(target)).slice(9, 12)

const slashes = (count: number): string => `/a${'/'.repeat(count)}x`
const query = (length: number): string => `?a=${'b'.repeat(length - 2)}`

test.each([
  ['a page with a run of slashes', slashes(15_900)],
  ['a page', `/${'a'.repeat(targetLimits.page.path)}`],
  ['a page with its scheme and host', `http://a/${'a'.repeat(targetLimits.page.path)}`],
  ['an asset', `/assets/${'a'.repeat(targetLimits.page.path)}.js`],
  ['an unknown call', `/api/${'a'.repeat(targetLimits.page.path)}`],
  ['a call', `/task/${'a'.repeat(290)}/${'/'.repeat(targetLimits.call.path)}`],
  ['a file', `/files/public/${'a'.repeat(targetLimits.file.path)}`],
  ['the query string of a page', `/login${query(targetLimits.page.query + 1)}`],
  ['the query string of a call', `/task/12${query(targetLimits.call.query + 1)}`],
  ['the query string of a file', `/files/public/a.png${query(targetLimits.file.query + 1)}`],
])('%s that is too long is rejected with 414', async (_what, target) => {
  const answer = await answerTo(target)
  expect(answer).toMatch(/^HTTP\/1\.1 414 /)
  expect(answer).toContain('application/problem+json')
  expect(answer).toContain('"code":"target-too-long"')
  expect(gateway.received).toEqual([])
})

test('the longest allowed targets of each kind are accepted', async () => {
  expect(await statusOf(`/${'a'.repeat(targetLimits.page.path - 1)}`)).toBe('404')
  expect(await statusOf(`/login${query(targetLimits.page.query)}`)).toBe('200')
  expect(await statusOf(`/unsubscribe/${'a'.repeat(200)}${query(targetLimits.call.query)}`)).toBe('200')
  expect(await statusOf(`/files/public/${'a'.repeat(1_000)}.png`)).toBe('200')
  gateway.received.length = 0
})

test('each call with the longest parameters of the router is within the limits', () => {
  for (const { url } of allRoutes)
    expect(`/api${url}`.replaceAll(/:\w+/g, 'x'.repeat(300)).length, url).toBeLessThanOrEqual(targetLimits.call.path)
})

const many = (count: number, item: (at: number) => string, between = ', '): string =>
  Array.from({ length: count }, (_, at) => item(at)).join(between)
/** A quadratic algorithm takes about 0.1 s for 16 kB of headers (Node's limit). This many requests would then exceed `BLOCK_MAX_MS`. */
const HOSTILE_REQUESTS = 20
/** Repeats an item up to nearly 16 kB, the limit of Node for headers. */
const filled = (item: string): string => item.repeat(Math.floor(15_000 / item.length))

const hostile: [what: string, target: string, headers: Record<string, string>][] = [
  ['500 headers', '/login', Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-${at}`, 'a']))],
  ['a header of blanks', '/me', { 'x-long': `a${filled(' ')}b` }],
  ['a token of dots', '/me', { authorization: `Bearer ${filled('.')}` }],
  ['a token of blanks', '/me', { authorization: `Bearer${filled(' ')}x` }],
  ['cookies', '/login', { cookie: filled('a=b; ') }],
  ['a path of percent signs', `/${'%'.repeat(200)}`, {}],
  ['an encoded path', `/${'%2f'.repeat(80)}`, {}],
  ['encoded steps up in a call', `/api/task/${'%2e%2e%2f'.repeat(30)}`, {}],
  ['nested parameters in a query', `/admin/campaigns?${filled('a[b][c]=d&').slice(0, 4_000)}`, {}],
  ['empty parameters in a query', `/login?${'&'.repeat(4_000)}`, {}],
  ['names of a signature', `/files/public/a.png?${many(400, (at) => `response-${at}=a`, '&')}`, {}],
  ['ranges of an asset', '/assets/index-abc123.js', { range: `bytes=${many(2_000, (at) => `${at}-${at}`, ',')}` }],
  ['ranges of a file', '/files/public/a.png', { range: `bytes=${many(2_000, (at) => `${at}-${at}`, ',')}` }],
  ['tags', '/login', { 'if-none-match': many(1_400, (at) => `"${at}"`) }],
  ['encodings', '/login', { 'accept-encoding': filled('br;q=0.0,') }],
  ['encodings of a call', '/api/unsubscribe/a', { 'accept-encoding': filled('gzip;q=0.1,') }],
  ['an encoding with a run of blanks', '/login', { 'accept-encoding': `br;${filled(' ')}x` }],
  ['an encoding with a run of zeros', '/login', { 'accept-encoding': `br;q=0.${filled('0')}x` }],
  ['types', '/no-such-page', { accept: filled('text/html;q=0.1,') }],
  ['hops', '/login', { 'x-forwarded-for': filled('203.0.113.5, ') }],
  ['hops of colons', '/login', { 'x-forwarded-for': filled(':') }],
  ['options of a connection', '/api/unsubscribe/a', { connection: `close, ${filled('x-a, ')}` }],
  ['a trace', '/login', { traceparent: filled('00-') }],
]

test.each(hostile)(
  '%s that fill the headers are answered without blocking the event loop',
  { tags: 'nightly' },
  async (_what, target, headers) => {
    const spent = await cpuTimeOf(async () => {
      for (let at = 0; at < HOSTILE_REQUESTS; at++)
        expect(await answerTo(target, { ...BROWSER, ...headers })).toMatch(/^HTTP\/1\.1 [234]\d\d /)
    })
    expect(spent).toBeLessThan(BLOCK_MAX_MS)
    gateway.received.length = 0
  },
)

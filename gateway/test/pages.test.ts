import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, pagePaths, startGatewayUnderTest } from './gateway-under-test.ts'

let gateway: GatewayUnderTest
const owner = person('owner')
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(async () => {
  gateway = await startGatewayUnderTest()
})
afterAll(() => gateway.stop())

const publicPages: readonly string[] = ['/', '/service']

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(gateway.url + path, { method, headers })

test('a screen is the app’s page; browsers revalidate it, and get 304 when it is unchanged', async () => {
  const requests = gateway.received.length
  for (const path of pagePaths) {
    const page = await ask(path, BROWSER)
    expect(page.status, path).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(await page.text()).toContain(publicPages.includes(path) ? 'rel="canonical"' : 'The app')
    const etag = page.headers.get('etag') ?? ''
    expect((await ask(path, { ...BROWSER, 'if-none-match': etag })).status).toBe(304)
  }
  expect(gateway.received).toHaveLength(requests)
})

test('an unknown path returns the app with 404 to a browser, and a problem to a program', async () => {
  const page = await ask('/no/such/page', BROWSER)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('The app')
  for (const path of ['/no/such/page', '/api/no/such', '/assets/none', '/files/']) {
    const accept = path === '/no/such/page' ? {} : BROWSER
    const problem = await ask(path, accept)
    expect(problem.status, path).toBe(404)
    expect(problem.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await problem.json()).toMatchObject({ status: 404, message: 'There is no page or file at this URL.' })
  }
})

test('a page path with capitals or a trailing slash redirects to the page', async () => {
  for (const [written, page] of [
    ['/Service', '/service'],
    ['/service/', '/service'],
    ['/ADMIN/login//?next=a?b', '/admin/login?next=a?b'],
  ] as const) {
    const answer = await fetch(gateway.url + written, { headers: BROWSER, redirect: 'manual' })
    expect(answer.status, written).toBe(301)
    expect(answer.headers.get('location')).toBe(page)
  }
  expect((await ask('//service.example/', BROWSER)).status).toBe(404)
})

test('a path can be a page and a call: the method and the Accept header decide', async () => {
  const asProgram = await ask('/me', owner.headers)
  expect(await asProgram.json()).toEqual({ hello: '/me' })
  const inBrowser = await ask('/me', { ...BROWSER, ...owner.headers })
  expect(inBrowser.status).toBe(404)
  expect(await inBrowser.text()).toContain('The app')
  const withPrefix = await ask('/api/me', { ...BROWSER, ...owner.headers })
  expect(await withPrefix.json()).toEqual({ hello: '/me' })
  expect(await (await ask('/admin/login', BROWSER, 'POST')).json()).toEqual({ hello: '/admin/login' })
  expect(await (await ask('/reset-password', BROWSER, 'POST')).json()).toEqual({ hello: '/reset-password' })
})

test('a review link is its own page for a browser, and a call for a program; the URL is kept secret', async () => {
  const path = `/review/${'t'.repeat(40)}`
  const page = await ask(path, BROWSER)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<title>Review</title>')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(gateway.received.filter(({ url }) => url.includes('/review/'))).toEqual([])
  for (const call of [path, `/api${path}`]) {
    const answered = await ask(call, { accept: 'application/json' })
    expect(await answered.json()).toEqual({ hello: path })
  }
  expect(gateway.logLines.join('')).not.toContain('t'.repeat(40))
})

test('assets are cached permanently and compressed if accepted; other files are cached for a day', async () => {
  const script = await ask('/assets/index-abc123.js', { 'accept-encoding': 'br' })
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('vary')).toContain('accept-encoding')
  expect(await script.text()).toContain('xxxx')
  const zipped = await ask('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(await zipped.text()).toContain('xxxx')
  const font = await ask('/assets/inter-abc123.woff2', { 'accept-encoding': 'br' })
  expect(font.headers.get('content-type')).toBe('font/woff2')
  expect(font.headers.get('content-encoding')).toBeNull()
  expect((await font.arrayBuffer()).byteLength).toBe(64)
  const icon = await ask('/favicon.svg')
  expect(icon.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(icon.headers.get('content-type')).toBe('image/svg+xml')
  for (const file of ['/index.html', '/app.html', '/service.html', '/pages.json']) expect((await ask(file)).status, file).toBe(404)
  expect((await ask('/assets/../index.html')).status).toBe(404)
})

test('the Brotli copy of an asset is sent as the build made it, and is not a file of its own', async () => {
  const copy = await ask('/assets/styles-abc123.css', { 'accept-encoding': 'br' })
  expect(copy.headers.get('content-encoding')).toBe('br')
  expect(await copy.text()).toBe('a{color:blue}')
  expect(await (await ask('/assets/styles-abc123.css', { 'accept-encoding': 'gzip' })).text()).toBe('a { color: blue }')
  expect((await ask('/assets/styles-abc123.css.br')).status).toBe(404)
})

test('a build in the served folder does not affect the running gateway: it serves the old page with its assets', {
  tags: 'nightly',
}, async () => {
  const built = await startGatewayUnderTest()
  try {
    await writeFile(join(built.webDist, 'app.html'), 'The next app')
    await rename(join(built.webDist, 'assets/index-abc123.js'), join(built.webDist, 'assets/index-def456.js'))
    expect(await (await fetch(`${built.url}/login`, { headers: BROWSER })).text()).toContain('The app')
    expect(await (await fetch(`${built.url}/assets/index-abc123.js`)).text()).toContain('xxxx')
  } finally {
    await built.stop()
  }
})

test('assets of other builds come from the store and are cached permanently; a missing asset is a problem', async () => {
  gateway.upstreams.store.answer = (request, response) => {
    const isThere = request.url === '/portal-files/public/web/CreateTask-0ld.js'
    response.writeHead(isThere ? 200 : 403, { 'content-type': 'application/xml', 'cache-control': 'no-cache', 'x-amz-request-id': '1' })
    response.end(isThere ? 'export default 1' : '<Error/>')
  }
  const earlier = await ask('/assets/CreateTask-0ld.js', { cookie: 'a=b' })
  expect(earlier.status).toBe(200)
  expect(await earlier.text()).toBe('export default 1')
  expect(earlier.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(earlier.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(earlier.headers.get('x-amz-request-id')).toBeNull()
  expect(gateway.received.at(-1)?.headers.cookie).toBeUndefined()
  for (const path of ['/assets/Gone-0ld.js', '/assets/..%2fprivate.js', '/assets/page.html?acl']) {
    const gone = await ask(path, BROWSER)
    expect(gone.status, path).toBe(404)
    expect(gone.headers.get('cache-control')).toBe('no-store')
    expect(await gone.json()).toMatchObject({ message: 'There is no page or file at this URL.' })
  }
  gateway.upstreams.store.answer = (_request, response) => void response.writeHead(500).end()
  expect((await ask('/assets/CreateTask-0ld.js')).status).toBe(503)
})

test('a page contains its build id, and each response the current build id', async () => {
  const page = await ask('/login', BROWSER)
  const [, build] = /<meta name="app-build" content="([^"]+)"/.exec(await page.text()) ?? []
  expect(build).toMatch(/^[\w-]{16}$/)
  for (const path of ['/login', '/api/me', '/healthz', '/nothing']) expect((await ask(path)).headers.get('app-build'), path).toBe(build)
  const next = await startGatewayUnderTest()
  try {
    await writeFile(join(next.webDist, 'app.html'), 'The next app')
    const later = await next.startGateway()
    expect((await fetch(`${later.url}/healthz`)).headers.get('app-build')).not.toBe(build)
    await later.stop()
  } finally {
    await next.stop()
  }
})

test('assets have only the security headers that apply to assets', async () => {
  for (const path of ['/assets/index-abc123.js', '/assets/inter-abc123.woff2']) {
    const { headers } = await ask(path)
    const names = [...headers.keys()].filter((name) => /^(content-sec|cross|origin|referrer|x-)|policy/.test(name))
    expect(names, path).toEqual(['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options', 'x-request-id'])
  }
})

test('documents, workers, calls and errors have the security headers', async () => {
  for (const path of ['/login', '/assets/worker-pdf-abc123.js', '/assets/index.svg', '/api/me', '/openapi.json', '/nothing']) {
    const { headers } = await ask(path)
    expect(headers.get('content-security-policy'), path).toBe(
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;media-src 'self' blob:;connect-src 'self';font-src 'self';frame-src 'self' https://www.openstreetmap.org;object-src 'none';base-uri 'self';frame-ancestors 'none';form-action 'self'",
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('the time zone, locale, clock offset, https and CORS settings reach the browser', async () => {
  const secure = await startGatewayUnderTest({
    PUBLIC_URL: 'https://portal.example',
    CORS_ORIGINS: 'https://friend.example',
    BUSINESS_TIMEZONE: 'Europe/Lisbon',
    BUSINESS_LOCALE: 'en-PT',
    CLOCK_AHEAD: 'P2DT1S',
  })
  try {
    const page = await fetch(`${secure.url}/login`)
    expect(await page.text()).toContain(
      '<meta name="business-timezone" content="Europe/Lisbon" /><meta name="business-locale" content="en-PT" /><meta name="business-clock-ahead" content="172801000" />',
    )
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    const publicPage = await (await fetch(`${secure.url}/service`)).text()
    expect(publicPage).toContain('<link rel="canonical" href="https://portal.example/service" />')
    expect(publicPage).toContain('<meta name="business-timezone" content="Europe/Lisbon" />')
    const sitemap = await fetch(`${secure.url}/sitemap.xml`)
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await sitemap.text()).toBe('<loc>https://portal.example/service</loc>')
    expect(await (await fetch(`${secure.url}/robots.txt`)).text()).toBe('Sitemap: https://portal.example/sitemap.xml')
    const preflight = (origin: string) =>
      fetch(`${secure.url}/api/me`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    const friend = await preflight('https://friend.example')
    expect(friend.status).toBe(204)
    expect(friend.headers.get('access-control-allow-origin')).toBe('https://friend.example')
    expect((await preflight('https://stranger.example')).headers.get('access-control-allow-origin')).toBeNull()
    const call = await fetch(`${secure.url}/api/me`, { headers: { ...owner.headers, origin: 'https://friend.example' } })
    expect(call.status).toBe(200)
    expect(call.headers.get('access-control-allow-origin')).toBe('https://friend.example')
  } finally {
    await secure.stop()
  }
})

test('a folder without a build is rejected with a clear message', async () => {
  await expect(startGatewayUnderTest({ WEB_DIST: '/nowhere/at/all' })).rejects.toThrow(
    'WEB_DIST: there is no built web app in /nowhere/at/all',
  )
})

test('the pages are those of the build’s list, which is read at the start', async () => {
  const built = await startGatewayUnderTest()
  try {
    expect((await fetch(`${built.url}/offers`, { headers: BROWSER })).status).toBe(404)
    await writeFile(join(built.webDist, 'pages.json'), JSON.stringify([...pagePaths, '/offers']))
    const later = await built.startGateway()
    const page = await fetch(`${later.url}/offers`, { headers: BROWSER })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The app')])
    await later.stop()
    await rm(join(built.webDist, 'pages.json'))
    await expect(built.startGateway()).rejects.toThrow(`WEB_DIST: there is no pages.json in ${built.webDist}; build the web app again`)
  } finally {
    await built.stop()
  }
})

test('the links and the picture of a campaign’s email are forwarded for browsers, with the headers of the service', async () => {
  gateway.upstreams.campaigns.answer = ({ url = '' }, response) =>
    url.endsWith('.gif')
      ? response.writeHead(200, { 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' }).end('GIF89a')
      : response.writeHead(302, { location: 'https://pies.example/?a=1&b=2' }).end()
  for (const method of ['GET', 'HEAD']) {
    const link = await fetch(`${gateway.url}/mailing/token/0`, { method, headers: BROWSER, redirect: 'manual' })
    expect([link.status, link.headers.get('location')], method).toEqual([302, 'https://pies.example/?a=1&b=2'])
    expect(['referrer-policy', 'x-robots-tag', 'cache-control'].map((name) => link.headers.get(name))).toEqual([
      'no-referrer',
      'noindex',
      'no-store',
    ])
  }
  const picture = await ask('/mailing/token/picture.gif', BROWSER)
  expect([picture.headers.get('content-type'), picture.headers.get('cross-origin-resource-policy')]).toEqual(['image/gif', 'cross-origin'])
})

test('a page that a service renders is forwarded, for browsers and programs', async () => {
  gateway.upstreams.campaigns.answer = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'", 'referrer-policy': 'no-referrer' })
      .end('Unsubscribe?')
  for (const method of ['GET', 'HEAD', 'POST']) {
    const page = await ask('/unsubscribe/0token', BROWSER, method)
    expect([page.status, await page.text()], method).toEqual([200, method === 'HEAD' ? '' : 'Unsubscribe?'])
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
  }
})

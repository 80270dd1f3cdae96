import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'

let gateway: GatewayUnderTest
const SIGNED =
  'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2Fus&X-Amz-Date=20261121T000000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=abc'

beforeAll(async () => {
  gateway = await startGatewayUnderTest()
})
afterAll(() => gateway.stop())
afterEach(() => {
  gateway.received.length = 0
  gateway.upstreams.store.answer = sayHello
})

function ask(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer, agent?: Agent) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url)
    const request = httpRequest({ hostname, port, method, path, headers, agent }, async (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      await once(response, 'end')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
    })
    request.on('error', reject).end(body)
  })
}

test('public files can be read by anyone; private files can be read and written with a signed URL', async () => {
  expect((await ask('GET', '/files/public/tasks/a.png')).status).toBe(200)
  expect((await ask('HEAD', '/files/public/tasks/a.png')).status).toBe(200)
  const read = `/files/private/docs/a%20b.pdf?${SIGNED}&response-content-disposition=attachment%3B%20filename%2A%3DUTF-8%27%27a%2520b.pdf`
  expect((await ask('GET', read)).status).toBe(200)
  expect((await ask('PUT', `/files/private/uploads/a.png?${SIGNED}`, {}, Buffer.from('x'))).status).toBe(200)
  expect(gateway.received.map(({ service, method, url }) => [service, method, url])).toEqual([
    ['store', 'GET', '/portal-files/public/tasks/a.png'],
    ['store', 'HEAD', '/portal-files/public/tasks/a.png'],
    ['store', 'GET', read.replace('/files/', '/portal-files/')],
    ['store', 'PUT', `/portal-files/private/uploads/a.png?${SIGNED}`],
  ])
})

test('nothing else of the store is reachable', async () => {
  const attempts: [string, string, number][] = [
    ['GET', '/files', 404],
    ['GET', '/files/', 404],
    ['GET', '/files?list-type=2', 404],
    ['GET', '/files/?policy', 404],
    ['PUT', '/files/?policy', 404],
    ['GET', '/files/public/', 404],
    ['GET', '/files/other/a.png', 404],
    ['GET', '/files/public/a.png?uploads', 404],
    ['GET', '/files/public/a.png?acl', 404],
    ['GET', '/files/public/a.png?versionId=1', 404],
    ['PUT', `/files/public/a.png?${SIGNED}`, 404],
    ['DELETE', `/files/private/a.pdf?${SIGNED}`, 404],
    ['POST', `/files/private/a.pdf?uploads&${SIGNED}`, 404],
    ['PUT', `/files/private/a.pdf?partNumber=1&uploadId=1&${SIGNED}`, 404],
    ['GET', `/files/private/a.pdf?${SIGNED}&X-Amz-Signature=twice`, 404],
    ['GET', '/files/private/a.pdf', 403],
    ['PUT', '/files/private/a.pdf', 403],
    ['GET', '/files/private/a.pdf?response-content-type=text%2Fhtml', 403],
    ['GET', '/files/public/a.png?response-content-type=text%2Fhtml', 403],
    ['GET', `/files/public/../private/a.pdf`, 404],
    ['GET', `/files/public/%2e%2e/private/a.pdf`, 404],
    ['GET', `/files/public/..%2fprivate/a.pdf`, 404],
    ['GET', `/files/public/..%5cprivate/a.pdf`, 404],
    ['GET', `/files/public//a.pdf`, 404],
    ['GET', `/files/public/%zz`, 400],
    ['GET', '/files/%70rivate/a.pdf', 404],
    ['PUT', `/%66iles/private/a.pdf?${SIGNED}`, 404],
  ]
  for (const [method, path, status] of attempts) expect((await ask(method, path)).status, `${method} ${path}`).toBe(status)
  expect(gateway.received).toEqual([])
})

test('a rejected upload does not delay the next request on its connection', async () => {
  const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const body = Buffer.alloc(5_000_000)
    expect((await ask('PUT', '/files/private/a.png', {}, body, oneConnection)).status).toBe(403)
    expect((await ask('GET', '/files/public/a.png', {}, undefined, oneConnection)).status).toBe(200)
  } finally {
    oneConnection.destroy()
  }
})

test('the store gets its own host, for which URLs are signed, and only a few other headers', async () => {
  await ask('GET', `/files/private/a.pdf?${SIGNED}`, {
    host: 'portal.example:8080',
    range: 'bytes=0-9',
    authorization: 'Bearer x',
    cookie: 'a=b',
    'x-amz-copy-source': '/files/private/secret.pdf',
    'x-amz-acl': 'public-read',
  })
  const headers = gateway.received[0]?.headers ?? {}
  expect(headers).toMatchObject({ host: new URL(gateway.upstreams.store.url).host, range: 'bytes=0-9' })
  expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'range'])
})

test('an incoming image has at most 10 MB, whatever its URL was signed for', async () => {
  const address = `/files/private/incoming/u/a.png?${SIGNED}`
  const tooLarge = await ask('PUT', address, { 'content-length': String(10 * 1024 * 1024 + 1) })
  expect(tooLarge.status).toBe(413)
  expect(gateway.received).toEqual([])
  expect((await ask('PUT', address, {}, Buffer.alloc(10 * 1024 * 1024))).status).toBe(200)
})

test('an SVG file runs no script when opened directly, and can be embedded by web email apps', async () => {
  gateway.upstreams.store.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-security-policy': 'default-src *' }).end('<svg/>')
  }
  const drawing = await ask('GET', '/files/public/campaigns/a.svg')
  expect(drawing.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('responses are forwarded unchanged, also ranges and errors, with headers that forbid browsers to run them', async () => {
  gateway.upstreams.store.answer = (_request, response) => {
    response.writeHead(206, {
      'content-type': 'text/html',
      'content-range': 'bytes 0-3/10',
      etag: '"e"',
      server: 'store',
      'content-length': 4,
    })
    response.end('<h1>')
  }
  const part = await ask('GET', '/files/public/a.html', { range: 'bytes=0-3', 'accept-encoding': 'gzip, br' })
  expect(part).toMatchObject({ status: 206, body: '<h1>' })
  expect(part.headers).toMatchObject({
    'content-range': 'bytes 0-3/10',
    etag: '"e"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(part.headers.server).toBeUndefined()
  expect(part.headers['content-encoding']).toBeUndefined()

  gateway.upstreams.store.answer = (_request, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>')
  }
  const denied = await ask('GET', `/files/private/a.pdf?${SIGNED}`)
  expect(denied).toMatchObject({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' })
  expect(denied.headers['cross-origin-resource-policy']).toBe('same-origin')
  // For public files, the gateway adds no `Cache-Control` header, because the store sets this header. Private files are not cached.
  expect(part.headers['cache-control']).toBeUndefined()
  expect(denied.headers['cache-control']).toBe('no-store')
})

test('the gateway responds to an unavailable store as to an unavailable service', async () => {
  await gateway.upstreams.store.stop()
  try {
    const away = await ask('GET', '/files/public/a.png')
    expect(away.status).toBe(503)
    expect(JSON.parse(away.body)).toMatchObject({ code: 'service-away' })
    expect((await ask('GET', '/readyz')).status).toBe(200)
  } finally {
    await gateway.upstreams.store.startAgain()
  }
})

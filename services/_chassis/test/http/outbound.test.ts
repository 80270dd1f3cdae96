import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import { createOutbound, type OutboundCall, OutboundError } from '@app/chassis/http/outbound.ts'
import { isPublicAddress, mayCall, type Resolve, readOutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { runInContext } from '@app/chassis/logging/context.ts'
import { recordingTracer } from '@app/chassis/testing/recording-tracer.ts'
import { newUnsampledTrace } from '@app/chassis/tracing/trace-context.ts'
import { afterEach, describe, expect, it } from 'vitest'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const outboundTo = (hosts: string, options = {}) => createOutbound({ hosts: readOutboundHosts(hosts, 'test'), ...options })
const get = (url: string): OutboundCall => ({ method: 'GET', url })

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'somewhere',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '142.250.1.100', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::200e', '2607:f8b0::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('hosts', () => {
  const hosts = readOutboundHosts(' Script.Google.com ,localhost:4000,127.0.0.1:80', 'development')

  it.each([
    ['https://script.google.com/macros/s/x/exec', true],
    ['https://SCRIPT.google.com:443/x', true],
    ['http://localhost:4000/x', true],
    ['https://localhost:4000/x', true],
    ['http://127.0.0.1/x', true],
    ['http://script.google.com/x', false],
    ['https://script.google.com:8443/x', false],
    ['https://script.google.com./x', false],
    ['https://script.google.com.evil.example/x', false],
    ['https://evil.example/script.google.com', false],
    ['https://a:b@script.google.com/x', false],
    ['https://script.google.com@evil.example/x', false],
    ['http://localhost:4001/x', false],
    ['http://2130706433:4000/x', false],
    ['ftp://script.google.com/x', false],
    ['file:///etc/passwd', false],
    ['data:text/plain,x', false],
  ])('%s: %s', (url, allowed) => {
    expect(mayCall(hosts, new URL(url))).toBe(allowed)
  })

  it('on this machine are accepted only in development and tests, and invalid hosts are rejected', () => {
    expect(() => readOutboundHosts('localhost:4000', 'production')).toThrow('"localhost:4000": a host on this machine')
    expect(() => readOutboundHosts('a.example,https://b.example', 'test')).toThrow('"https://b.example" is not the name of a host')
    expect(() => readOutboundHosts('*.example', 'test')).toThrow('"*.example"')
    expect(readOutboundHosts('', 'production')).toEqual({ open: new Set(), local: new Set() })
  })
})

describe('a call', () => {
  it('follows the redirect of Apps Script from the POST to the response at the other host', async () => {
    const echo = await serve(async (request, response) => response.end(`${request.method} ${request.url} ${await bodyOf(request)}`))
    const requests: string[] = []
    const script = await serve(async (request, response) => {
      requests.push(`${request.method} ${request.headers['content-type']} ${await bodyOf(request)}`)
      response.writeHead(302, { location: `http://${echo}/echo?key=1` }).end()
    })
    const body = { type: 'application/x-www-form-urlencoded', text: 'a=%C3%A9' }
    expect(await outboundTo(`${script},${echo}`)({ method: 'POST', url: `http://${script}/exec`, body })).toEqual({
      status: 200,
      text: 'GET /echo?key=1 ',
    })
    expect(requests).toEqual(['POST application/x-www-form-urlencoded a=%C3%A9'])
  })

  it('sends the header Accept, also after a redirect', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/on') response.end(request.headers.accept)
      else response.writeHead(request.headers.accept === 'application/json' ? 302 : 400, { location: '/on' }).end()
    })
    const call = { ...get(`http://${host}/`), accept: 'application/json' }
    expect(await outboundTo(host)(call)).toEqual({ status: 200, text: 'application/json' })
  })

  it('repeats method and body after a 307', async () => {
    const host = await serve(async (request, response) => {
      if (request.url === '/once') response.end(`${request.method} ${await bodyOf(request)}`)
      else response.writeHead(307, { location: '/once' }).end()
    })
    const response = await outboundTo(host)({ method: 'POST', url: `http://${host}/`, body: { type: 'text/plain', text: 'hello' } })
    expect(response.text).toBe('POST hello')
  })

  it('returns a response with an error status', async () => {
    const host = await serve((_request, response) => response.writeHead(404).end('gone'))
    expect(await outboundTo(host)(get(`http://${host}/`))).toEqual({ status: 404, text: 'gone' })
  })

  it('follows three redirects but not four', async () => {
    let left = 3
    const host = await serve((_request, response) => {
      if (left-- > 0) response.writeHead(302, { location: '/on' })
      response.end('there')
    })
    expect((await outboundTo(host)(get(`http://${host}/`))).text).toBe('there')
    left = 4
    await expect(outboundTo(host)(get(`http://${host}/`))).rejects.toMatchObject({ reason: 'too-many-redirects' })
  })

  it.each([
    ['http://127.0.0.1:9/', 'host-refused 127.0.0.1'],
    ['https://accounts.google.com/signin', 'host-refused accounts.google.com'],
    ['http://169.254.169.254/latest/meta-data', 'host-refused 169.254.169.254'],
    ['http://[', 'no-address'],
  ])('does not follow a redirect to %s', async (location, reason) => {
    const host = await serve((_request, response) => response.writeHead(302, { location }).end())
    await expect(outboundTo(host)(get(`http://${host}/`))).rejects.toMatchObject({ reason })
  })

  it.each([
    ['a name with a private address', ['10.0.0.1']],
    ['a name with a public address and a loopback one', ['8.8.8.8', '127.0.0.1']],
    ['a name with a link-local address', ['fe80::1']],
  ])('is not made to %s', async (_what, addresses) => {
    const resolve: Resolve = (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    await expect(outboundTo('sheet.example', { resolve })(get('https://sheet.example/'))).rejects.toMatchObject({
      reason: 'address-refused sheet.example',
    })
  })

  it('connects to the address that was checked, because each call resolves the name once', async () => {
    const host = await serve((_request, response) => response.end('here'))
    const [, port] = host.split(':')
    let lookups = 0
    // The second DNS response contains another address (DNS rebinding).
    const resolve: Resolve = (_name, _options, done) => done(null, [{ address: lookups++ ? '10.0.0.1' : '127.0.0.1', family: 4 }])
    const outbound = outboundTo(`sheet.example:${port}`, { resolve })
    expect((await outbound(get(`http://sheet.example:${port}/`))).text).toBe('here')
    expect(lookups).toBe(1)
    await expect(outbound(get(`http://sheet.example:${port}/`))).rejects.toMatchObject({ reason: 'address-refused sheet.example' })
  })

  it('to a test server cannot leave this machine, also if the host is an IP address', async () => {
    await expect(outboundTo('192.168.0.1:80')(get('http://192.168.0.1/'))).rejects.toMatchObject({ reason: 'address-refused 192.168.0.1' })
    await expect(outboundTo('10.0.0.1')(get('https://10.0.0.1/'))).rejects.toMatchObject({ reason: 'address-refused 10.0.0.1' })
  })

  it('ends at the timeout if the server does not respond or responds very slowly', async () => {
    const silent = await serve(() => {})
    await expect(outboundTo(silent, { timeoutMs: 100 })(get(`http://${silent}/`))).rejects.toMatchObject({ reason: 'timeout' })
    const dripping = await serve((_request, response) => {
      const drops = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drops))
    })
    await expect(outboundTo(dripping, { timeoutMs: 200 })(get(`http://${dripping}/`))).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('ends when its signal aborts, and reports why there was no response', async () => {
    const caller = new AbortController()
    const silent = await serve(() => caller.abort())
    await expect(outboundTo(silent)({ ...get(`http://${silent}/`), signal: caller.signal })).rejects.toMatchObject({ reason: 'aborted' })
    const error = await outboundTo('127.0.0.1:9')(get('http://127.0.0.1:9/secret')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutboundError)
    expect(error).toMatchObject({ reason: 'no-answer ECONNREFUSED' })
    expect(String(error)).not.toContain('secret')
  })

  it('reads at most the maximum number of bytes', async () => {
    const host = await serve((_request, response) => response.end('x'.repeat(1_001)))
    await expect(outboundTo(host, { mostBytes: 1_000 })(get(`http://${host}/`))).rejects.toMatchObject({ reason: 'too-large' })
    expect((await outboundTo(host, { mostBytes: 1_001 })(get(`http://${host}/`))).text).toHaveLength(1_001)
  })
})

it('a call creates a span with the host only, and sends no trace id', async () => {
  const { tracer, spans } = recordingTracer()
  const trace = { ...newUnsampledTrace(), isSampled: true }
  let received: unknown
  const host = await serve(({ headers }, response) => {
    received = headers
    response.writeHead(404).end()
  })
  await runInContext({ correlationId: 'c1', trace, tracer }, () => outboundTo(host)(get(`http://${host}/secret`)))
  expect(spans).toMatchObject([{ name: 'GET', parent: trace, attributes: { 'server.address': host, 'http.response.status_code': 404 } }])
  expect(JSON.stringify(spans)).not.toContain('secret')
  expect(received).not.toHaveProperty('traceparent')
})

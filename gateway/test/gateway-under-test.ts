import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { addressVariable } from '@app/chassis/config/config.ts'
import type { EndedSession, EndedTokens } from '@app/chassis/http/revocations.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { type Bus, createBus } from '@app/chassis/messaging/in-process.ts'
import type { Running } from '@app/chassis/service/create-service.ts'
import { testKeys } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import type { EventContract, EventData, ServiceName } from '@app/contracts/define.ts'
import { ORIGIN_IN_PAGES } from '@app/contracts/rules/served-pages.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { start } from '../src/main.ts'

interface Received {
  service: string
  method: string
  url: string
  headers: IncomingMessage['headers']
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface Upstream {
  url: string
  /** Handles the requests that this upstream receives. By default, the response is a greeting. */
  answer: Answer
  ready: boolean
  /** Whether `answer` also handles requests for multiplexed stream connections. If not, the upstream accepts them but sends no frames. */
  multiplexes: boolean
  server: Server
  stop(): Promise<void>
  startAgain(): Promise<void>
}

export interface GatewayUnderTest {
  url: string
  bus: Bus
  logLines: string[]
  webDist: string
  upstreams: Record<ServiceName | 'store', Upstream>
  /** All requests that reached an upstream, in order, except readiness checks and requests for token keys and revocations. */
  received: Received[]
  revocations: EndedTokens[]
  endedSessions: EndedSession[]
  gateway: Running
  startGateway(): Promise<Running>
  stop(): Promise<void>
}

const serviceNames: readonly ServiceName[] = [...new Set(allRoutes.map(({ service }) => service))]

export const addresses = (urlOf: (name: ServiceName) => string): Record<string, string> =>
  Object.fromEntries(serviceNames.map((name) => [addressVariable(name), urlOf(name)]))

const CALLED_BY_THE_GATEWAY = new Set(['/readyz', '/.well-known/jwks.json', '/internal/revocations', '/internal/ended-sessions'])

export const sayHello: Answer = (request, response) => {
  request.resume()
  const body = JSON.stringify({ hello: request.url })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
}

const isReady: RequestListener = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')

export async function startUpstream(service: string, received: Received[] = [], own: RequestListener = isReady): Promise<Upstream> {
  const upstream = { answer: sayHello, ready: true, multiplexes: false } as Upstream
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? ''
    if (path === '/readyz' && !upstream.ready) return void response.writeHead(503).end()
    if (path.startsWith('/internal/stream-connections/') && !upstream.multiplexes) return response.writeHead(200).flushHeaders()
    if (CALLED_BY_THE_GATEWAY.has(path)) return own(request, response)
    if (service === 'store' && path === '/') return void response.writeHead(403).end()
    received.push({ service, method: request.method ?? '', url: path, headers: request.headers })
    upstream.answer(request, response)
  }
  const listen = async (port: number): Promise<void> => {
    upstream.server = createServer(listener).listen(port, '127.0.0.1')
    await once(upstream.server, 'listening')
  }
  upstream.stop = async () => {
    if (!upstream.server.listening) return
    upstream.server.closeAllConnections()
    await new Promise((resolve) => upstream.server.close(resolve))
  }
  await listen(0)
  const { port } = upstream.server.address() as AddressInfo
  upstream.url = `http://127.0.0.1:${port}`
  upstream.startAgain = () => listen(port)
  return upstream
}

export const eventOf = <E extends EventContract>({ type }: E, data: EventData<E>): EventEnvelope => ({
  specversion: '1.0',
  id: crypto.randomUUID(),
  source: '/identity',
  type,
  subject: crypto.randomUUID(),
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: crypto.randomUUID(),
  aggregateversion: 1,
  data,
})

export const pagePaths = ['/', '/service', '/login', '/reset-password', '/admin/login']

async function builtWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'web-dist-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'app.html'),
    '<!doctype html><meta name="business-timezone" content="America/New_York" /><meta name="business-locale" content="en-US" /><meta name="business-clock-ahead" content="0" /><meta name="app-build" content="" /><title>The app</title>',
  )
  await writeFile(join(folder, 'review.html'), '<!doctype html><meta name="app-build" content="" /><title>Review</title>')
  const publicPage = (path: string) =>
    `<!doctype html><meta name="business-timezone" content="America/New_York" /><link rel="canonical" href="${ORIGIN_IN_PAGES}${path}" />`
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pagePaths))
  await writeFile(join(folder, 'index.html'), publicPage('/'))
  await writeFile(join(folder, 'service.html'), publicPage('/service'))
  await writeFile(join(folder, 'sitemap.xml'), `<loc>${ORIGIN_IN_PAGES}/service</loc>`)
  await writeFile(join(folder, 'robots.txt'), `Sitemap: ${ORIGIN_IN_PAGES}/sitemap.xml`)
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets', 'index-abc123.js'), `console.log(${JSON.stringify('x'.repeat(5_000))})`)
  await writeFile(join(folder, 'assets', 'inter-abc123.woff2'), Buffer.alloc(64, 7))
  await writeFile(join(folder, 'assets', 'styles-abc123.css'), 'a { color: blue }')
  await writeFile(join(folder, 'assets', 'styles-abc123.css.br'), brotliCompressSync('a{color:blue}'))
  return folder
}

export async function startGatewayUnderTest(env: Readonly<Record<string, string>> = {}): Promise<GatewayUnderTest> {
  const received: Received[] = []
  const revocations: EndedTokens[] = []
  const endedSessions: EndedSession[] = []
  const publicKey = createPublicKey(await testKeys.publicKey('test'))
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'EdDSA', use: 'sig' }] }
  const own: RequestListener = (request, response) => {
    const bodies: Record<string, object> = {
      '/readyz': { status: 'ready' },
      '/internal/revocations': revocations,
      '/internal/ended-sessions': endedSessions,
    }
    const body = bodies[request.url ?? ''] ?? jwks
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const names = [...serviceNames, 'store'] as const
  const started = names.map(async (name) => [name, await startUpstream(name, received, own)] as const)
  const upstreams = Object.fromEntries(await Promise.all(started)) as GatewayUnderTest['upstreams']
  const webDist = await builtWeb()
  const bus = createBus()
  const { log, lines } = recordingLogger()
  const startGateway = () =>
    start(
      {
        ...addresses((name) => upstreams[name].url),
        S3_ENDPOINT: upstreams.store.url,
        S3_BUCKET: 'portal-files',
        JWKS_URL: `${upstreams.identity.url}/.well-known/jwks.json`,
        PUBLIC_URL: 'http://localhost:8080',
        WEB_DIST: webDist,
        ...env,
      },
      { bus, log },
    )
  const gateway = await startGateway()
  return {
    url: gateway.url,
    bus,
    logLines: lines,
    webDist,
    upstreams,
    received,
    revocations,
    endedSessions,
    gateway,
    startGateway,
    async stop() {
      await gateway.stop()
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()))
      await rm(webDist, { recursive: true })
    },
  }
}

import type { App } from '@app/chassis/http/app.ts'
import { FILES_PATH, INCOMING_PREFIX, PRIVATE_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import { IMAGE_MAX_BYTES, MEGABYTE } from '@app/contracts/primitives.ts'
import httpProxy from '@fastify/http-proxy'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { HTTPMethods } from 'fastify'
import type { ConcurrencyGates } from '../limits/concurrency-gates.ts'
import { forwardReplyFrom } from '../proxy/forward-response.ts'
import { answerFailure, handleAbortedResponses, replyFromOptions, retryDelay } from '../proxy/reply-from.ts'
import { registerBodyParser } from '../proxy/request-body.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { checkFileAddress } from './rules.ts'

/** The largest file, and room for what surrounds it. */
const UPLOAD_LIMIT = 55 * MEGABYTE

/** All that the store is told. Others could change what a signed address does, such as `x-amz-copy-source`. */
const told = ['content-type', 'content-length', 'range', 'if-match', 'if-none-match', 'if-modified-since', 'if-range', 'accept'] as const

type Hooks = Required<FastifyReplyFromHooks>

/** The `host` is the store's own: signed addresses are signed for it. */
const storeHeaders: Hooks['rewriteRequestHeaders'] = (request, { host }) => ({
  host,
  ...Object.fromEntries(told.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]))),
})

/** Files come from people: a browser that opens one runs nothing of it and guesses nothing about it. */
const answerHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }

const replyOptions = {
  rewriteRequestHeaders: storeHeaders,
  onResponse: forwardReplyFrom,
  onError: answerFailure,
  retryDelay,
}

interface Place {
  /** Of the keys there. */
  prefix: string
  httpMethods: HTTPMethods[]
  /** The largest body taken. */
  bodyLimit: number
  trafficClass: 'downloads' | 'uploads'
  /** Whether pages of other origins may show what is there. */
  sharing: 'cross-origin' | 'same-origin'
}

interface Files {
  store: Upstream
  bucket: string
  gates: ConcurrencyGates
  /** Each window of this length must bring some of a body. */
  bodyWindowMs: number
}

const places: Place[] = [
  // Pictures are also shown by mail programs on the web.
  { prefix: PUBLIC_PREFIX, httpMethods: ['GET', 'HEAD'], bodyLimit: UPLOAD_LIMIT, trafficClass: 'downloads', sharing: 'cross-origin' },
  { prefix: PRIVATE_PREFIX, httpMethods: ['GET', 'HEAD'], bodyLimit: UPLOAD_LIMIT, trafficClass: 'downloads', sharing: 'same-origin' },
  { prefix: PRIVATE_PREFIX, httpMethods: ['PUT'], bodyLimit: UPLOAD_LIMIT, trafficClass: 'uploads', sharing: 'same-origin' },
  // A signature alone bounds no body: whoever asks for an address need not say how large the picture is.
  { prefix: INCOMING_PREFIX, httpMethods: ['PUT'], bodyLimit: IMAGE_MAX_BYTES, trafficClass: 'uploads', sharing: 'same-origin' },
]

/** `/files/<key>`: the objects of the store's bucket, streamed both ways. */
export async function registerFiles(app: App, { store, bucket, gates, bodyWindowMs }: Files): Promise<void> {
  for (const { prefix, httpMethods, bodyLimit, trafficClass, sharing } of places) {
    const labels = { ...answerHeaders, 'cross-origin-resource-policy': sharing }
    const rewriteHeaders: Hooks['rewriteHeaders'] = ({ server: _server, ...headers }) => ({ ...headers, ...labels })
    await app.register(async (scope: App) => {
      handleAbortedResponses(scope)
      registerBodyParser(scope, { whole: false, windowMs: bodyWindowMs })
      // Before a body is taken up: one that is refused unread must not hold up its connection.
      scope.addHook('onRequest', async ({ raw }) => checkFileAddress(raw.url ?? ''))
      scope.addHook('onRequest', gates[trafficClass])
      // What is read is kept as long as the store says.
      if (prefix === PUBLIC_PREFIX) scope.addHook('onRequest', async (_request, reply) => void reply.removeHeader('cache-control'))
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = bodyLimit
      })
      await scope.register(httpProxy, {
        ...replyFromOptions(store, trafficClass, scope),
        prefix: FILES_PATH + prefix,
        rewritePrefix: `/${bucket}/${prefix}`,
        routes: ['*'],
        httpMethods,
        config: { access: 'public', compress: false, target: 'file' },
        proxyPayloads: false,
        replyOptions: { ...replyOptions, rewriteHeaders },
      })
    })
  }
}

import type { App } from '@app/chassis/http/app.ts'
import { FILES_PATH, INCOMING_PREFIX, PRIVATE_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import { IMAGE_MAX_BYTES, MEGABYTE } from '@app/contracts/primitives.ts'
import httpProxy from '@fastify/http-proxy'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { HTTPMethods } from 'fastify'
import type { ConcurrencyGates } from '../limits/concurrency-gates.ts'
import { forwardReplyFrom } from '../proxy/forward-response.ts'
import { handleAbortedResponses, replyFromOptions, retryDelay, sendFailure } from '../proxy/reply-from.ts'
import { registerBodyParser } from '../proxy/request-body.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { checkFileAddress } from './rules.ts'

/** Maximum size of an upload to the store: 50 MB for the largest document, and 5 MB of tolerance. */
const UPLOAD_LIMIT = 55 * MEGABYTE

/** Only these headers are forwarded to the store. Others, such as `x-amz-copy-source`, could change the effect of a signed URL. */
const forwardedHeaders = [
  'content-type',
  'content-length',
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'accept',
] as const

type Hooks = Required<FastifyReplyFromHooks>

/** Returns the headers for the store. `host` is the host of the store, because URLs are signed for it. */
const storeHeaders: Hooks['rewriteRequestHeaders'] = (request, { host }) => ({
  host,
  ...Object.fromEntries(forwardedHeaders.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]))),
})

/** Users upload the files, so browsers must not run scripts in a file or guess the type of a file. */
const fileHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }

const replyOptions = {
  rewriteRequestHeaders: storeHeaders,
  onResponse: forwardReplyFrom,
  onError: sendFailure,
  retryDelay,
}

interface Place {
  prefix: string
  httpMethods: HTTPMethods[]
  bodyLimit: number
  trafficClass: 'downloads' | 'uploads'
  /** Value of `Cross-Origin-Resource-Policy`: whether pages of other origins may embed these files. */
  sharing: 'cross-origin' | 'same-origin'
}

interface Files {
  store: Upstream
  bucket: string
  gates: ConcurrencyGates
  bodyWindowMs: number
}

const places: Place[] = [
  // Web email apps embed the public images in their pages, so these files are `cross-origin`.
  { prefix: PUBLIC_PREFIX, httpMethods: ['GET', 'HEAD'], bodyLimit: UPLOAD_LIMIT, trafficClass: 'downloads', sharing: 'cross-origin' },
  { prefix: PRIVATE_PREFIX, httpMethods: ['GET', 'HEAD'], bodyLimit: UPLOAD_LIMIT, trafficClass: 'downloads', sharing: 'same-origin' },
  { prefix: PRIVATE_PREFIX, httpMethods: ['PUT'], bodyLimit: UPLOAD_LIMIT, trafficClass: 'uploads', sharing: 'same-origin' },
  // The gateway limits the size of uploaded images. A signed URL does not always limit the size: the client can request the URL without
  // naming the size of the file.
  { prefix: INCOMING_PREFIX, httpMethods: ['PUT'], bodyLimit: IMAGE_MAX_BYTES, trafficClass: 'uploads', sharing: 'same-origin' },
]

/** Registers `/files/<key>`: downloads from the store's bucket and uploads to it. */
export async function registerFiles(app: App, { store, bucket, gates, bodyWindowMs }: Files): Promise<void> {
  for (const { prefix, httpMethods, bodyLimit, trafficClass, sharing } of places) {
    const labels = { ...fileHeaders, 'cross-origin-resource-policy': sharing }
    const rewriteHeaders: Hooks['rewriteHeaders'] = ({ server: _server, ...headers }) => ({ ...headers, ...labels })
    await app.register(async (scope: App) => {
      handleAbortedResponses(scope)
      registerBodyParser(scope, { whole: false, windowMs: bodyWindowMs })
      // These checks run before the body is read. Otherwise a rejected upload would delay later requests on the same connection.
      scope.addHook('onRequest', async ({ raw }) => checkFileAddress(raw.url ?? '', FILES_PATH + prefix))
      scope.addHook('onRequest', gates[trafficClass])
      // Public files keep the `Cache-Control` header of the store, so the gateway's default header is removed.
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

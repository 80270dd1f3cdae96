import type { App } from '@app/chassis/http/app.ts'
import { FILES_PATH, PRIVATE_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import httpProxy from '@fastify/http-proxy'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { HTTPMethods } from 'fastify'
import type { Limits } from '../limits/rate-limits.ts'
import { passAnswer } from '../proxy/answer.ts'
import { answerFailure, retryDelay } from '../proxy/failure.ts'
import { connectionsTo } from '../proxy/reply-from.ts'
import { passBodiesThrough } from '../proxy/request-body.ts'
import { checkFileAddress } from './rules.ts'

/** The largest file, and room for what surrounds it. */
const UPLOAD_LIMIT = 55 * MEGABYTE
const TRANSFER_TIMEOUT_MS = 10 * 60_000

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
  onResponse: passAnswer,
  onError: answerFailure,
  retryDelay,
}

interface Place {
  /** Of the keys there. */
  prefix: string
  httpMethods: HTTPMethods[]
  /** Whether pages of other origins may show what is there. */
  sharing: 'cross-origin' | 'same-origin'
}

interface Store {
  S3_ENDPOINT: string
  S3_BUCKET: string
}

const places: Place[] = [
  // Pictures are also shown by mail programs on the web.
  { prefix: PUBLIC_PREFIX, httpMethods: ['GET', 'HEAD'], sharing: 'cross-origin' },
  { prefix: PRIVATE_PREFIX, httpMethods: ['GET', 'HEAD', 'PUT'], sharing: 'same-origin' },
]

/** `/files/<key>`: the objects of the store's bucket, streamed both ways. */
export async function registerFiles(app: App, { S3_ENDPOINT, S3_BUCKET }: Store, limits: Limits): Promise<void> {
  for (const { prefix, httpMethods, sharing } of places) {
    const labels = { ...answerHeaders, 'cross-origin-resource-policy': sharing }
    const rewriteHeaders: Hooks['rewriteHeaders'] = ({ server: _server, ...headers }) => ({ ...headers, ...labels })
    await app.register(async (scope: App) => {
      passBodiesThrough(scope)
      scope.addHook('onRequest', limits.general)
      // Before a body is taken up: one that is refused unread must not hold up its connection.
      scope.addHook('onRequest', async ({ raw }) => checkFileAddress(raw.url ?? ''))
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = UPLOAD_LIMIT
      })
      await scope.register(httpProxy, {
        ...connectionsTo(S3_ENDPOINT, TRANSFER_TIMEOUT_MS),
        prefix: FILES_PATH + prefix,
        rewritePrefix: `/${S3_BUCKET}/${prefix}`,
        routes: ['*'],
        httpMethods,
        config: { access: 'public', compress: false },
        proxyPayloads: false,
        replyOptions: { ...replyOptions, rewriteHeaders },
      })
    })
  }
}

import type { App } from '@app/chassis/http/app.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import httpProxy from '@fastify/http-proxy'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { HTTPMethods } from 'fastify'
import type { Limits } from '../limits/rate-limits.ts'
import { passAnswer } from '../proxy/answer.ts'
import { answerFailure, retryDelay } from '../proxy/failure.ts'
import { connectionsTo } from '../proxy/reply-from.ts'
import { passBodiesThrough } from '../proxy/request-body.ts'
import { checkFileAddress, PRIVATE_FILES, PUBLIC_FILES } from './rules.ts'

/** The largest file, and room for what surrounds it. */
const UPLOAD_LIMIT = 55 * MEGABYTE
const TRANSFER_TIMEOUT_MS = 10 * 60_000

/** All that the store is told. Others could change what a signed address does, such as `x-amz-copy-source`. */
const told = [
  'host',
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

/** The caller's own `host` stays: it is part of what a signed address signs. */
const storeHeaders: Hooks['rewriteRequestHeaders'] = ({ headers }) =>
  Object.fromEntries(told.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

/** Files come from people: a browser that opens one runs nothing of it and guesses nothing about it. */
const answerHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }

const replyOptions = {
  rewriteRequestHeaders: storeHeaders,
  onResponse: passAnswer,
  onError: answerFailure,
  retryDelay,
}

interface Place {
  prefix: string
  httpMethods: HTTPMethods[]
  /** Whether pages of other origins may show what is there. */
  sharing: 'cross-origin' | 'same-origin'
}

const places: Place[] = [
  // Pictures are also shown by mail programs on the web.
  { prefix: PUBLIC_FILES, httpMethods: ['GET', 'HEAD'], sharing: 'cross-origin' },
  { prefix: PRIVATE_FILES, httpMethods: ['GET', 'HEAD', 'PUT'], sharing: 'same-origin' },
]

/** `/files/*`: objects of the store, streamed both ways. */
export async function registerFiles(app: App, storeUrl: string, limits: Limits): Promise<void> {
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
        ...connectionsTo(storeUrl, TRANSFER_TIMEOUT_MS),
        prefix,
        rewritePrefix: prefix,
        routes: ['*'],
        httpMethods,
        config: { access: 'public', compress: false },
        proxyPayloads: false,
        replyOptions: { ...replyOptions, rewriteHeaders },
      })
    })
  }
}

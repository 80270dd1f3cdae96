import type { App } from '@app/chassis/http/app.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Limits } from '../limits/rate-limits.ts'
import { passAnswer } from '../proxy/answer.ts'
import { answerFailure, retryDelay } from '../proxy/failure.ts'
import { connectTo } from '../proxy/reply-from.ts'
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

const options = {
  rewriteRequestHeaders: storeHeaders,
  onResponse: passAnswer,
  onError: answerFailure,
  retryDelay,
}

function fileRoute(scope: App, url: string, method: HTTPMethods[], sharing: 'cross-origin' | 'same-origin'): void {
  const labels = { ...answerHeaders, 'cross-origin-resource-policy': sharing }
  const rewriteHeaders: Hooks['rewriteHeaders'] = ({ server: _server, ...headers }) => ({ ...headers, ...labels })
  scope.route({
    method,
    url: `${url}*`,
    access: 'public',
    compress: false,
    bodyLimit: UPLOAD_LIMIT,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const address = request.raw.url ?? ''
      checkFileAddress(address)
      return reply.from(address.split('?', 1)[0], { ...options, rewriteHeaders })
    },
  } as Parameters<App['route']>[0])
}

/** `/files/*`: objects of the store, streamed both ways. */
export async function registerFiles(app: App, storeUrl: string, limits: Limits): Promise<void> {
  await app.register(async (scope: App) => {
    await connectTo(scope, storeUrl, TRANSFER_TIMEOUT_MS)
    passBodiesThrough(scope)
    scope.addHook('onRequest', limits.general)
    // Pictures are also shown by mail programs on the web.
    fileRoute(scope, PUBLIC_FILES, ['GET', 'HEAD'], 'cross-origin')
    fileRoute(scope, PRIVATE_FILES, ['GET', 'HEAD', 'PUT'], 'same-origin')
  })
}

import type { IncomingHttpHeaders } from 'node:http'
import { traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import type { FastifyRequest } from 'fastify'

/** Told by us alone, or only meant for the next hop. */
const dropped = new Set([
  'connection',
  'transfer-encoding',
  'forwarded',
  'x-real-ip',
  'expect',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'proxy-authorization',
  'traceparent',
  'tracestate',
])

const isDropped = (name: string): boolean => dropped.has(name) || name.startsWith('x-forwarded-') || name.startsWith('x-internal-')

/** Fetching has no body, whatever its headers claim. */
const withoutBody = new Set(['GET', 'HEAD'])
const ofTheBody = new Set(['content-length', 'content-type'])

/** Headers that the caller means for us alone. */
const namedIn = (connection: string): string[] => connection.split(',').map((name) => name.trim().toLowerCase())

/** What a service is told: the caller's headers less what only the gateway may say, and what the gateway says. */
export function serviceHeaders({ idempotent }: RouteContract, request: FastifyRequest): IncomingHttpHeaders {
  const { headers } = request
  const told: IncomingHttpHeaders = {}
  const forUs = namedIn(headers.connection ?? '')
  const isFetch = withoutBody.has(request.method)
  for (const [name, value] of Object.entries(headers)) {
    if (isDropped(name) || forUs.includes(name) || (isFetch && ofTheBody.has(name))) continue
    told[name] = value
  }
  // A key that the route does not take must not look like leave to send a request twice.
  if (!idempotent) delete told[IDEMPOTENCY_KEY]
  told['x-request-id'] = request.id
  if (request.context?.trace) told.traceparent = traceparentOf(request.context.trace)
  told['x-forwarded-for'] = request.ip
  told['x-forwarded-proto'] = request.protocol
  told['x-forwarded-host'] = request.host
  return told
}

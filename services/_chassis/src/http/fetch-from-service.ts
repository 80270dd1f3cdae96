import { setTimeout as sleep } from 'node:timers/promises'
import { activeContext } from '../logging/context.ts'
import { inSpan } from '../tracing/span.ts'
import { traceparentOf } from '../tracing/trace-context.ts'
import type { NewSpan } from '../tracing/tracer.ts'

const TIMEOUT_MS = 2_000
const TRIES = 2
/** Delay before the retry. The load balancer needs time to detect that a replica has stopped. */
const RETRY_DELAY_MS = 100

const retryableStatuses: ReadonlySet<number> = new Set([502, 503, 504])

function contextHeaders(): Record<string, string> {
  const context = activeContext()
  if (!context) return {}
  const { correlationId, trace } = context
  return { 'x-request-id': correlationId, ...(trace && { traceparent: traceparentOf(trace) }) }
}

interface ServiceRequest {
  headers?: Record<string, string>
  /** The body of a POST request, which is sent as JSON. Without it, the request is a GET request. */
  json?: unknown
  /** Timeout of each try. Default: 2 s. */
  timeoutMs?: number
}

const methodOf = ({ json }: ServiceRequest): 'GET' | 'POST' => (json === undefined ? 'GET' : 'POST')

async function send(url: URL, request: ServiceRequest): Promise<Response> {
  const { headers, json, timeoutMs = TIMEOUT_MS } = request
  const isPost = methodOf(request) === 'POST'
  const response = await fetch(url, {
    method: methodOf(request),
    headers: { ...contextHeaders(), ...headers, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!retryableStatuses.has(response.status)) return response
  await response.body?.cancel()
  throw new Error(`${url.origin} responded with status ${response.status}`)
}

const spanOf = ({ host, pathname }: URL, method: 'GET' | 'POST'): NewSpan => ({
  name: method,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': host, 'url.path': pathname },
})

/**
 * Sends a request that may be repeated. Retries it once after a network error, a timeout, or a 502, 503 or 504: a replica may be
 * stopping.
 */
export async function fetchFromService(url: URL, request: ServiceRequest = {}): Promise<Response> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await inSpan(
        () => spanOf(url, methodOf(request)),
        () => send(url, request),
      )
    } catch (error) {
      if (left === 0) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}

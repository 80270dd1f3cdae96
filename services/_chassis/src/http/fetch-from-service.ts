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

async function get(url: URL, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers: { ...contextHeaders(), ...headers }, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!retryableStatuses.has(response.status)) return response
  await response.body?.cancel()
  throw new Error(`${url.origin} responded with status ${response.status}`)
}

const spanOf = ({ host, pathname }: URL): NewSpan => ({
  name: 'GET',
  kind: 'client',
  attributes: { 'http.request.method': 'GET', 'server.address': host, 'url.path': pathname },
})

/** Sends a GET request. Retries it once after a network error, a timeout of 2 s, or a 502, 503 or 504: a replica may be stopping. */
export async function fetchFromService(url: URL, headers: Record<string, string> = {}): Promise<Response> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await inSpan(
        () => spanOf(url),
        () => get(url, headers),
      )
    } catch (error) {
      if (left === 0) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}

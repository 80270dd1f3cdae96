import { setTimeout as sleep } from 'node:timers/promises'
import { activeContext } from '../context.ts'
import { inSpan } from '../tracing/span.ts'
import { traceparentOf } from '../tracing/trace-context.ts'
import type { NewSpan } from '../tracing/tracer.ts'

const TIMEOUT_MS = 2_000
const TRIES = 2
/** For whoever sends requests on to notice that a replica is gone. */
const PAUSE_MS = 100

/** Gateways' and services' own words for "not here, not now". */
const passing: ReadonlySet<number> = new Set([502, 503, 504])

/** What ties the asked one's work to ours. */
function namesOfCause(): Record<string, string> {
  const context = activeContext()
  if (!context) return {}
  const { correlationId, trace } = context
  return { 'x-request-id': correlationId, ...(trace && { traceparent: traceparentOf(trace) }) }
}

async function ask(url: URL, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers: { ...namesOfCause(), ...headers }, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!passing.has(response.status)) return response
  await response.body?.cancel()
  throw new Error(`${url.origin} answered ${response.status}`)
}

const spanOf = ({ host, pathname }: URL): NewSpan => ({
  name: 'GET',
  kind: 'client',
  attributes: { 'http.request.method': 'GET', 'server.address': host, 'url.path': pathname },
})

/**
 * Fetches something from another service, within 4 s. Its address may stand for several replicas of which one is just going:
 * where no answer comes, or only that it cannot, it is asked once more.
 */
export async function fetchFromService(url: URL, headers: Record<string, string> = {}): Promise<Response> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await inSpan(
        () => spanOf(url),
        () => ask(url, headers),
      )
    } catch (error) {
      if (left === 0) throw error
      await sleep(PAUSE_MS)
    }
  }
}

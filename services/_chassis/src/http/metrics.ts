import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type RecentResponses, recentResponses } from './recent-responses.ts'

declare module 'fastify' {
  interface FastifyInstance {
    recentResponses: RecentResponses
  }
}

/** Each measurement of the event loop's delay wakes the process. An interval of 10 ms caused half of an idle process's work. */
const SAMPLE_EVERY_MS = 100

/** Metrics of the process, which are registered once even if the process runs several services. */
const processRegistry = new Registry()
collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: SAMPLE_EVERY_MS })

export const allMetrics = (registry: Registry): Registry => Registry.merge([processRegistry, registry])

interface MetricsOptions {
  registry: Registry
  route: boolean
}

/** Measures request durations by route, and counts the responses of the last five minutes. Serves `/metrics` if `route` is set. */
async function metrics(app: FastifyInstance, { registry, route }: MetricsOptions): Promise<void> {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const streams = new Set<string>()
  const recent = recentResponses()
  app.decorate('recentResponses', recent)

  app.addHook('onRoute', (route: RouteOptions & { stream?: true }) => {
    if (route.stream) streams.add(route.url)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Probes and scrapes (log level `warn`) are not measured. They arrive often and would distort the durations of real requests.
    if (request.routeOptions.logLevel === 'warn') return
    // The label is the route's pattern, so that the number of time series is bounded.
    const route = request.routeOptions.url ?? 'none'
    // A stream lasts as long as its client is connected, so only the duration of a failed request is measured.
    if (streams.has(route) && reply.raw.statusCode < 400) return
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    durations.observe({ method, route, status }, elapsedTime / 1000)
    recent.add({ method, route, status, seconds: elapsedTime / 1000 })
  })

  if (!route) return
  app.get('/metrics', { access: 'public', logLevel: 'warn' } as object, async (_request, reply) => {
    // Registries are merged per request, because a merged registry contains only the metrics that existed when it was created.
    const merged = allMetrics(registry)
    reply.type(merged.contentType)
    return merged.metrics()
  })
}

export default fp(metrics, { name: 'metrics' })

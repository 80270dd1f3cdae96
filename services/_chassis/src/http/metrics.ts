import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/**
 * Interval at which the delay of the event loop is measured. Each measurement wakes the process. At an interval of 10 ms, measurements were
 * half of an idle process's work (ADR 0051).
 */
const SAMPLE_EVERY_MS = 100

/** Metrics of the process itself. They are collected once, even if the process runs several services. */
const processRegistry = new Registry()
collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: SAMPLE_EVERY_MS })

/** Returns a registry with the metrics of the process and of `registry`. */
export const allMetrics = (registry: Registry): Registry => Registry.merge([processRegistry, registry])

interface MetricsOptions {
  registry: Registry
  /** Whether `/metrics` is served on this port. */
  route: boolean
}

/** Measures request durations by route. Serves `/metrics` with these durations and the metrics of the service and the process. */
async function metrics(app: FastifyInstance, { registry, route }: MetricsOptions): Promise<void> {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const streams = new Set<string>()

  app.addHook('onRoute', (route: RouteOptions & { stream?: true }) => {
    if (route.stream) streams.add(route.url)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Probes and scrapes arrive every few seconds. They are left out, so that they do not distort the durations of real requests.
    if (request.routeOptions.logLevel === 'warn') return
    // The label is the route's pattern, so that the number of time series is bounded.
    const route = request.routeOptions.url ?? 'none'
    // A stream lasts as long as its client is connected. Its duration is measured only if the request failed.
    if (streams.has(route) && reply.raw.statusCode < 400) return
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  if (!route) return
  app.get('/metrics', { access: 'public', logLevel: 'warn' } as object, async (_request, reply) => {
    // Merges the registries on each request, because a merged registry contains only the metrics that existed when it was created.
    const merged = allMetrics(registry)
    reply.type(merged.contentType)
    return merged.metrics()
  })
}

export default fp(metrics, { name: 'metrics' })

import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** How often the event loop is looked at: each look wakes the process, and with ten times as many they were half of what an idle one did (ADR 0051). */
const LOOK_EVERY_MS = 100

/** Figures of the process itself, collected once however many services it runs. */
const processRegistry = new Registry()
collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LOOK_EVERY_MS })

/** What a process shows of itself: its own figures and those of `registry`, in Prometheus format. */
export const allMetrics = (registry: Registry): Registry => Registry.merge([processRegistry, registry])

interface MetricsOptions {
  registry: Registry
  /** Whether `/metrics` is answered on this port. */
  route: boolean
}

/** Measures request durations by route; `/metrics` answers them, what the service adds, and the process. */
async function metrics(app: FastifyInstance, { registry, route }: MetricsOptions): Promise<void> {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const streams = new Set<string>()

  app.addHook('onRoute', (route: RouteOptions & { stream?: true }) => {
    if (route.stream) streams.add(route.url)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Probes and scrapes come every few seconds, and would hide what people ask for.
    if (request.routeOptions.logLevel === 'warn') return
    // The pattern of the route: there are as many as are registered, whatever is asked for.
    const route = request.routeOptions.url ?? 'none'
    // A stream is answered for as long as somebody watches; only one that is refused takes a time to tell.
    if (streams.has(route) && reply.raw.statusCode < 400) return
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  if (!route) return
  app.get('/metrics', { access: 'public', logLevel: 'warn' } as object, async (_request, reply) => {
    // Merged for each answer: a merged registry knows only the metrics that existed when it was made.
    const merged = allMetrics(registry)
    reply.type(merged.contentType)
    return merged.metrics()
  })
}

export default fp(metrics, { name: 'metrics' })

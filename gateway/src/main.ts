import { type Env, stopTimes } from '@app/chassis/config/config.ts'
import { drainTime } from '@app/chassis/http/drain.ts'
import { followRevocations } from '@app/chassis/http/follow-revocations.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { openTransport } from '@app/chassis/messaging/open-transport.ts'
import type { Running, ServiceParts } from '@app/chassis/service/create-service.ts'
import { runIfMain } from '@app/chassis/service/run-main.ts'
import { stopInOrder } from '@app/chassis/service/stop-in-order.ts'
import { openTracing } from '@app/chassis/tracing/open-tracing.ts'
import { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { startMetrics } from './metrics-server.ts'

/** The order of stopping. Requests in progress need the list of revoked tokens, and the list is updated over the transport. */
const STOP_ORDER = [['readiness'], ['requests'], ['metrics', 'revocations'], ['transport', 'tracing']] as const

const WITHOUT_TRANSPORT = 'after a password reset, this process may accept the old tokens for some minutes'

/** Starts the gateway. It listens only after it has loaded the list of revoked tokens. */
export async function start(env: Env, parts: ServiceParts = {}): Promise<Running> {
  const config = readConfig(env)
  const log = parts.log?.child({ name: 'gateway' }) ?? createLogger({ name: 'gateway', level: config.LOG_LEVEL })
  const times = stopTimes(config)
  const { opened, stop } = stopInOrder(STOP_ORDER, log, times.limitMs)

  try {
    const { tracer, stop: stopTracing } = await openTracing('gateway', config, log)
    opened('tracing', stopTracing)
    const transport = await openTransport({ url: config.AMQP_URL, bus: parts.bus, log, without: WITHOUT_TRANSPORT })
    if (transport) opened('transport', () => transport.stop())
    const following = await followRevocations({ name: 'gateway', jwksUrl: config.JWKS_URL, transport, log })
    opened('revocations', following.stop)
    const registry = new Registry()
    const app = await buildApp({ config, log, registry, following, tracer })
    opened('requests', () => app.closeWithin(drainTime(times)))
    if (config.METRICS_PORT !== undefined) {
      const metrics = await startMetrics(registry, config.METRICS_HOST, config.METRICS_PORT)
      opened('metrics', () => metrics.stop())
      log.info({ host: config.METRICS_HOST, port: metrics.port }, 'metrics')
    }
    const url = await app.listen({ host: config.HOST, port: config.PORT })
    opened('readiness', () => app.retire(times.waitMs))
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

runIfMain(import.meta.url, start)

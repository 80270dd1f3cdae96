import { setLocale } from '@app/contracts/format/locale.ts'
import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import type { Static, TObject } from 'typebox'
import { type baseConfig, type databaseConfig, stopTimes } from '../config/config.ts'
import { type ConnectOptions, connect, connectForRequests, openPool, overPool } from '../db/connect.ts'
import { databaseUrl } from '../db/database-url.ts'
import { type Figures, SCRAPE_TIMEOUTS } from '../db/figures.ts'
import type { MessageTables } from '../db/message-tables.ts'
import { type Migrations, schemaOf } from '../db/migrate.ts'
import { poolMetrics } from '../db/pool-metrics.ts'
import { databaseReadiness } from '../db/readiness.ts'
import type { App } from '../http/app.ts'
import type { IsRevoked } from '../http/auth.ts'
import { drainTime } from '../http/drain.ts'
import { followRevocations } from '../http/follow-revocations.ts'
import type { Checks } from '../http/health.ts'
import { untilStartable } from '../http/not-started.ts'
import type { OnRevoked } from '../http/revocations.ts'
import { createLogger, type Logger } from '../logging/logger.ts'
import { type Subscription, startConsumers } from '../messaging/consumer.ts'
import type { Bus } from '../messaging/in-process.ts'
import { messagingMetrics } from '../messaging/metrics.ts'
import { openTransport } from '../messaging/open-transport.ts'
import { startRelay } from '../messaging/relay.ts'
import { openTracing } from '../tracing/open-tracing.ts'
import { tracePublishing } from '../tracing/publishing.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { type DependencyWatch, watchDependencies } from './dependencies.ts'
import { stopInOrder } from './stop-in-order.ts'

/** Parts that services share when they run in one process. */
export interface ServiceParts {
  /** Delivers events between the services when there is no broker. */
  bus?: Bus
  log?: Logger
}

export interface Running {
  url: string
  /** Stops the service within `STOP_LIMIT_MS`. `/readyz` fails at once, but requests are still served for `STOP_WAIT_MS`. */
  stop(): Promise<void>
}

export interface BaseDeps<T> {
  /** Database connections for requests. */
  db: Kysely<T>
  log: Logger
  registry: Registry
  /** Readiness checks of the database. A service adds checks of other dependencies if it cannot serve requests without them. */
  checks: Checks
  isRevoked: IsRevoked
  whenRevoked: OnRevoked
  tracer?: Tracer
  parts: DependencyWatch['parts']
}

interface Assembled<T> {
  app: App
  subscriptions: readonly Subscription<T>[]
  /** Checks of dependencies, by name, that do not affect readiness. They run in the background. */
  dependencies?: Checks
  stopBackground?: () => Promise<void>
}

interface ServiceDefinition<T> {
  name: string
  config: Static<TObject<typeof baseConfig & typeof databaseConfig>> & { JWKS_URL?: string }
  parts: ServiceParts
  migrations: Migrations
  /** Creates the service's own parts. `backgroundDb` is for work that no request waits for: consumers, file sweeps, mail queues. */
  assemble: (base: BaseDeps<T>, backgroundDb: Kysely<T>, figures: Figures<T>) => Promise<Assembled<T>>
}

const WITHOUT_TRANSPORT = 'events stay in the outbox until this service runs with a broker, or with the other services in one process'

/**
 * The parts in one array stop concurrently. The relay and the updates of the list of revoked tokens stop after the requests, because
 * requests need both.
 */
const STOP_ORDER = [
  ['readiness'],
  ['requests', 'background', 'consumers', 'dependencies'],
  ['revocations', 'relay'],
  ['transport'],
  ['database', 'tracing'],
] as const

const noRevocationCheck = (): never => {
  throw new Error('A service without JWKS_URL must check for revoked tokens in its own database')
}

/** Opens separate pools for requests, background work and metrics, so that none of them can use up the connections of the others. */
function openDatabase<T>({ max, ...options }: ConnectOptions) {
  const forRequests = Math.ceil(max / 2)
  const { db, pool: requests, queues } = connectForRequests<T>({ ...options, max: forRequests })
  const background = openPool({ ...options, max: max - forRequests })
  const backgroundDb = overPool<T>(background)
  const pools = {
    requests: { pool: requests, waiting: () => queues.connections.waiting() + requests.waitingCount },
    background: { pool: background, waiting: () => background.waitingCount },
  }
  const figuresDb = connect<T>({ ...options, max: 1, timeouts: SCRAPE_TIMEOUTS })
  return { db, backgroundDb, figuresDb, pools, close: () => Promise.all([db, backgroundDb, figuresDb].map((one) => one.destroy())) }
}

/** Starts a service. Until its database is reachable and migrated, the service serves only `/healthz` and `/readyz`. */
export async function runService<T extends MessageTables>({
  name,
  config,
  parts,
  migrations,
  assemble,
}: ServiceDefinition<T>): Promise<Running> {
  const log = parts.log?.child({ name }) ?? createLogger({ name, level: config.LOG_LEVEL })
  const { HOST: host, PORT: port } = config
  setLocale(config.BUSINESS_LOCALE)
  const url = databaseUrl(config)
  const times = stopTimes(config)
  const { opened, stop } = stopInOrder(STOP_ORDER, log, times.limitMs)

  try {
    const { tracer, stop: stopTracing } = await openTracing(name, config, log)
    opened('tracing', stopTracing)
    const onIdleError = (error: Error) => log.warn({ err: error }, 'lost an idle database connection')
    const schema = schemaOf(name)
    const { db, backgroundDb, figuresDb, pools, close } = openDatabase<T>({ url, schema, max: config.DATABASE_POOL, onIdleError })
    const { checks, stop: stopChecking } = databaseReadiness({ url, schema, migrations, onIdleError })
    opened('database', () => Promise.all([close(), stopChecking()]))
    await untilStartable({ host, port, checks, log })
    const transport = await openTransport({ url: config.AMQP_URL, bus: parts.bus, log, without: WITHOUT_TRANSPORT })
    if (transport) opened('transport', () => transport.stop())
    const following = config.JWKS_URL ? await followRevocations({ name, jwksUrl: config.JWKS_URL, transport, log }) : undefined
    if (following) opened('revocations', following.stop)
    const registry = new Registry()
    const figures = { registry, db: figuresDb }
    poolMetrics(registry, pools)
    let watching: DependencyWatch | undefined
    const base = {
      db,
      log,
      registry,
      checks,
      isRevoked: following?.isRevoked ?? noRevocationCheck,
      whenRevoked: following?.whenRevoked ?? noRevocationCheck,
      tracer,
      parts: () => watching?.parts() ?? [],
    }
    const { app, subscriptions, dependencies = {}, stopBackground } = await assemble(base, backgroundDb, figures)
    opened('requests', () => app.closeWithin(drainTime(times)))
    if (stopBackground) opened('background', stopBackground)
    const watched = { ...checks, ...dependencies, ...(following && { 'ended-tokens': following.check }) }
    const watch = watchDependencies({ watched, known: { ...(transport && { broker: transport.ready }) }, registry, log })
    watching = watch
    opened('dependencies', () => watch.stop())
    if (transport) {
      const metrics = messagingMetrics(figures)
      const relay = await startRelay({ db: backgroundDb, databaseUrl: url, transport: tracePublishing(transport, tracer), log, metrics })
      opened('relay', () => relay.stop())
      const consumers = await startConsumers({ service: name, db: backgroundDb, transport, subscriptions, log, metrics, tracer })
      opened('consumers', () => consumers.stop())
    }
    const listening = await app.listen({ host, port })
    opened('readiness', () => app.retire(times.waitMs))
    return { url: listening, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

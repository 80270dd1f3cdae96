import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import type { Static, TObject } from 'typebox'
import { type baseConfig, type databaseConfig, stopTimes } from './config.ts'
import { type ConnectOptions, connect, openPool, overPool, REQUEST_TIMEOUTS } from './db/connect.ts'
import { databaseUrl } from './db/database-url.ts'
import { type Figures, SCRAPE_TIMEOUTS } from './db/figures.ts'
import type { MessageTables } from './db/message-tables.ts'
import { type Migrations, schemaOf } from './db/migrate.ts'
import { poolMetrics } from './db/pool-metrics.ts'
import { databaseReadiness } from './db/readiness.ts'
import { type DependencyWatch, watchDependencies } from './dependencies.ts'
import type { App } from './http/app.ts'
import type { IsRevoked } from './http/auth.ts'
import { drainTime } from './http/drain.ts'
import { followRevocations } from './http/follow-revocations.ts'
import type { Checks } from './http/health.ts'
import { untilStartable } from './http/not-started.ts'
import type { OnRevoked } from './http/revocations.ts'
import { createLogger, type Logger } from './logger.ts'
import { type Subscription, startConsumers } from './messaging/consumer.ts'
import type { Bus } from './messaging/in-process.ts'
import { messagingMetrics } from './messaging/metrics.ts'
import { openTransport } from './messaging/open-transport.ts'
import { startRelay } from './messaging/relay.ts'
import { stopInOrder } from './stop-in-order.ts'
import { openTracing } from './tracing/open-tracing.ts'
import { tracePublishing } from './tracing/publishing.ts'
import type { Tracer } from './tracing/tracer.ts'

/** What services that run in one process share. */
export interface ServiceParts {
  /** Carries events between them when there is no broker. */
  bus?: Bus
  log?: Logger
}

export interface Running {
  /** Where it listens, such as `http://127.0.0.1:41234`. */
  url: string
  /** Says that it is not ready, serves on a while, drains requests and handlers, then closes what it opened; all within `STOP_LIMIT_MS`. */
  stop(): Promise<void>
}

/** What a service is built from, before its own parts. */
export interface BaseDeps<T> {
  /** For requests. */
  db: Kysely<T>
  log: Logger
  registry: Registry
  /** Its own database; what else it cannot serve without is added to them. */
  checks: Checks
  isRevoked: IsRevoked
  whenRevoked: OnRevoked
  /** Where traces are kept. */
  tracer?: Tracer
  /** What is known of the parts it works with. */
  parts: DependencyWatch['parts']
}

interface Assembled<T> {
  app: App
  subscriptions: readonly Subscription<T>[]
  /** What it works with and can serve without, by name: looked at in the background. */
  dependencies?: Checks
  /** Work beside requests and events, such as a sweep or a mail queue. */
  stopBackground?: () => Promise<void>
}

interface ServiceDefinition<T> {
  name: string
  config: Static<TObject<typeof baseConfig & typeof databaseConfig>> & { JWKS_URL?: string }
  parts: ServiceParts
  migrations: Migrations
  /** `backgroundDb` is for all that no request waits for: consumers, sweeps, queues of mails. */
  assemble: (base: BaseDeps<T>, backgroundDb: Kysely<T>, figures: Figures<T>) => Promise<Assembled<T>>
}

const WITHOUT_TRANSPORT = 'events stay in the outbox until this service runs with a broker or with the others'

/**
 * All that has work under way ends it at the same time; the events this wrote may wait in the outbox. Requests are checked
 * against the ended tokens, which come by the transport.
 */
const STOP_ORDER = [
  ['readiness'],
  ['requests', 'background', 'consumers', 'dependencies'],
  ['revocations', 'relay'],
  ['transport'],
  ['database', 'tracing'],
] as const

/** For the one service that has no `JWKS_URL`, since tokens are its own. */
const mustAskItself = (): never => {
  throw new Error('without JWKS_URL a service looks ended tokens up itself')
}

/**
 * Requests keep half of the connections to themselves: consumers, retries, the relay and whatever else goes on behind
 * can hold all the others, for as long as they like. Figures have one of their own, to be told while both halves are used up.
 */
function openDatabase<T>({ max, ...options }: ConnectOptions) {
  const forRequests = Math.ceil(max / 2)
  const pools = {
    requests: openPool({ ...options, max: forRequests, timeouts: REQUEST_TIMEOUTS }),
    background: openPool({ ...options, max: max - forRequests }),
  }
  const db = overPool<T>(pools.requests)
  const backgroundDb = overPool<T>(pools.background)
  const figuresDb = connect<T>({ ...options, max: 1, timeouts: SCRAPE_TIMEOUTS })
  return { db, backgroundDb, figuresDb, pools, close: () => Promise.all([db, backgroundDb, figuresDb].map((one) => one.destroy())) }
}

/** Starts a service: database, event transport, consumers, relay, and the HTTP server last. Before its database fits, it only says so. */
export async function runService<T extends MessageTables>({
  name,
  config,
  parts,
  migrations,
  assemble,
}: ServiceDefinition<T>): Promise<Running> {
  const log = parts.log?.child({ name }) ?? createLogger({ name, level: config.LOG_LEVEL })
  const { HOST: host, PORT: port } = config
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
      isRevoked: following?.isRevoked ?? mustAskItself,
      whenRevoked: following?.whenRevoked ?? mustAskItself,
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

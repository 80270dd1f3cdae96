import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { connect } from './db/connect.ts'
import type { MessageTables } from './db/message-tables.ts'
import { schemaOf } from './db/migrate.ts'
import type { App } from './http/app.ts'
import type { Checks } from './http/health.ts'
import { createLogger, type Logger } from './logger.ts'
import { type Subscription, startConsumers } from './messaging/consumer.ts'
import type { Bus } from './messaging/in-process.ts'
import { messagingMetrics } from './messaging/metrics.ts'
import { openTransport } from './messaging/open-transport.ts'
import { startRelay } from './messaging/relay.ts'
import { stopInOrder } from './stop-in-order.ts'

/** What services that run in one process share. */
export interface ServiceParts {
  /** Carries events between them when there is no broker. */
  bus?: Bus
  log?: Logger
}

export interface Running {
  /** Where it listens, such as `http://127.0.0.1:41234`. */
  url: string
  /** Drains requests and handlers, then closes what it opened; under 10 s. */
  stop(): Promise<void>
}

/** What a service is built from, before its own parts. */
export interface BaseDeps<T> {
  db: Kysely<T>
  log: Logger
  registry: Registry
  checks: Checks
}

interface Assembled<T> {
  app: App
  subscriptions: readonly Subscription<T>[]
  /** Work beside requests and events, such as a sweep or a mail queue. */
  stopBackground?: () => Promise<void>
}

interface ServiceDefinition<T> {
  name: string
  config: { HOST: string; PORT: number; LOG_LEVEL: string; DATABASE_URL: string; DATABASE_POOL: number; AMQP_URL?: string }
  parts: ServiceParts
  assemble: (base: BaseDeps<T>) => Promise<Assembled<T>>
}

const WITHOUT_TRANSPORT = 'events stay in the outbox until this service runs with a broker or with the others'

/** Requests end first, since they need all the rest; the events they wrote may wait in the outbox. */
const STOP_ORDER = ['requests', 'background', 'consumers', 'relay', 'transport', 'database'] as const

/** Starts a service: database, event transport, consumers, relay, and the HTTP server last. */
export async function runService<T extends MessageTables>({ name, config, parts, assemble }: ServiceDefinition<T>): Promise<Running> {
  const log = parts.log?.child({ name }) ?? createLogger({ name, level: config.LOG_LEVEL })
  const { opened, stop } = stopInOrder(STOP_ORDER, log)

  try {
    const onIdleError = (error: Error) => log.warn({ err: error }, 'lost an idle database connection')
    const db = connect<T>({ url: config.DATABASE_URL, schema: schemaOf(name), max: config.DATABASE_POOL, onIdleError })
    opened('database', () => db.destroy())
    const transport = await openTransport({ url: config.AMQP_URL, bus: parts.bus, log, without: WITHOUT_TRANSPORT })
    if (transport) opened('transport', () => transport.stop())
    const checks: Checks = {
      database: () => sql`select 1`.execute(db),
      ...(transport && {
        broker: async () => {
          if (!transport.ready()) throw new Error('the broker is away')
        },
      }),
    }
    const registry = new Registry()
    const { app, subscriptions, stopBackground } = await assemble({ db, log, registry, checks })
    opened('requests', () => app.close())
    if (stopBackground) opened('background', stopBackground)
    if (transport) {
      const metrics = messagingMetrics(registry, db)
      const relay = await startRelay({ db, databaseUrl: config.DATABASE_URL, transport, log, metrics })
      opened('relay', () => relay.stop())
      const consumers = await startConsumers({ service: name, db, transport, subscriptions, log, metrics })
      opened('consumers', () => consumers.stop())
    }
    const url = await app.listen({ host: config.HOST, port: config.PORT })
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

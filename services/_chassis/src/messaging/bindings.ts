import { type ChannelModel, connect } from 'amqplib'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Logger } from '../logger.ts'
import { withTimeout } from '../with-timeout.ts'
import { bindTypes, deadQueueOf, EXCHANGE, queueOf, topology } from './topology.ts'

const LIMIT_MS = 30_000

/** Does something at the broker on a connection of its own, within half a minute. */
export async function atBroker(url: string, work: (model: ChannelModel) => Promise<void>): Promise<void> {
  const model = await connect(url, { timeout: LIMIT_MS })
  model.on('error', () => {})
  try {
    await withTimeout(LIMIT_MS, 'Declaring at the broker', work(model))
  } finally {
    await model.close().catch(() => {})
  }
}

/** Declares a service's queues and binds its types, before any of its replicas runs. */
export async function declareBindings(model: ChannelModel, service: string, types: readonly string[], log: Logger): Promise<void> {
  const declare = topology(log)(model)
  await declare.exchange()
  await declare.queues(service)
  const channel = await model.createChannel()
  await bindTypes(channel, service, types)
  await channel.close()
}

export async function removeBindings(model: ChannelModel, service: string, types: readonly string[]): Promise<void> {
  const channel = await model.createChannel()
  for (const type of types) await channel.unbindQueue(queueOf(service), EXCHANGE, type)
  await channel.close()
}

/** Forgets what waits in services' queues: events of a time that a database which was brought back does not know. */
export const emptyQueues = (url: string, services: readonly string[]): Promise<void> =>
  atBroker(url, async (model) => {
    const channel = await model.createChannel()
    for (const service of services) {
      await channel.purgeQueue(queueOf(service))
      await channel.purgeQueue(deadQueueOf(service))
    }
    await channel.close()
  })

export interface Binding {
  type: string
  declaredAt: string
}

/** Notes what a queue is bound to: AMQP has no way to ask, and an older release must find what a newer one bound. */
export async function noteBindings(db: QueryExecutorProvider, types: readonly string[]): Promise<void> {
  await sql`insert into binding (type) select unnest(${[...types]}::text[]) on conflict do nothing`.execute(db)
}

export async function notedBindings(db: QueryExecutorProvider): Promise<Binding[]> {
  const { rows } = await sql<Binding>`select type, declared_at as "declaredAt" from binding order by type`.execute(db)
  return rows
}

export async function forgetBindings(db: QueryExecutorProvider, types: readonly string[]): Promise<void> {
  await sql`delete from binding where type = any(${[...types]}::text[])`.execute(db)
}

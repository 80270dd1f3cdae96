import { type ChannelModel, connect } from 'amqplib'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { bindTypes, deadQueueOf, EXCHANGE, queueOf, topology } from './topology.ts'

const LIMIT_MS = 30_000

/** Connects to the broker for `work`. Connecting and `work` may take 30 s each. */
export async function withBroker(url: string, work: (model: ChannelModel) => Promise<void>): Promise<void> {
  const model = await connect(url, { timeout: LIMIT_MS })
  model.on('error', () => {})
  try {
    await withTimeout(LIMIT_MS, 'Declaring at the broker', work(model))
  } finally {
    await model.close().catch(() => {})
  }
}

/** Declares a service's queues and bindings. The migration calls this function before any replica of the service runs. */
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

/** Purges the queues of services after a restore, because the queued events are newer than the restored database. */
export const emptyQueues = (url: string, services: readonly string[]): Promise<void> =>
  withBroker(url, async (model) => {
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

/**
 * Stores bindings in the database, because AMQP cannot list bindings. After a rollback, the command `npm run bindings` of the older release
 * finds the bindings of the newer release in this table.
 */
export async function recordBindings(db: QueryExecutorProvider, types: readonly string[]): Promise<void> {
  await sql`insert into binding (type) select unnest(${[...types]}::text[]) on conflict do nothing`.execute(db)
}

export async function listRecordedBindings(db: QueryExecutorProvider): Promise<Binding[]> {
  const { rows } = await sql<Binding>`select type, declared_at as "declaredAt" from binding order by type`.execute(db)
  return rows
}

export async function deleteRecordedBindings(db: QueryExecutorProvider, types: readonly string[]): Promise<void> {
  await sql`delete from binding where type = any(${[...types]}::text[])`.execute(db)
}

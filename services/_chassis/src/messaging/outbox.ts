import type { EventContract, EventData } from '@app/contracts/define.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { v7 } from 'uuid'
import { currentContext } from '../logging/context.ts'
import { traceparentOf } from '../tracing/trace-context.ts'
import { dataFault, type EventEnvelope } from './event.ts'
import { isRelayActive } from './relay-activity.ts'

/** A Kysely transaction. The type does not accept a pool, because an event must commit together with its change. */
export type Trx = QueryExecutorProvider & { readonly isTransaction: true }

export interface NewEvent<E extends EventContract> {
  aggregateId: string
  version: number
  data: EventData<E>
}

/** NOTIFY channel that wakes the relay of the current schema. */
export const OUTBOX_CHANNEL = sql<string>`'outbox_' || current_schema()`

/** Adds an event, which is published only if the transaction commits. Throws a `TypeError` if the data does not match the contract. */
export async function addEvent<E extends EventContract>(trx: Trx, event: E, { aggregateId, version, data }: NewEvent<E>): Promise<void> {
  const fault = dataFault(event, data)
  if (fault) throw new TypeError(fault)
  const { correlationId, causationId, trace, actor } = currentContext()
  const envelope: EventEnvelope = {
    specversion: '1.0',
    id: v7(),
    source: `/${event.type.slice(0, event.type.indexOf('.'))}`,
    type: event.type,
    subject: aggregateId,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    correlationid: correlationId,
    ...(causationId && { causationid: causationId }),
    ...(trace && { traceparent: traceparentOf(trace) }),
    ...(actor && { actorid: actor.id, actorrole: actor.role }),
    aggregateversion: version,
    data,
  }
  const insert = sql`insert into outbox (id, event) values (${envelope.id}, ${JSON.stringify(envelope)})`
  // A NOTIFY in every transaction would halve the rate of commits. An active relay polls the outbox and needs no notification.
  const statement = isRelayActive(envelope.source) ? insert : sql`with added as (${insert}) select pg_notify(${OUTBOX_CHANNEL}, '')`
  await statement.execute(trx)
}

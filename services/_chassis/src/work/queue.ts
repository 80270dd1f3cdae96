import { type RawBuilder, sql } from 'kysely'
import { activeContext } from '../logging/context.ts'
import type { Trx } from '../messaging/outbox.ts'
import { traceparentOf } from '../tracing/trace-context.ts'

export interface Queue<P> {
  name: string
  /** Never set. The property only declares the payload's type. */
  readonly carries?: P
}

/** Work with this priority does not wait behind other work. */
export const URGENT = 1

export interface NewWork<P> {
  key: string
  payload: P
  /** `URGENT` or 0. Default: 0. */
  priority?: number
  delayMs?: number
}

/** NOTIFY channel that wakes the workers of a service. */
export const workChannel = (schema: string): string => `work_${schema}`

const WAKE = sql`pg_notify('work_' || current_schema(), '')`

/** The token of settled work stays, because a worker that lost its claim may still try to store an outcome. */
const SETTLED_ANEW = sql`
  do update set
    payload = excluded.payload, priority = excluded.priority, state = 'queued', due_at = excluded.due_at, wait = excluded.wait,
    attempts = 0, repeats = 0, last_error = null, settled_at = null, created_at = excluded.created_at,
    correlation_id = excluded.correlation_id, traceparent = excluded.traceparent
  where work.settled_at is not null`

const inMs = (ms: number) => sql`${ms} * interval '1 millisecond'`

/** Adds rows to the table `work`. `onConflict` says what happens if the queue already contains a key. */
async function insertWork<P>(trx: Trx, queue: Queue<P>, works: readonly NewWork<P>[], onConflict: RawBuilder<unknown>): Promise<void> {
  if (works.length === 0) return
  const { correlationId = null, trace } = activeContext() ?? {}
  const traceparent = trace ? traceparentOf(trace) : null
  await sql`
    with given as (
      select key, payload, priority, delay from unnest(
        ${works.map(({ key }) => key)}::text[], ${works.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${works.map(({ priority = 0 }) => priority)}::smallint[], ${works.map(({ delayMs = 0 }) => delayMs)}::float8[]
      ) as given (key, payload, priority, delay)
    ), added as (
      insert into work (queue, key, payload, priority, due_at, wait, correlation_id, traceparent)
      select ${queue.name}, key, payload::json, priority, now() + ${inMs(1)} * delay, ${inMs(1)} * delay, ${correlationId}, ${traceparent} from given
      on conflict (queue, key) ${onConflict}
    )
    select ${WAKE}`.execute(trx)
}

/** Adds work to a queue. Work whose key already exists in the queue is not changed. */
export const enqueue = <P>(trx: Trx, queue: Queue<P>, works: readonly NewWork<P>[]): Promise<void> =>
  insertWork(trx, queue, works, sql`do nothing`)

/**
 * Adds work to a queue, or queues it again if it is settled. Work that waits or runs is not changed, so at most one attempt per key runs at
 * a time. The call locks the row of the work. If the work is being settled, the call waits, and then queues the work again. If the call is
 * first, the settlement waits until this transaction ends, so `onSettled` sees its changes.
 */
export const enqueueAgain = <P>(trx: Trx, queue: Queue<P>, works: readonly NewWork<P>[]): Promise<void> =>
  insertWork(trx, queue, works, SETTLED_ANEW)

/** Makes waiting work due now. Running or settled work is not changed. */
export async function release(trx: Trx, queue: Queue<unknown>, keys: readonly string[]): Promise<void> {
  await sql`
    with released as (
      update work set due_at = now(), wait = '0' where queue = ${queue.name} and key = any(${keys}::text[]) and state = 'queued'
    )
    select ${WAKE}`.execute(trx)
}

/** Sets queued work to `failed`, so that it is not attempted again. Does not change other work. Returns the keys of the changed work. */
export async function drop(trx: Trx, queue: Queue<unknown>, keys: readonly string[], reason: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update work set state = 'failed', last_error = ${reason}, settled_at = now()
    where queue = ${queue.name} and key = any(${keys}::text[]) and state = 'queued'
    returning key`.execute(trx)
  return rows.map(({ key }) => key)
}

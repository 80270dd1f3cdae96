import type { EventContract } from '@app/contracts/define.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { recordBindings } from './bindings.ts'
import type { ReceivedEvent } from './event.ts'
import { RETRY_DELAYS_MS } from './failures.ts'
import type { Subscription } from './inbox.ts'
import type { MessagingMetrics } from './metrics.ts'
import { startPurge } from './purge.ts'
import { createReceiver } from './receiver.ts'
import { startRetries } from './retries.ts'
import type { Stoppable, Transport } from './transport.ts'

export type { Subscription } from './inbox.ts'

/** Subscribes `handle` to an event. Changes in `trx` take effect once. Other effects must be idempotent, because `handle` may run again. */
export function on<T, E extends EventContract>(
  event: E,
  handle: (trx: Transaction<T>, event: ReceivedEvent<E>) => Promise<void>,
): Subscription<T> {
  return { event, handle }
}

/** Default time limit of a handler. It is longer than the timeout of a statement. */
const HANDLER_LIMIT_MS = 20_000

export interface ConsumerOptions<T> {
  service: string
  db: Kysely<T>
  transport: Transport
  subscriptions: readonly Subscription<T>[]
  log: Logger
  metrics?: MessagingMetrics
  tracer?: Tracer
  retryDelaysMs?: readonly number[]
  handlerLimitMs?: number
}

/** Starts the consumers of a service. The inbox ensures that each event is handled once. `stop` waits for running handlers. */
export async function startConsumers<T>(options: ConsumerOptions<T>): Promise<Stoppable> {
  const { service, db, transport, subscriptions, log, metrics, tracer } = options
  const { retryDelaysMs = RETRY_DELAYS_MS, handlerLimitMs = HANDLER_LIMIT_MS } = options
  const byType = new Map(subscriptions.map((subscription) => [subscription.event.type as string, subscription]))
  if (byType.size < subscriptions.length) throw new Error(`${service} subscribes to an event twice; combine the two handlers`)
  await recordBindings(db, [...byType.keys()])
  const common = { service, db, byType, retryDelaysMs, handlerLimitMs, log, metrics, tracer }
  const retries = startRetries(common)
  const receiver = createReceiver({ ...common, onRetryDue: retries.dueIn })
  const subscribed = await transport.subscribe({ service, types: [...byType.keys()], ...receiver }).catch(async (error: unknown) => {
    await retries.stop()
    throw error
  })
  metrics?.watch(subscribed.waiting)
  const stopPurging = startPurge({ db, log, metrics })
  return {
    async stop() {
      await subscribed.stop()
      await retries.stop()
      await stopPurging()
    },
  }
}

import { v5 } from 'uuid'
import type { Logger } from '../logging/logger.ts'
import { isEnvelope, typeOf } from './event.ts'
import { reasonOf, recordFailure, recordRedelivered, recordUnknown, waitAfter } from './failures.ts'
import {
  type HandlerOptions,
  handleOnce,
  inContextOf,
  parseMessage,
  type Subscription,
  UnknownEvent,
  UnusableMessage,
  type Work,
} from './inbox.ts'
import type { MessagingMetrics } from './metrics.ts'
import { createOrderedPartitions } from './ordered-partitions.ts'
import type { Delivery } from './transport.ts'

export interface ReceiverOptions<T> extends HandlerOptions<T> {
  byType: ReadonlyMap<string, Subscription<T>>
  retryDelaysMs: readonly number[]
  onRetryDue: (delayMs: number) => void
  log: Logger
  metrics?: MessagingMetrics
}

export interface Receiver {
  receive(message: unknown, delivery: Delivery): Promise<void>
  receiveDead(message: unknown, reason: string): Promise<void>
}

/** Namespace of UUIDs for messages without an id. Such a UUID is derived from the content, so that a redelivery finds the stored row. */
const CONTENT_NAMESPACE = '0b0c3a52-5c1f-4a63-9a3f-6d2f4f0f7d11'
const idOf = (message: unknown): string => (isEnvelope(message) ? message.id : v5(JSON.stringify(message) ?? '', CONTENT_NAMESPACE))

/** Handles messages through the inbox. Failed messages are stored in `dead_letter`, so that they do not delay other messages. */
export function createReceiver<T>(options: ReceiverOptions<T>): Receiver {
  const { db, byType, retryDelaysMs, onRetryDue, log, metrics } = options

  async function giveUp(message: unknown, error: unknown): Promise<void> {
    const id = idOf(message)
    const type = typeOf(message)
    await recordFailure(db, { id, event: message, error }, undefined)
    metrics?.deadLettered()
    log.error({ event: { id, type }, reason: reasonOf(error) }, 'message given up: it is in the dead letters')
  }

  async function keepForNewer(message: unknown, error: UnknownEvent): Promise<void> {
    const id = idOf(message)
    log.warn({ event: { id }, reason: error.message }, 'event unknown to this release: it waits for a replica of a newer release')
    onRetryDue(await recordUnknown(db, { id, event: message, error }))
  }

  async function handle(works: readonly Work<T>[]): Promise<void> {
    const begunAt = performance.now()
    const handled = await handleOnce(options, works)
    metrics?.consumed(handled, begunAt)
  }

  async function handleAlone(work: Work<T>): Promise<void> {
    try {
      await handle([work])
    } catch (error) {
      metrics?.failed()
      const { id, type } = work.event
      const delayMs = waitAfter(1, retryDelaysMs)
      // If the failure cannot be stored, the database is unavailable. The transport then delivers the message again.
      await recordFailure(db, { id, event: work.event, error }, delayMs)
      log.warn({ event: { id, type }, err: error }, 'handling an event failed; it will be retried')
      if (delayMs !== undefined) onRetryDue(delayMs)
    }
  }

  const partitions = createOrderedPartitions<Work<T>>(async (works) => {
    if (works.length > 1) {
      try {
        return await handle(works)
      } catch {
        // One event failed and the whole batch was rolled back, so each event is handled in its own transaction below.
      }
    }
    let unsettled: unknown
    for (const work of works) await inContextOf(work.event, () => handleAlone(work)).catch((error: unknown) => (unsettled ??= error))
    if (unsettled) throw unsettled
  })

  return {
    async receive(message, { isRedelivered }) {
      let work: Work<T>
      try {
        work = parseMessage(message, byType)
      } catch (error) {
        if (error instanceof UnknownEvent) return inContextOf(message, () => keepForNewer(message, error))
        if (error instanceof UnusableMessage) return inContextOf(message, () => giveUp(message, error))
        throw error
      }
      if (!isRedelivered) return partitions.push(work.event.subject, work)
      await recordRedelivered(db, { id: work.event.id, event: work.event })
      onRetryDue(0)
    },
    receiveDead: (message, reason) => inContextOf(message, () => giveUp(message, reason)),
  }
}

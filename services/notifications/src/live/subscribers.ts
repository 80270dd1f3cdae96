import { AppError, stopping } from '@app/chassis/errors.ts'
import { type NotificationRow, type Reader, toNotification } from '../feed/notification.repository.ts'
import { commentBlock, type EventStream, eventBlock } from './event-stream.ts'

/** A notification as all streams carry it that are told of it: written down once, for thousands. */
export interface Told {
  id: number
  block: string
}

export const toldOf = (row: NotificationRow): Told => ({
  id: row.id,
  block: eventBlock({ id: row.id, name: 'notification', data: JSON.stringify(toNotification(row)) }),
})

/** One open stream. */
interface Subscriber extends Reader {
  stream: EventStream
  tell(told: Told): void
}

export interface Subscribers {
  /** Throws `too-many` when the user, or this replica, has no room for one more. */
  checkRoom(userId: string): void
  /** Answers how to leave. */
  join(subscriber: Subscriber): () => void
  tell(row: NotificationRow): void
  count(): number
  /** Ends every stream and lets nobody in any more. */
  close(): Promise<void>
}

const MOST_PER_USER = 5
const RETRY_AFTER_S = 30
/** Heartbeats of all streams at once would hold up everything else, here and at the gateway, for as long as they take. */
const SHARES = 30

const HEARTBEAT = commentBlock('heartbeat')

const concerns = (row: NotificationRow, reader: Reader): boolean =>
  reader.role === 'admin' ? row.audience_admins : row.audience_user === reader.id

/** The open streams of this replica. */
export function createSubscribers({ most, heartbeatMs }: { most: number; heartbeatMs: number }): Subscribers {
  /** Each with the share of them that it has its heartbeat with. */
  const all = new Map<Subscriber, number>()
  let joined = 0
  let turn = 0
  const heartbeat = setInterval(() => {
    turn = (turn + 1) % SHARES
    for (const [subscriber, share] of all) if (share === turn) subscriber.stream.write(HEARTBEAT)
  }, heartbeatMs / SHARES)
  let closed = false

  return {
    checkRoom(userId) {
      if (closed) throw stopping()
      const own = [...all.keys()].filter((subscriber) => subscriber.id === userId).length
      if (own < MOST_PER_USER && all.size < most) return
      throw new AppError('too-many-streams', 'too-many', 'Too many live screens are open. Please close some.', {
        retryAfter: RETRY_AFTER_S,
      })
    },
    join(subscriber) {
      all.set(subscriber, joined++ % SHARES)
      return () => all.delete(subscriber)
    },
    tell(row) {
      const told = toldOf(row)
      for (const subscriber of all.keys()) if (concerns(row, subscriber)) subscriber.tell(told)
    },
    count: () => all.size,
    async close() {
      closed = true
      clearInterval(heartbeat)
      await Promise.all([...all.keys()].map((subscriber) => subscriber.stream.end()))
    },
  }
}

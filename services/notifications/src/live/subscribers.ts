import { AppError, stopping } from '@app/chassis/errors.ts'
import type { NotificationRow, Reader } from '../feed/notification.repository.ts'
import type { Position } from '../feed/position.ts'
import { blocksTo } from './blocks.ts'
import { commentBlock, type EventStream } from './event-stream.ts'

/** One open stream. */
interface Subscriber extends Reader {
  stream: EventStream
  /** Takes blocks, which are one text for all subscribers that get the same. */
  send(blocks: string): void
}

export interface Subscribers {
  /** Throws `too-many` when the user, or this replica, has no room for one more stream. */
  checkRoom(userId: string): void
  /** Returns a function that removes the subscriber. */
  join(subscriber: Subscriber): () => void
  /** Sends each subscriber the rows that concern it. */
  send(rows: readonly NotificationRow[], position: Position): void
  /** Has every subscriber reload and go on from this position. */
  reload(position: Position): void
  count(): number
  /** Ends all streams and rejects new subscribers. */
  close(): Promise<void>
}

const MOST_PER_USER = 5
const RETRY_AFTER_S = 30
/** Heartbeats of all streams at once would block the event loop, here and in the gateway: each stream has one of these turns. */
const SHARES = 30

const HEARTBEAT = commentBlock('heartbeat')

const ADMINS = 'admins'
/** Who sees a row: all admins, or the owner of this id. */
const audienceOf = ({ audience_user }: NotificationRow): string => audience_user ?? ADMINS
const audienceOfReader = ({ role, id }: Reader): string => (role === 'admin' ? ADMINS : id)

/** Keeps the open streams of this replica. */
export function createSubscribers({ most, heartbeatMs }: { most: number; heartbeatMs: number }): Subscribers {
  /** Each with the turn in which it gets its heartbeat. */
  const all = new Map<Subscriber, number>()
  const byAudience = new Map<string, Set<Subscriber>>()
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
      const audience = audienceOfReader(subscriber)
      const members = byAudience.get(audience) ?? new Set()
      byAudience.set(audience, members.add(subscriber))
      all.set(subscriber, joined++ % SHARES)
      return () => {
        all.delete(subscriber)
        members.delete(subscriber)
        if (members.size === 0 && byAudience.get(audience) === members) byAudience.delete(audience)
      }
    },
    send(rows, position) {
      for (const [audience, own] of Map.groupBy(rows, audienceOf)) {
        const members = byAudience.get(audience)
        if (!members) continue
        const blocks = blocksTo(position, own)
        for (const subscriber of members) subscriber.send(blocks)
      }
    },
    reload(position) {
      const blocks = blocksTo(position, undefined)
      for (const subscriber of all.keys()) subscriber.send(blocks)
    },
    count: () => all.size,
    async close() {
      closed = true
      clearInterval(heartbeat)
      await Promise.all([...all.keys()].map((subscriber) => subscriber.stream.end()))
    },
  }
}

import { AppError, stopping } from '@app/chassis/http/errors.ts'
import type { NotificationRow, Reader } from '../feed/notification.repository.ts'
import type { Position } from '../feed/position.ts'
import { type EventStream, toComment } from './event-stream.ts'
import { eventsUpTo } from './notification-events.ts'

interface Subscriber extends Reader {
  stream: EventStream
  send(events: string): void
}

const STREAMS_PER_USER_MAX = 5
const RETRY_AFTER_S = 30
/** Heartbeats are spread over this many slots per interval, because sending all heartbeats at once would block the event loop. */
const HEARTBEAT_SLOTS = 30

const HEARTBEAT = toComment('heartbeat')

const ADMINS = 'admins'
/** Returns the audience of a row: all admins, or the id of one user. */
const audienceOf = ({ audience_user }: NotificationRow): string => audience_user ?? ADMINS
const audienceOfReader = ({ role, id }: Reader): string => (role === 'admin' ? ADMINS : id)

/** Creates the registry of this replica's open streams. `max` is the maximum number of streams. */
export function createSubscribers({ max, heartbeatMs }: { max: number; heartbeatMs: number }) {
  /** All subscribers, each with its heartbeat slot. */
  const all = new Map<Subscriber, number>()
  const byAudience = new Map<string, Set<Subscriber>>()
  let added = 0
  let currentSlot = 0
  const heartbeat = setInterval(() => {
    currentSlot = (currentSlot + 1) % HEARTBEAT_SLOTS
    for (const [subscriber, slot] of all) if (slot === currentSlot) subscriber.stream.write(HEARTBEAT)
  }, heartbeatMs / HEARTBEAT_SLOTS)
  let isClosed = false

  return {
    /** Throws 429 if the user or this replica has the maximum number of streams. */
    checkCapacity(userId: string): void {
      if (isClosed) throw stopping()
      const own = [...all.keys()].filter((subscriber) => subscriber.id === userId).length
      if (own < STREAMS_PER_USER_MAX && all.size < max) return
      throw new AppError('too-many-streams', 'too-many', 'Too many live screens are open. Please close some.', {
        retryAfter: RETRY_AFTER_S,
      })
    },
    /** Returns a function that removes the subscriber. */
    add(subscriber: Subscriber): () => void {
      const audience = audienceOfReader(subscriber)
      const members = byAudience.get(audience) ?? new Set()
      byAudience.set(audience, members.add(subscriber))
      all.set(subscriber, added++ % HEARTBEAT_SLOTS)
      return () => {
        all.delete(subscriber)
        members.delete(subscriber)
        if (members.size === 0 && byAudience.get(audience) === members) byAudience.delete(audience)
      }
    },
    /**
     * Sends rows and the position after them. A row for one admin is always added together with a row for all admins, and the admin gets
     * both at once, because only the last event of a position has its id.
     */
    send(rows: readonly NotificationRow[], position: Position): void {
      const audiences = Map.groupBy(rows, audienceOf)
      for (const [audience, ofAudience] of audiences) {
        const members = byAudience.get(audience)
        if (!members) continue
        const events = eventsUpTo(position, ofAudience)
        for (const subscriber of members) {
          const own = audience === ADMINS ? audiences.get(subscriber.id) : undefined
          subscriber.send(own ? eventsUpTo(position, [...ofAudience, ...own]) : events)
        }
      }
    },
    /** Sends a `reload` event with this position to every subscriber. */
    reload(position: Position): void {
      const events = eventsUpTo(position, undefined)
      for (const subscriber of all.keys()) subscriber.send(events)
    },
    count: (): number => all.size,
    async close(): Promise<void> {
      isClosed = true
      clearInterval(heartbeat)
      await Promise.all([...all.keys()].map((subscriber) => subscriber.stream.end()))
    },
  }
}

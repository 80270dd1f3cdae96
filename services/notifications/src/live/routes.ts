import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import type { OnRevoked } from '@app/chassis/http/revocations.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { closeStreams, MULTIPLEXED_STREAM, openStreamConnection } from '@app/contracts/http/stream-multiplexing.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readMissed } from '../feed/missed.repository.ts'
import type { Reader } from '../feed/notification.repository.ts'
import { canResume, type Position, parsePosition } from '../feed/position.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { FeedFollower } from './feed-follower.ts'
import type { Live } from './live.ts'
import { eventsUpTo, NOTIFICATIONS_MAX, positionEvent } from './notification-events.ts'

interface LiveDeps extends Live {
  db: Kysely<Tables>
  whenRevoked: OnRevoked
}

/** The longest delay of a timer. Tokens expire sooner. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** The position that the reader resumes from: undefined for a first stream, null for an invalid `Last-Event-ID`. */
function lastPosition(header: unknown): Position | null | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  return parsePosition(header) ?? null
}

function currentPosition(feedFollower: FeedFollower): Position {
  const position = feedFollower.position()
  if (!position) throw new Error('The feed follower has not read yet')
  return position
}

interface Beginning {
  db: Kysely<Tables>
  reader: Reader
  stream: EventStream
  last: Position | null | undefined
  position: Position
}

interface Begun {
  /** Takes the events that are sent to subscribers from now on. */
  send(events: string): void
  /** Settles when the missed events have been written to the stream. */
  resumed?: Promise<void>
}

/** Brings a stream to a position: with the missed events, with a reload, or for a first stream with the position alone. */
function begin({ db, reader, stream, last, position }: Beginning): Begun {
  if (!last || !canResume(last, position)) {
    stream.write(last === undefined ? positionEvent(position) : eventsUpTo(position, undefined))
    return { send: stream.write }
  }
  let held: string[] | undefined = []
  const send = (events: string): void => {
    if (held) held.push(events)
    else stream.write(events)
  }
  const resumed = readMissed(db, reader, { from: last, to: position, limit: NOTIFICATIONS_MAX + 1 }).then((missed) => {
    stream.write(eventsUpTo(position, missed))
    for (const events of held ?? []) stream.write(events)
    held = undefined
  })
  return { send, resumed }
}

export function registerLiveRoutes(app: App, { db, subscribers, multiplexer, feedFollower, whenRevoked }: LiveDeps): void {
  app.addHook('preClose', async () => {
    await subscribers.close()
    multiplexer.stop()
  })

  app.route({
    ...openStreamConnection,
    exposeHeadRoute: false,
    handler: async (request, reply) => multiplexer.openConnection(request.params.connection, reply),
  })

  app.route({
    ...closeStreams,
    handler: async (request) => {
      multiplexer.closeStreams(request.params.connection, request.body.streams)
      return { success: true }
    },
  })

  app.route({
    ...streamNotifications,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const reader = callerOf(request)
      const last = lastPosition(request.headers['last-event-id'])
      // A reader that resumes gets all rows that were committed before its request, even if this replica has not read them yet.
      if (last !== undefined || !feedFollower.position()) await feedFollower.read()
      subscribers.checkCapacity(reader.id)

      const onClose = () => {
        clearTimeout(expiry)
        stopWaiting()
        remove()
      }
      const stream = multiplexer.openStream(request.headers[MULTIPLEXED_STREAM], reply, onClose) ?? openEventStream(reply, onClose)
      const end = () => void stream.end()
      const expiry = setTimeout(end, Math.min(request.user.exp * 1000 - Date.now(), TIMER_MS_MAX))
      const stopWaiting = whenRevoked(request.user, end)
      // In one turn of the event loop, so that the stream gets all rows after this position.
      const { send, resumed } = begin({ db, reader, stream, last, position: currentPosition(feedFollower) })
      const remove = subscribers.add({ ...reader, stream, send })
      await resumed?.catch((error: unknown) => {
        request.log.warn({ err: error }, 'cannot read missed notifications: the stream ends, and its reader resumes with another one')
        return stream.end()
      })
    },
  })
}

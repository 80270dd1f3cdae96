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

/** Maximum delay of a JavaScript timer: 24.8 days. Every access token expires earlier. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Returns undefined if the `Last-Event-ID` header is absent, and null if it is invalid. */
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
  /** Writes events to the stream. Events are buffered until the missed events are written. */
  send(events: string): void
  /** Settles after the missed events are written. Undefined for a client that cannot resume. */
  resumed?: Promise<void>
}

/**
 * Writes the first events of a new stream. A client without `Last-Event-ID` gets only the current position. A client that can resume gets
 * the missed events. Other clients get a `reload` event.
 */
function begin({ db, reader, stream, last, position }: Beginning): Begun {
  if (!last || !canResume(last, position)) {
    stream.write(last === undefined ? positionEvent(position) : eventsUpTo(position, undefined))
    return { send: stream.write }
  }
  let buffered: string[] | undefined = []
  const send = (events: string): void => {
    if (buffered) buffered.push(events)
    else stream.write(events)
  }
  const resumed = readMissed(db, reader, { from: last, to: position, limit: NOTIFICATIONS_MAX + 1 }).then((missed) => {
    stream.write(eventsUpTo(position, missed))
    for (const events of buffered ?? []) stream.write(events)
    buffered = undefined
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
      // The follower reads first, so that a client that resumes gets all rows that were committed before its request.
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
      // The next two statements must run without an `await` between them. Otherwise the stream could miss rows that are sent in between.
      const { send, resumed } = begin({ db, reader, stream, last, position: currentPosition(feedFollower) })
      const remove = subscribers.add({ ...reader, stream, send })
      await resumed?.catch((error: unknown) => {
        request.log.warn({ err: error }, 'cannot read missed notifications; the stream is closed so that the client reconnects')
        return stream.end()
      })
    },
  })
}

import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import type { WhenRevoked } from '@app/chassis/http/revocations.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { missedBy, type NotificationRow, type Reader, toNotification } from '../feed/notification.repository.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { Subscribers } from './subscribers.ts'
import type { Tail } from './tail.ts'

interface LiveDeps {
  db: Kysely<Tables>
  subscribers: Subscribers
  tail: Tail
  whenRevoked: WhenRevoked
}

/** The longest a timer can wait; tokens live shorter. */
const MOST_TIMER_MS = 2 ** 31 - 1

const lastEventId = (header: unknown): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined

const send = (stream: EventStream, row: NotificationRow): void =>
  stream.event({ id: row.id, name: 'notification', data: JSON.stringify(toNotification(row)) })

/** Sends what was missed after `last`, then what came in meanwhile, then everything as it comes; nothing twice. */
function resume(db: Kysely<Tables>, reader: Reader, last: number, stream: EventStream) {
  const sent = new Set<number>()
  let held: NotificationRow[] | undefined = []
  const tell = (row: NotificationRow): void => {
    if (held) held.push(row)
    else if (!sent.has(row.id)) send(stream, row)
  }
  const caughtUp = (async () => {
    const missed = await missedBy(db, reader, last)
    for (const row of missed) {
      sent.add(row.id)
      send(stream, row)
    }
    const meanwhile = held ?? []
    held = undefined
    meanwhile.forEach(tell)
  })()
  return { tell, caughtUp }
}

export function registerLiveRoutes(app: App, { db, subscribers, tail, whenRevoked }: LiveDeps): void {
  app.addHook('preClose', () => subscribers.close())

  app.route({
    ...streamNotifications,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const reader = callerOf(request)
      subscribers.checkRoom(reader.id)

      const last = lastEventId(request.headers['last-event-id'])
      const stream = openEventStream(reply, () => {
        clearTimeout(expiry)
        stopWaiting()
        leave()
      })
      const end = () => void stream.end()
      const expiry = setTimeout(end, Math.min(request.user.exp * 1000 - Date.now(), MOST_TIMER_MS))
      const stopWaiting = whenRevoked(request.user, end)
      const { tell, caughtUp } =
        last === undefined ? { tell: (row: NotificationRow) => send(stream, row), caughtUp: undefined } : resume(db, reader, last, stream)
      const leave = subscribers.join({
        ...reader,
        tell,
        heartbeat: () => stream.comment('heartbeat'),
        end: () => stream.end(),
      })
      // A first reader, too, can come back to where it was, before anything happened.
      if (last === undefined) stream.event({ id: tail.newest() })
      await caughtUp?.catch((error: unknown) => {
        request.log.warn({ err: error }, 'cannot read missed notifications: the reader will come back for them')
        return stream.end()
      })
    },
  })
}

import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import type { WhenRevoked } from '@app/chassis/http/revocations.ts'
import { LIVE_LINE, leaveLiveLine, openLiveLine } from '@app/contracts/http/live-lines.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { missedBy, type Reader } from '../feed/notification.repository.ts'
import { type EventStream, eventBlock, openEventStream } from './event-stream.ts'
import type { Lines } from './lines.ts'
import { type Subscribers, type Told, toldOf } from './subscribers.ts'
import type { Tail } from './tail.ts'

interface LiveDeps {
  db: Kysely<Tables>
  subscribers: Subscribers
  lines: Lines
  tail: Tail
  whenRevoked: WhenRevoked
}

/** The longest a timer can wait; tokens live shorter. */
const MOST_TIMER_MS = 2 ** 31 - 1

const lastEventId = (header: unknown): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined

/** Sends what was missed after `last`, then what came in meanwhile, then everything as it comes; nothing twice. */
function resume(db: Kysely<Tables>, reader: Reader, last: number, stream: EventStream) {
  const sent = new Set<number>()
  let held: Told[] | undefined = []
  const tell = (told: Told): void => {
    if (held) held.push(told)
    else if (!sent.has(told.id)) stream.write(told.block)
  }
  const caughtUp = (async () => {
    const missed = await missedBy(db, reader, last)
    for (const row of missed) {
      sent.add(row.id)
      stream.write(toldOf(row).block)
    }
    const meanwhile = held ?? []
    held = undefined
    meanwhile.forEach(tell)
  })()
  return { tell, caughtUp }
}

export function registerLiveRoutes(app: App, { db, subscribers, lines, tail, whenRevoked }: LiveDeps): void {
  app.addHook('preClose', async () => {
    await subscribers.close()
    lines.close()
  })

  app.route({
    ...openLiveLine,
    exposeHeadRoute: false,
    handler: async (request, reply) => lines.open(request.params.line, reply),
  })

  app.route({
    ...leaveLiveLine,
    handler: async (request) => {
      lines.leave(request.params.line, request.body.streams)
      return { success: true }
    },
  })

  app.route({
    ...streamNotifications,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const reader = callerOf(request)
      subscribers.checkRoom(reader.id)

      const last = lastEventId(request.headers['last-event-id'])
      const onClose = () => {
        clearTimeout(expiry)
        stopWaiting()
        leave()
      }
      const stream = lines.openStream(request.headers[LIVE_LINE], reply, onClose) ?? openEventStream(reply, onClose)
      const end = () => void stream.end()
      const expiry = setTimeout(end, Math.min(request.user.exp * 1000 - Date.now(), MOST_TIMER_MS))
      const stopWaiting = whenRevoked(request.user, end)
      const { tell, caughtUp } =
        last === undefined ? { tell: (told: Told) => stream.write(told.block), caughtUp: undefined } : resume(db, reader, last, stream)
      const leave = subscribers.join({ ...reader, stream, tell })
      // A first reader, too, can come back to where it was, before anything happened.
      if (last === undefined) stream.write(eventBlock({ id: tail.newest() }))
      await caughtUp?.catch((error: unknown) => {
        request.log.warn({ err: error }, 'cannot read missed notifications: the reader will come back for them')
        return stream.end()
      })
    },
  })
}

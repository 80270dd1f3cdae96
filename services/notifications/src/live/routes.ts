import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import type { WhenRevoked } from '@app/chassis/http/revocations.ts'
import { LIVE_LINE, leaveLiveLine, openLiveLine } from '@app/contracts/http/live-lines.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readMissed } from '../feed/missed.repository.ts'
import type { Reader } from '../feed/notification.repository.ts'
import { canResume, type Position, parsePosition } from '../feed/position.ts'
import { BLOCKS_MAX, blocksTo, positionBlock } from './blocks.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { Lines } from './lines.ts'
import type { Subscribers } from './subscribers.ts'
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

/** What the reader has got already: undefined for a first stream, null for a `Last-Event-ID` that this release cannot resume from. */
function lastPosition(header: unknown): Position | null | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  return parsePosition(header) ?? null
}

function currentPosition(tail: Tail): Position {
  const position = tail.position()
  if (!position) throw new Error('The live tail has not read yet')
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
  /** Takes the blocks that subscribers get from now on. */
  send(blocks: string): void
  /** Settles when the stream has what it missed. */
  resumed?: Promise<void>
}

/** Brings a stream to a position: with what its reader missed, with a reload, or at a first time with the position alone. */
function begin({ db, reader, stream, last, position }: Beginning): Begun {
  if (!last || !canResume(last, position)) {
    stream.write(last === undefined ? positionBlock(position) : blocksTo(position, undefined))
    return { send: stream.write }
  }
  let held: string[] | undefined = []
  const send = (blocks: string): void => {
    if (held) held.push(blocks)
    else stream.write(blocks)
  }
  const resumed = readMissed(db, reader, { from: last, to: position, limit: BLOCKS_MAX + 1 }).then((missed) => {
    stream.write(blocksTo(position, missed))
    for (const blocks of held ?? []) stream.write(blocks)
    held = undefined
  })
  return { send, resumed }
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
      const last = lastPosition(request.headers['last-event-id'])
      // A reader that resumes gets all that was committed before it asked, even if this replica has not read it yet.
      if (last !== undefined || !tail.position()) await tail.read()
      subscribers.checkRoom(reader.id)

      const onClose = () => {
        clearTimeout(expiry)
        stopWaiting()
        leave()
      }
      const stream = lines.openStream(request.headers[LIVE_LINE], reply, onClose) ?? openEventStream(reply, onClose)
      const end = () => void stream.end()
      const expiry = setTimeout(end, Math.min(request.user.exp * 1000 - Date.now(), MOST_TIMER_MS))
      const stopWaiting = whenRevoked(request.user, end)
      // In one turn of the event loop, so that the stream gets all rows after this position.
      const { send, resumed } = begin({ db, reader, stream, last, position: currentPosition(tail) })
      const leave = subscribers.join({ ...reader, stream, send })
      await resumed?.catch((error: unknown) => {
        request.log.warn({ err: error }, 'cannot read missed notifications: the reader will come back for them')
        return stream.end()
      })
    },
  })
}

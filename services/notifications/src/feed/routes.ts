import { AppError } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { decodeCursor, nextPage } from '@app/chassis/http/paging.ts'
import { listNotifications } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { notificationsOf, toNotification } from './notification.repository.ts'

const DEFAULT_LIMIT = 50

function idIn(cursor: string): number {
  const [id] = decodeCursor(cursor)
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new AppError('malformed', 'malformed', 'cursor is not valid')
  return id
}

export function registerFeedRoutes(app: App, { db }: { db: Kysely<Tables> }): void {
  app.route({
    ...listNotifications,
    handler: async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query
      const rows = await notificationsOf(db, callerOf(request), limit + 1, cursor === undefined ? undefined : idIn(cursor))
      return nextPage(request, reply, rows, limit, (row) => [row.id]).map(toNotification)
    },
  })
}

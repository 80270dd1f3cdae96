import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { listNotifications } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { notificationsOf, toNotification } from './notification.repository.ts'

const DEFAULT_LIMIT = 50

const notificationKey = Type.Tuple([Type.Integer()])

export function registerFeedRoutes(app: App, { db }: { db: Kysely<Tables> }): void {
  app.route({
    ...listNotifications,
    handler: async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query
      const before = readCursor(cursor, notificationKey)?.[0]
      const rows = await notificationsOf(db, callerOf(request), limit + 1, before)
      return nextPage(request, reply, rows, limit, (row) => [row.id]).map(toNotification)
    },
  })
}

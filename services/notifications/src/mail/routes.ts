import type { App } from '@app/chassis/http/app.ts'
import { Moment, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { FOUND_MAIL_PAGE_MAX, searchNotificationMails } from '@app/contracts/http/mail-search.ts'
import { Id } from '@app/contracts/primitives.ts'
import type { Kysely } from 'kysely'
import * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { MAILS_KEPT_DAYS } from '../purge.ts'
import { searchMails } from './search-mails.ts'

const mailKey = Type.Tuple([Moment, Id])

export function registerMailRoutes(app: App, { db }: { db: Kysely<Tables> }): void {
  app.route({
    ...searchNotificationMails,
    handler: async (request, reply) => {
      const { address, limit = FOUND_MAIL_PAGE_MAX, cursor } = request.query
      const found = await searchMails(db, { address, limit: limit + 1, after: readCursor(cursor, mailKey) })
      const mails = nextPage(request, reply, found, limit, ({ createdAt, _id }) => [createdAt, _id])
      return { mails, keptDays: MAILS_KEPT_DAYS }
    },
  })
}

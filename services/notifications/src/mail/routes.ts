import type { App } from '@app/chassis/http/app.ts'
import { Moment, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { CLIENT_MAIL_PAGE_MAX, listClientMails } from '@app/contracts/http/client-mails.ts'
import { FOUND_MAIL_PAGE_MAX, type FoundMail, searchNotificationMails } from '@app/contracts/http/mail-search.ts'
import { Id } from '@app/contracts/primitives.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { type Kysely, sql } from 'kysely'
import * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { OBSOLETE } from '../ledger.ts'
import { pageOfClientMails } from './client-mail.repository.ts'

const mailKey = Type.Tuple([Moment, Id])

interface Search {
  address: string
  limit: number
  /** Creation time and id of the last email of the previous page. */
  after?: readonly [createdAt: string, id: string]
}

/** Returns sent and unsent emails to an email address, newest first. */
async function searchMails(db: Kysely<Tables>, { address, limit, after }: Search): Promise<FoundMail[]> {
  const isAfter = after ? sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`
  // An address is stored as the account's user entered it: an international domain in letters or in Punycode.
  const spellings = [address.trim().normalize('NFC').toLowerCase(), normalizeEmail(address)]
  const { rows } = await sql<FoundMail>`
    select id as "_id", template as what, null as company, coalesce(subject, '') as subject,
      case when last_error = ${OBSOLETE} then 'suppressed' else state end as state, last_error as answer, attempts,
      may_be_duplicate as "maybeTwice", created_at as "createdAt", sent_at as "settledAt", bounced_at as "bouncedAt", complained_at as "complainedAt"
    from mail where lower(recipient) = any(${spellings}::text[]) and ${isAfter}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export function registerMailRoutes(app: App, { db, mailsKeptDays: keptDays }: { db: Kysely<Tables>; mailsKeptDays: number }): void {
  app.route({
    ...searchNotificationMails,
    handler: async (request, reply) => {
      const { address, limit = FOUND_MAIL_PAGE_MAX, cursor } = request.query
      const found = await searchMails(db, { address, limit: limit + 1, after: readCursor(cursor, mailKey) })
      const mails = nextPage(request, reply, found, limit, ({ createdAt, _id }) => [createdAt, _id])
      return { mails, keptDays }
    },
  })

  app.route({
    ...listClientMails,
    handler: async (request, reply) => {
      const { limit = CLIENT_MAIL_PAGE_MAX, cursor } = request.query
      const found = await pageOfClientMails(db, request.params.recipientId, limit + 1, readCursor(cursor, mailKey))
      const mails = nextPage(request, reply, found, limit, ({ createdAt, _id }) => [createdAt, _id])
      return { mails, keptDays }
    },
  })
}

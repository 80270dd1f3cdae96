import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Search {
  address: string
  limit: number
  /** The mail to go on behind. */
  after?: readonly [createdAt: string, id: string]
}

/** What was to be mailed to an address, the newest first. */
export async function searchMails(db: Kysely<Tables>, { address, limit, after }: Search): Promise<FoundMail[]> {
  const isBehind = after ? sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`
  const { rows } = await sql<FoundMail>`
    select id as "_id", template as what, null as company, subject, state, last_error as answer, attempts, may_be_duplicate as "maybeTwice",
      created_at as "createdAt", sent_at as "settledAt", null as "bouncedAt", null as "complainedAt"
    from mail where lower(recipient) = ${normalizeEmail(address)} and ${isBehind}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

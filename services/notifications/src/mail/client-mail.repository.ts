import type { ClientMail } from '@app/contracts/http/client-mails.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { OBSOLETE } from '../ledger.ts'

/**
 * Returns the emails to an owner or a colleague, newest first. `after`: creation time and id of the last email of the previous page. Leaves
 * out emails to admins.
 */
export async function pageOfClientMails(
  db: Kysely<Tables>,
  recipientId: string,
  limit: number,
  after: readonly [createdAt: string, id: string] | undefined,
): Promise<ClientMail[]> {
  const isAfter = after ? sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`
  const { rows } = await sql<ClientMail>`
    select id as "_id", template as topic, recipient as address, coalesce(subject, '') as subject,
      case when last_error = ${OBSOLETE} then 'suppressed' else state end as state, last_error as answer, attempts,
      may_be_duplicate as "maybeTwice", created_at as "createdAt", sent_at as "sentAt", bounced_at as "bouncedAt",
      complained_at as "complainedAt"
    from mail
    where recipient_id = ${recipientId}::uuid and recipient_kind in ('owner', 'colleague') and ${isAfter}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

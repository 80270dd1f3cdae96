import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Records in the ledger that an email bounced, or was reported as spam. Several emails can have the same id in their return path. The report
 * counts for the last one that was sent. A repeated report has no effect.
 */
export async function recordReport(db: Kysely<Tables>, returnId: string, report: MailReport): Promise<void> {
  const latest = sql`(select id from mail where return_id = ${returnId}::uuid and state = 'sent' order by sent_at desc limit 1)`
  if (report.kind === 'complaint') {
    await sql`update mail set complained_at = now() where id = ${latest} and complained_at is null`.execute(db)
  } else if (report.action === 'failed') {
    await sql`
      update mail set bounced_at = now(), last_error = nullif(${report.status}, '') where id = ${latest} and bounced_at is null`.execute(db)
  }
}

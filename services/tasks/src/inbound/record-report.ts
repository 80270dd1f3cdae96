import { isAboutAddress } from '@app/chassis/mail/verdict.ts'
import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import type { Transaction } from 'kysely'
import { recordComplaint } from '../colleagues/record-complaint.ts'
import type { Tables } from '../db/tables.ts'
import { recordBounce } from '../reviews/record-bounce.ts'

/**
 * Records a report about an email. `returnId` is the id in the return path of the email. Only complaints, and failures because the address
 * does not exist, have an effect: other failures, such as a full mailbox, are temporary.
 */
export async function recordReport(trx: Transaction<Tables>, returnId: string, report: MailReport): Promise<void> {
  if (report.kind === 'complaint') return recordComplaint(trx, returnId)
  const { action, status } = report
  if (action === 'failed' && isAboutAddress(status)) await recordBounce(trx, { returnId, status, time: new Date().toISOString() })
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { requireInternalMailKey } from '@app/chassis/mail/internal-key.ts'
import { isAboutAddress } from '@app/chassis/mail/verdict.ts'
import { type MailReport, replyToTaskMail, reportTaskMail } from '@app/contracts/http/inbound-mail.ts'
import type { Transaction } from 'kysely'
import { recordComplaint } from '../colleagues/record-report.ts'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { addReply } from '../notes/add-reply.ts'
import { recordBounce } from '../reviews/record-bounce.ts'

/**
 * Records a report about an email. `returnId` is the id in the return path of the email. Only complaints, and failures because the address
 * does not exist, have an effect: other failures, such as a full mailbox, are temporary.
 */
async function recordReport(trx: Transaction<Tables>, returnId: string, report: MailReport): Promise<void> {
  if (report.kind === 'complaint') return recordComplaint(trx, returnId)
  const { action, status } = report
  if (action === 'failed' && isAboutAddress(status)) await recordBounce(trx, { returnId, status, time: new Date().toISOString() })
}

const TAKEN = { success: true } as const

/** Registers the routes with which `notifications` hands over bounces, complaints and replies. */
export function registerInboundRoutes(app: App, { db, now, internalMailKey }: TasksDeps): void {
  const onRequest = requireInternalMailKey(internalMailKey)
  app.route({
    ...reportTaskMail,
    onRequest,
    handler: async ({ body }) => {
      await inTransaction(db, (trx) => recordReport(trx, body.returnId, body.report))
      return TAKEN
    },
  })
  app.route({
    ...replyToTaskMail,
    onRequest,
    handler: async ({ body }) => {
      await inTransaction(db, (trx) => addReply(trx, { now }, body))
      return TAKEN
    },
  })
}

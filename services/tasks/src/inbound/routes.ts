import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { requireInternalMailKey } from '@app/chassis/mail/internal-key.ts'
import { replyToTaskMail, reportTaskMail } from '@app/contracts/http/inbound-mail.ts'
import type { TasksDeps } from '../deps.ts'
import { addReply } from '../notes/add-reply.ts'
import { recordReport } from './record-report.ts'

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

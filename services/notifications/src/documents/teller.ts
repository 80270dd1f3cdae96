import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMails } from '../mail/mail.repository.ts'
import { documentsShared } from '../mail/templates/documents-shared.ts'
import { adminAddresses } from '../recipients/recipient.repository.ts'
import { removeUntold, untoldDocuments, untoldOf } from './untold.repository.ts'

interface TellerOptions {
  db: Kysely<Tables>
  publicUrl: string
  metrics: WorkMetrics
  tracer?: Tracer
  log: Logger
}

/**
 * Mails the admins of a company's documents, all in one, once no more have come for a while. Mails are queued and documents
 * ticked off in one transaction: whoever comes after a crash, or at the same moment, finds nothing left to tell.
 */
export const startTeller = ({ db, publicUrl, metrics, tracer, log }: TellerOptions): Worker =>
  startWorker({
    db,
    queue: untoldDocuments,
    capacity: 2,
    metrics,
    tracer,
    log,
    async handle({ key, payload: { companyProfileId } }) {
      await inTransaction(db, (trx) => tellOf(trx, companyProfileId, Number(key), publicUrl))
      return done
    },
  })

/** Leaves it to the work of the company's newest document, unless the oldest has waited long enough. */
async function tellOf(trx: Transaction<Tables>, companyProfileId: string, id: number, publicUrl: string): Promise<void> {
  const [oldest, ...younger] = await untoldOf(trx, companyProfileId)
  if (!oldest) return
  const newest = younger.at(-1) ?? oldest
  if (newest.id > id && !oldest.isLate) return
  const content = documentsShared([oldest.fact, ...younger.map(({ fact }) => fact)], publicUrl)
  const mail = { eventId: newest.eventId, template: 'documents-shared', content }
  const recipients = await adminAddresses(trx)
  await queueMails(
    trx,
    recipients.map((recipient) => ({ ...mail, recipient })),
  )
  await removeUntold(
    trx,
    [oldest, ...younger].map((document) => document.id),
  )
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMails } from '../mail/mail.repository.ts'
import { documentsShared } from '../mail/templates/documents-shared.ts'
import { adminAddresses } from '../recipients/recipient.repository.ts'
import { pendingDigests, pendingDocuments, removePendingDocuments } from './pending-digest.repository.ts'

interface DigestWorkerOptions {
  db: Kysely<Tables>
  publicUrl: string
  metrics: WorkMetrics
  tracer?: Tracer
  log: Logger
}

/**
 * Starts the worker that emails admins a digest of a company's new documents. If an item of the work queue is handled twice, the second
 * run finds no pending documents.
 */
export const startDigestWorker = ({ db, publicUrl, metrics, tracer, log }: DigestWorkerOptions): Worker =>
  startWorker({
    db,
    queue: pendingDigests,
    capacity: 2,
    metrics,
    tracer,
    log,
    async handle({ key, payload: { companyProfileId } }) {
      await inTransaction(db, (trx) => queueDigest(trx, companyProfileId, Number(key), publicUrl))
      return done
    },
  })

/**
 * Queues the digest email of a company. `id` is the id of the pending document of this work item. If the company has a newer
 * pending document, the function does nothing, because the work item of the newer document will queue the digest. If the oldest
 * document has waited for 15 minutes, the function queues the digest anyway.
 */
async function queueDigest(trx: Transaction<Tables>, companyProfileId: string, id: number, publicUrl: string): Promise<void> {
  const [oldest, ...younger] = await pendingDocuments(trx, companyProfileId)
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
  await removePendingDocuments(
    trx,
    [oldest, ...younger].map((document) => document.id),
  )
}

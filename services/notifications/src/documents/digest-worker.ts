import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { adminIds } from '../recipients/recipient.repository.ts'
import { claimDocuments, DOCUMENT_DIGEST_TOPIC, documentDigests, waitingDocuments } from './digest-document.repository.ts'

interface DigestWorkerOptions {
  db: Kysely<Tables>
  metrics: WorkMetrics
  tracer?: Tracer
  log: Logger
}

/**
 * Starts the worker that emails admins a digest of a company's new documents. If an item of the work queue is handled twice, the second
 * run finds no waiting documents.
 */
export const startDigestWorker = ({ db, metrics, tracer, log }: DigestWorkerOptions): Worker =>
  startWorker({
    db,
    queue: documentDigests,
    capacity: 2,
    metrics,
    tracer,
    log,
    async handle({ key, payload: { companyProfileId } }) {
      await inTransaction(db, (trx) => queueDigest(trx, companyProfileId, Number(key)))
      return done
    },
  })

/**
 * Queues the digest about a company's new documents for all admins. `id` is the id of the waiting document of this work item. If the
 * company has a newer waiting document, the function does nothing, because the work item of the newer document will queue the digest. If
 * the oldest document has waited for 15 minutes, the function queues the digest anyway.
 */
async function queueDigest(trx: Transaction<Tables>, companyProfileId: string, id: number): Promise<void> {
  const { newest, isLate } = await waitingDocuments(trx, companyProfileId)
  if (newest > id && !isLate) return
  const digestId = crypto.randomUUID()
  if (!(await claimDocuments(trx, companyProfileId, digestId))) return
  const digest = { eventId: digestId, topic: DOCUMENT_DIGEST_TOPIC, about: companyProfileId } as const
  const admins = await adminIds(trx)
  await requestMails(
    trx,
    'documents',
    admins.map((adminId) => ({ ...digest, recipient: { kind: 'admin', id: adminId } })),
  )
}

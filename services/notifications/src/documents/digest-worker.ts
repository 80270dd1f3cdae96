import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { done } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { allAdmins } from '../task-emails/choice.repository.ts'
import { admitted } from '../task-emails/email-admins.ts'
import type { WorkerDeps } from '../worker-deps.ts'
import {
  claimDocuments,
  type DigestSubject,
  documentDigests,
  removeSettledDigests,
  waitingDocuments,
} from './digest-document.repository.ts'

/**
 * Starts the worker that emails admins a digest of a company's new documents or photos. A second run of an item finds no waiting documents.
 */
export const startDigestWorker = (deps: WorkerDeps): Worker =>
  startWorker({
    ...deps,
    queue: documentDigests,
    capacity: 2,
    async handle({ key, payload }) {
      await inTransaction(deps.db, (trx) => queueDigest(trx, payload, Number(key)))
      return done
    },
  })

/** Returns the admins who get a digest. If it is for one admin, this admin may no longer want emails of the company. */
async function recipientsOf(trx: Transaction<Tables>, { companyProfileId, userId }: DigestSubject): Promise<string[]> {
  if (userId === null) return (await allAdmins(trx)).map((admin) => admin.userId)
  return (await admitted(trx, companyProfileId)).map((admin) => admin.userId).filter((id) => id === userId)
}

/**
 * Queues the digest about a company's new documents or photos. `id` is the id of the waiting document of this work item. If the
 * company has a newer waiting document, the function does nothing, because the work item of the newer document will queue the digest. If
 * the oldest document has waited for 15 minutes, the function queues the digest anyway.
 */
async function queueDigest(trx: Transaction<Tables>, subject: DigestSubject, id: number): Promise<void> {
  const { newest, isLate } = await waitingDocuments(trx, subject)
  if (newest > id && !isLate) return
  const digestId = crypto.randomUUID()
  if (!(await claimDocuments(trx, subject, digestId))) return
  const digest = { eventId: digestId, topic: subject.topic, about: subject.companyProfileId, companyId: subject.companyProfileId } as const
  const mails = (await recipientsOf(trx, subject)).map((id) => ({ ...digest, recipient: { kind: 'admin' as const, id } }))
  await requestMails(trx, 'documents', mails)
  if (mails.length === 0) await removeSettledDigests(trx, [digestId])
}

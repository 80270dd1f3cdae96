import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { DIGEST_LINES_MAX, taskDigest } from '../mail/templates/task-digest.ts'
import type { ReviewMails } from '../review-links.ts'
import { findAdmin } from './choice.repository.ts'
import {
  claimEntries,
  lockDigest,
  oldestEntry,
  removeDigests,
  removeEntriesOf,
  TASK_DIGEST_TEMPLATE,
  withdrawDigest,
} from './digest-entry.repository.ts'
import { isDigestDue } from './schedule.ts'
import { updatesOfDigest } from './task-update.repository.ts'

/**
 * Queues the digest of an admin if it is due. If an earlier digest to the admin was not sent yet, the new digest replaces it. If several
 * replicas call this function at the same time, only one of them queues the digest.
 */
export function queueDigest(db: Kysely<Tables>, { publicUrl, timeZone, now }: ReviewMails, userId: string): Promise<void> {
  const time = now()
  return inTransaction(db, async (trx) => {
    await lockDigest(trx, userId)
    const admin = await findAdmin(trx, userId)
    if (!admin || admin.frequency === 'none') return removeEntriesOf(trx, userId)
    const oldest = await oldestEntry(trx, userId)
    if (!oldest || !isDigestDue(admin.frequency, new Date(oldest), time, timeZone)) return
    // If the earlier digest is being sent, the scheduler tries again in a few seconds.
    if (!(await withdrawDigest(trx, userId))) return
    const digestId = crypto.randomUUID()
    await claimEntries(trx, userId, digestId, time)
    const { listed, counts } = await updatesOfDigest(trx, digestId, DIGEST_LINES_MAX)
    const [first, ...others] = listed
    if (!first) return removeDigests(trx, [digestId])
    await queueMail(trx, {
      eventId: digestId,
      template: TASK_DIGEST_TEMPLATE,
      recipient: admin.email,
      content: taskDigest([first, ...others], counts, publicUrl),
      ...(others.length === 0 && { threadId: first.facts._id }),
    })
  })
}

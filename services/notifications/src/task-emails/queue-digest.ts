import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import type { Settings } from '../settings.ts'
import { findAdmin } from './choice.repository.ts'
import { claimEntries, lockDigest, oldestEntry, removeEntriesOf, TASK_DIGEST_TOPIC, withdrawDigest } from './digest-entry.repository.ts'
import { isDigestDue } from './schedule.ts'

/**
 * Queues the digest of an admin if it is due. If an earlier digest to the admin was not sent yet, the new digest replaces it. If several
 * replicas call this function at the same time, only one of them queues the digest.
 */
export function queueDigest(db: Kysely<Tables>, { timeZone, now }: Pick<Settings, 'timeZone' | 'now'>, userId: string): Promise<void> {
  const time = now()
  return inTransaction(db, async (trx) => {
    await lockDigest(trx, userId)
    const admin = await findAdmin(trx, userId)
    if (!admin || admin.frequency === 'none') return removeEntriesOf(trx, userId)
    const oldest = await oldestEntry(trx, userId, time)
    if (!oldest || !isDigestDue(admin.frequency, new Date(oldest), time, timeZone)) return
    // If the earlier digest is being sent, the scheduler tries again in a few seconds.
    if (!(await withdrawDigest(trx, userId))) return
    const digestId = crypto.randomUUID()
    await claimEntries(trx, userId, digestId, time)
    const digest = { eventId: digestId, topic: TASK_DIGEST_TOPIC, about: digestId, recipient: { kind: 'admin', id: userId } } as const
    await requestMails(trx, 'tasks', [digest])
  })
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import type { Settings } from '../settings.ts'
import { findAdmin } from './choice.repository.ts'
import {
  claimEntries,
  companyOfDigest,
  lockDigest,
  oldestEntry,
  removeEntriesOf,
  TASK_DIGEST_TOPIC,
  waitingDigests,
  withdrawDigest,
} from './digest-entry.repository.ts'
import { isDigestDue } from './schedule.ts'

const EVERY_MS = 10_000

interface SchedulerDeps {
  db: Kysely<Tables>
  settings: Pick<Settings, 'timeZone' | 'now'>
  log: Logger
}

/**
 * Queues the digest of an admin if it is due. If an earlier digest to the admin was not sent yet, the new digest replaces it. If several
 * replicas call this function at the same time, only one of them queues the digest.
 */
function queueDigest(db: Kysely<Tables>, { timeZone, now }: SchedulerDeps['settings'], userId: string): Promise<void> {
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
    const companyId = await companyOfDigest(trx, digestId)
    const recipient = { kind: 'admin', id: userId } as const
    const digest = { eventId: digestId, topic: TASK_DIGEST_TOPIC, about: digestId, companyId, recipient } as const
    await requestMails(trx, 'tasks', [digest])
  })
}

/** Queues the due digests of all admins. If one digest fails, the others are still queued. */
export async function sendDueDigests({ db, settings, log }: SchedulerDeps): Promise<void> {
  const now = settings.now()
  const waiting = await waitingDigests(db, now)
  const due = waiting.filter(({ frequency, oldest }) => isDigestDue(frequency, new Date(oldest), now, settings.timeZone))
  for (const { userId } of due)
    await queueDigest(db, settings, userId).catch((err: unknown) => log.warn({ err, userId }, 'a digest about tasks was not queued'))
}

/** Looks for due digests every few seconds. Returns a function that stops the scheduler. */
export const startTaskDigests = (deps: SchedulerDeps): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, name: 'queueing digests about tasks', log: deps.log, run: () => sendDueDigests(deps) })

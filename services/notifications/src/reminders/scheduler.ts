import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ReviewMails } from '../review-links.ts'
import { remindRecipient } from './remind.ts'
import { remindAdmins } from './remind-admins.ts'
import { dueRecipients } from './waiting-preview.repository.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000
const BATCH = 100

interface SchedulerDeps {
  db: Kysely<Tables>
  mails: ReviewMails
  log: Logger
}

/** Queues all reminders that are due. If one reminder fails, the others are still queued. */
export async function sendDueReminders({ db, mails, log }: SchedulerDeps): Promise<void> {
  await remindAdmins(db, mails).catch((err: unknown) => log.warn({ err }, 'the list for the admins was not queued'))
  const tried = new Set<string>()
  for (;;) {
    const due = (await dueRecipients(db, mails.now(), BATCH + tried.size)).filter((id) => !tried.has(id))
    if (due.length === 0) return
    for (const recipientId of due) {
      tried.add(recipientId)
      await remindRecipient(db, mails, recipientId).catch((err: unknown) => log.warn({ err, recipientId }, 'a reminder was not queued'))
    }
  }
}

/** Looks for due reminders every minute. Returns a function that stops the scheduler. */
export const startReminders = (deps: SchedulerDeps): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, firstMs: FIRST_MS, name: 'queueing reminders', log: deps.log, run: () => sendDueReminders(deps) })

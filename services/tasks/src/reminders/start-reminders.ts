import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { TasksDeps } from '../deps.ts'
import { remindDuePosts } from '../posts/remind-due-posts.ts'
import { remindAdmins } from './remind-admins.ts'
import { remindCompany } from './remind-company.ts'
import { companiesToCheck } from './reminder-check.repository.ts'

const EVERY_MS = 60_000
const FIRST_MS = 5_000
const BATCH = 500
const BEFORE_FIRST = '00000000-0000-0000-0000-000000000000'

export type ReminderDeps = Pick<TasksDeps, 'db' | 'log' | 'timeZone' | 'now'>

/** Adds all reminders that are due. If the reminder of one company fails, those of the others are still added. */
export async function addDueReminders(deps: ReminderDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now } = deps
  await remindAdmins(deps).catch((err: unknown) => log.warn({ err }, 'the reminder to the admins was not added'))
  await remindDuePosts(deps, signal).catch((err: unknown) => log.warn({ err }, 'the reminders of posts were not added'))
  let after = BEFORE_FIRST
  for (;;) {
    const companies = await companiesToCheck(db, now(), after, BATCH)
    for (const { id } of companies) {
      if (signal.aborted) return
      await remindCompany(deps, id).catch((err: unknown) => log.warn({ err, companyId: id }, 'a reminder was not added'))
      after = id
    }
    if (companies.length < BATCH) return
  }
}

/** Adds the due reminders every minute in every replica. Returns a function that stops this job. */
export const startReminders = (deps: ReminderDeps): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'adding reminders',
    log: deps.log,
    run: (signal) => addDueReminders(deps, signal),
  })

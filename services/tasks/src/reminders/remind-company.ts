import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { hasBouncedAddress } from '../reviews/review-link.repository.ts'
import { addReminder } from './add-reminder.ts'
import { hasReminder, lockReminders } from './reminder.repository.ts'
import { type CompanyToCheck, findCompanyToCheck, storeNextCheck } from './reminder-check.repository.ts'
import { isReminderTime, nextReminderTime } from './reminder-times.ts'
import { nextReminderDay } from './schedule.ts'
import { findWaiting, type WaitingPreview } from './waiting-preview.repository.ts'

const isDue = (
  { since, postingDate, remindersSent: reminded, remindedAt, snoozedUntil }: WaitingPreview,
  timeZone: string,
  today: CalendarDate,
): boolean => {
  const dayOf = (instant: string): CalendarDate => todayIn(timeZone, new Date(instant))
  const lastReminded = remindedAt === null ? null : dayOf(remindedAt)
  return nextReminderDay({ since: dayOf(since), postingDate, reminded, lastReminded, snoozedUntil }, today) === today
}

/** Adds the day's reminder of a company if one is due, and the company has no reminder of this day yet. */
async function remindIfDue(
  trx: Transaction<Tables>,
  { id: companyId, ownerId }: CompanyToCheck,
  timeZone: string,
  now: Date,
): Promise<void> {
  const day = todayIn(timeZone, now)
  if (await hasReminder(trx, companyId, day)) return
  const waiting = await findWaiting(trx, companyId)
  if (!waiting.some((preview) => isDue(preview, timeZone, day)) || (await hasBouncedAddress(trx, ownerId))) return
  await addReminder(trx, { companyId, ownerId, day, now, firstTaskId: null }, waiting)
}

/**
 * Adds the reminder of a company if one is due, and stores when the company must be checked again. If several replicas call this function
 * at the same time, only one of them adds the reminder.
 */
export function remindCompany({ db, now }: Pick<TasksDeps, 'db' | 'now'>, companyId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const at = now()
    await lockReminders(trx, companyId)
    // Reads the company again, because another replica may have checked it before the lock.
    const company = await findCompanyToCheck(trx, at, companyId)
    if (!company) return
    const timeZone = timeZoneOf(company)
    if (isReminderTime(timeZone, at)) await remindIfDue(trx, company, timeZone, at)
    await storeNextCheck(trx, company, nextReminderTime(timeZone, at))
  })
}

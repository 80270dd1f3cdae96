import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReminderDue } from '@app/contracts/events/tasks.ts'
import { type CalendarDate, isWorkingDay, nextWorkingDay, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { insertAdminsReminder } from './reminder.repository.ts'
import { reminderTimeOf } from './reminder-times.ts'
import { findPostingSoon, type PostingPreview } from './waiting-preview.repository.ts'

/**
 * Returns waiting previews for which `day` is the last working day before the posting date, and which began to wait before 9:00 of this
 * day. Days and times are those of `BUSINESS_TIMEZONE`.
 */
export const postingAfter = (db: Kysely<Tables>, day: CalendarDate, timeZone: string, limit: number): Promise<PostingPreview[]> =>
  findPostingSoon(db, { after: day, until: nextWorkingDay(day), before: reminderTimeOf(day, timeZone), limit })

/**
 * On a working day after 9:00, reports once whether today is the last working day before posting dates. If several replicas call this
 * function at the same time, only one of them reports it.
 */
export async function remindAdmins({ db, timeZone, now }: Pick<TasksDeps, 'db' | 'timeZone' | 'now'>): Promise<void> {
  const at = now()
  const today = todayIn(timeZone, at)
  if (!isWorkingDay(today) || at < reminderTimeOf(today, timeZone)) return
  await inTransaction(db, async (trx) => {
    const id = uuidv7()
    const isFirst = await insertAdminsReminder(trx, id, today, at)
    if (!isFirst || (await postingAfter(trx, today, timeZone, 1)).length === 0) return
    await addEvent(trx, ReminderDue, { aggregateId: id, version: 1, data: { reminderId: id, isToAdmins: true, recipients: [] } })
  })
}

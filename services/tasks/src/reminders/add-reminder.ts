import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReminderDue } from '@app/contracts/events/tasks.ts'
import { type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import { isPostponed, listedPreviews } from './listed-previews.ts'
import { lockReminders } from './reminder.repository.ts'
import { findReminded, findWaiting, type WaitingPreview } from './waiting-preview.repository.ts'

interface NewReminder {
  companyId: string
  ownerId: string
  day: CalendarDate
  now: Date
  /** The task whose preview is listed first. Null for a reminder of the schedule. */
  firstTaskId: string | null
}

/**
 * Adds a reminder to the owner, and to the colleagues who may decide on one of the waiting previews. The emails list the previews that
 * still wait when they are sent. The caller must have called `lockReminders`.
 */
export async function addReminder(
  trx: Transaction<Tables>,
  { companyId, ownerId, day, now, firstTaskId }: NewReminder,
  waiting: readonly WaitingPreview[],
): Promise<void> {
  const id = uuidv7()
  const reminder = {
    id,
    company_id: companyId,
    day,
    is_manual: firstTaskId !== null,
    first_task_id: firstTaskId,
    created_clock: now.toISOString(),
  }
  await trx.insertInto('reminder').values(reminder).execute()
  const taskIds = listedPreviews(waiting, { today: day, firstTaskId }).map(({ _id }) => _id)
  const colleagues = await findReminded(trx, taskIds)
  const recipients = [
    { recipientKind: 'owner' as const, recipientId: ownerId },
    ...colleagues.map((recipientId) => ({ recipientKind: 'colleague' as const, recipientId })),
  ]
  const data = { reminderId: id, companyProfileId: companyId, isToAdmins: false, recipients }
  await addEvent(trx, ReminderDue, { aggregateId: id, version: 1, data })
}

interface WantedReminder {
  companyId: string
  ownerId: string
  timeZone: string
  now: Date
  firstTaskId: string
  /** Whether the company has just got a reminder, which lists all waiting previews except the postponed ones. */
  isReminded?: boolean
}

/**
 * Adds a reminder of all waiting previews of a company, also if none is due. The preview of `firstTaskId` is listed first. Adds none if the
 * company has just got a reminder that lists this preview.
 */
export async function remindNow(trx: Transaction<Tables>, { timeZone, isReminded = false, ...reminder }: WantedReminder): Promise<void> {
  const { companyId, now, firstTaskId } = reminder
  await lockReminders(trx, companyId)
  const waiting = await findWaiting(trx, companyId)
  const day = todayIn(timeZone, now)
  const preview = waiting.find(({ _id }) => _id === firstTaskId)
  if (isReminded && preview && !isPostponed(preview.snoozedUntil, day)) return
  await addReminder(trx, { ...reminder, day }, waiting)
}

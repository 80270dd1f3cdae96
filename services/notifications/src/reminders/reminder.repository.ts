import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReminderSent } from '@app/contracts/events/notifications.ts'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { RemindedPreview } from '../db/review-tables.ts'
import type { Tables } from '../db/tables.ts'
import { countReminder } from './waiting-preview.repository.ts'

/** Template of reminders to owners and colleagues. */
export const REMINDER_TEMPLATE = 'reminder'

export type Reminder = Pick<
  Selectable<Tables['reminder']>,
  'id' | 'recipient_id' | 'is_to_colleague' | 'company_id' | 'day' | 'due_at' | 'is_manual' | 'previews'
>

/**
 * Stores a reminder. A recipient gets at most one automatic reminder a day. Returns false if the new reminder is automatic, and the
 * recipient already has an automatic reminder for this day that was not cancelled.
 */
export async function insertReminder(trx: Transaction<Tables>, { previews, ...reminder }: Reminder): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('reminder')
    .values({ ...reminder, previews: JSON.stringify(previews) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Returns the reminders to a recipient whose emails were not sent yet. */
export const queuedReminders = (trx: Transaction<Tables>, recipientId: string): Promise<Reminder[]> =>
  trx
    .selectFrom('reminder')
    .select(['id', 'recipient_id', 'is_to_colleague', 'company_id', 'day', 'due_at', 'is_manual', 'previews'])
    .where('recipient_id', '=', recipientId)
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute()

export async function markCancelled(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.updateTable('reminder').set({ state: 'cancelled' }).where('id', '=', id).where('state', '=', 'queued').execute()
}

interface SettledMail {
  eventId: string
  state: 'sent' | 'failed'
  sentAt: string | null
}

/**
 * Records whether the emails of reminders were sent. For each sent reminder to an owner, increments the counters of the
 * listed previews and publishes an event.
 */
export async function settleReminders(trx: Transaction<Tables>, mails: readonly SettledMail[]): Promise<void> {
  for (const { eventId, state, sentAt } of mails) {
    const { rows } = await sql<{ recipientId: string; isToColleague: boolean; companyId: string; previews: RemindedPreview[] }>`
      update reminder set state = ${state} where id = ${eventId} and recipient_id is not null
      returning recipient_id as "recipientId", is_to_colleague as "isToColleague", company_id as "companyId", previews`.execute(trx)
    const [reminder] = rows
    if (!reminder || reminder.isToColleague || sentAt === null) continue
    const { recipientId, companyId: companyProfileId, previews } = reminder
    await countReminder(trx, previews)
    await addEvent(trx, ReminderSent, { aggregateId: eventId, version: 1, data: { recipientId, companyProfileId, sentAt, previews } })
  }
}

import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import { ReminderDue } from '@app/contracts/events/tasks.ts'
import type { ComposedMail, MailRecipient } from '@app/contracts/http/mail-content.ts'
import { v7 as uuidv7 } from 'uuid'
import type { ListedPreview } from '../../src/db/review-tables.ts'
import { composeReminder } from '../../src/mail/reminders.ts'
import { recordSettledEmail } from '../../src/reviews/record-settled-email.ts'
import type { Reviewer } from '../reviews/reviewing.ts'
import type { setUp } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>
type Mail = ComposedMail & { recipient: MailRecipient }

/** Functions that send reminders, as `notifications` does. */
export function reminderSteps({ db, deps }: Service) {
  const composed = new Set<string>()

  const sent = (data: EventData<typeof EmailSettled>) =>
    db.transaction().execute((trx) => recordSettledEmail(trx, { ...envelope(EmailSettled, data), data }))

  const compose = async (about: string, recipient: MailRecipient): Promise<Mail | undefined> => {
    const mail = await composeReminder(deps)({ about, recipient, ids: [] })
    return typeof mail === 'string' || 'retryAfterSeconds' in mail ? undefined : { ...mail, recipient }
  }

  /** Returns the reminders to owners, with the id of each owner. */
  const dueReminders = async () =>
    (await outboxOf(db as never, ReminderDue)).flatMap(({ data }) => {
      const ownerId = data.recipients[0]?.recipientId
      return ownerId === undefined ? [] : [{ ...data, ownerId }]
    })

  return {
    sent,
    compose,
    dueReminders,
    /** Sends the emails of the reminders that were added since the last call, and returns them. */
    async sendReminders(): Promise<Mail[]> {
      const mails: Mail[] = []
      for (const { reminderId, recipients } of await dueReminders()) {
        if (composed.has(reminderId)) continue
        composed.add(reminderId)
        for (const { recipientKind: kind, recipientId: id } of recipients) {
          const mail = await compose(reminderId, { kind, id })
          if (!mail) continue
          const { recipient, returnId } = mail
          const sentAt = deps.now().toISOString()
          await sent({ topic: 'reminder', about: reminderId, recipient, ...(returnId && { returnId }), sentAt })
          mails.push(mail)
        }
      }
      return mails
    },
    /** Stores a reminder that listed these previews in its email to the owner. Returns the data of the event about the sent email. */
    async listedReminder(owner: Reviewer, listed: readonly ListedPreview[], sentAt: string): Promise<EventData<typeof EmailSettled>> {
      const id = uuidv7()
      await db
        .insertInto('reminder')
        .values({
          id,
          company_id: owner.company._id,
          day: sentAt.slice(0, 10),
          is_manual: true,
          listed: JSON.stringify({ [owner.id]: listed }) as never,
          created_clock: sentAt,
        })
        .execute()
      return { topic: 'reminder', about: id, recipient: { kind: 'owner', id: owner.id }, sentAt }
    },
  }
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { instantOf } from '@app/chassis/work/wall-clock.ts'
import { isWorkingDay, nextWorkingDay, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMails } from '../mail/mail.repository.ts'
import { postingSoon } from '../mail/templates/posting-soon.ts'
import { adminAddresses } from '../recipients/recipient.repository.ts'
import type { ReviewMails } from '../review-links.ts'
import { insertReminder } from './reminder.repository.ts'
import { REMINDER_TIME } from './schedule.ts'
import { postingPreviews } from './waiting-preview.repository.ts'

/** Maximum number of previews that the email lists. */
const LISTED_MAX = 50
/** Maximum number of previews that the email counts. */
const COUNTED_MAX = 1_000

/**
 * On a working day, queues one email to each admin. The email lists waiting previews for which today is the last working day before the
 * posting date. Days and times are those of `BUSINESS_TIMEZONE`. If several replicas call this function at the same time, only one of them
 * queues the emails.
 */
export function remindAdmins(db: Kysely<Tables>, { publicUrl, timeZone, now }: ReviewMails): Promise<void> {
  const today = todayIn(timeZone, now())
  const dueAt = instantOf(today, REMINDER_TIME, timeZone)
  if (!isWorkingDay(today) || now() < dueAt) return Promise.resolve()
  return inTransaction(db, async (trx) => {
    const id = crypto.randomUUID()
    const isFirst = await insertReminder(trx, {
      id,
      recipient_id: null,
      is_to_colleague: false,
      company_id: null,
      day: today,
      due_at: dueAt.toISOString(),
      is_manual: false,
      previews: [],
    })
    if (!isFirst) return
    const previews = await postingPreviews(trx, { after: today, until: nextWorkingDay(today), since: dueAt, limit: COUNTED_MAX })
    const [first, ...others] = previews
    if (!first) return
    const content = postingSoon([first, ...others.slice(0, LISTED_MAX - 1)], Math.max(0, previews.length - LISTED_MAX), publicUrl)
    const recipients = await adminAddresses(trx)
    await queueMails(
      trx,
      recipients.map((recipient) => ({ eventId: id, template: 'posting-soon', recipient, content })),
    )
  })
}

import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { Transaction } from 'kysely'
import { findDeciders, findLinks, type Recipient } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { ReviewMails } from '../review-links.ts'
import { cancelQueued, queueReminder } from './queue-reminder.ts'
import { hasReviewLinks, lockWaiting, type WaitingRow } from './waiting-preview.repository.ts'

interface Occasion {
  companyId: string
  day: CalendarDate
  timeZone: string
  isManual: boolean
}

/** Returns the previews to which a colleague has a review link, each with this link, except for previews with postponed reminders. */
async function rowsFor(
  trx: Transaction<Tables>,
  { id }: Recipient,
  rows: readonly WaitingRow[],
  today: CalendarDate,
): Promise<WaitingRow[]> {
  const links = await findLinks(
    trx,
    id,
    rows.map(({ task_id }) => task_id),
  )
  return rows.flatMap((row) => {
    const link = links.find(({ taskId, previewNo }) => taskId === row.task_id && previewNo === row.preview_number)
    const isLeftOut = !link || (link.snoozedUntil !== null && link.snoozedUntil > today)
    return isLeftOut ? [] : [{ ...row, review_link_id: link.id, is_link_revoked: false }]
  })
}

async function remindColleague(
  trx: Transaction<Tables>,
  mails: ReviewMails,
  colleague: Recipient,
  rows: readonly WaitingRow[],
  occasion: Occasion,
): Promise<void> {
  const [first, ...others] = await rowsFor(trx, colleague, rows, occasion.day)
  if (!first) return
  const reminder = { ...occasion, recipientId: colleague.id, isToColleague: true, address: colleague.email }
  await queueReminder(trx, mails, [first, ...others], reminder)
}

/**
 * Queues a reminder for each colleague who may decide. Colleagues are reminded whenever the owner is. Each colleague's email contains the
 * colleague's own links. The caller holds the lock of the owner's reminders.
 */
export async function remindColleagues(
  trx: Transaction<Tables>,
  mails: ReviewMails,
  rows: readonly WaitingRow[],
  occasion: Occasion,
): Promise<void> {
  for (const colleague of await findDeciders(trx, occasion.companyId)) {
    await cancelQueued(trx, colleague.id, 'replaced by a newer reminder')
    await remindColleague(trx, mails, colleague, rows, occasion)
  }
}

interface ChangedCompany {
  ownerId: string
  companyId: string
  timeZone: string
}

/**
 * Replaces the queued reminders of colleagues after a preview has changed. A new email lists the previews of the old email that still wait
 * for a decision.
 */
export async function refreshColleagues(
  trx: Transaction<Tables>,
  mails: ReviewMails,
  { ownerId, companyId, timeZone }: ChangedCompany,
): Promise<void> {
  const isOn = await hasReviewLinks(trx, companyId)
  for (const colleague of await findDeciders(trx, companyId)) {
    const newest = (await cancelQueued(trx, colleague.id, 'replaced')).at(-1)
    if (!newest || !isOn) continue
    const { day, is_manual: isManual, previews } = newest
    const rows = (await lockWaiting(trx, ownerId)).filter((row) =>
      previews.some(({ taskId, previewNo }) => taskId === row.task_id && previewNo === row.preview_number),
    )
    await remindColleague(trx, mails, colleague, rows, { companyId, day, timeZone, isManual })
  }
}

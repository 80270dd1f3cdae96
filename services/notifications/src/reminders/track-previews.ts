import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import type { PasswordChanged } from '@app/contracts/events/identity.ts'
import type { PreviewUploaded, ReviewSettingsChanged, ReviewSnoozed, TaskRemoved } from '@app/contracts/events/tasks.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Transaction } from 'kysely'
import { deleteLinksOfColleagues, saveLink, snoozeLink } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import { colleaguesLinks, ownersLink, type ReviewMails } from '../review-links.ts'
import { refreshQueued } from './queue-reminder.ts'
import { scheduleNext } from './remind.ts'
import { refreshColleagues } from './remind-colleagues.ts'
import {
  changePreview,
  companyTimeZone,
  lockPreview,
  lockReminders,
  lockWaiting,
  revokeLinks,
  saveReviewSetting,
  type WaitingRow,
} from './waiting-preview.repository.ts'

type Trx = Transaction<Tables>

/** Data that all events about a task contain, and the optional data about its preview. */
type TaskData = EventData<typeof TaskRemoved> &
  Partial<Pick<EventData<typeof PreviewUploaded>, 'previewNo' | 'deliveredAt' | 'reviewLinks'>>

interface TaskEvent {
  time: string
  aggregateversion: number
  data: TaskData
}

/**
 * Updates the projection of previews that wait for a decision. A queued reminder that lists a changed preview is replaced. If no other
 * preview of this reminder waits, the reminder is cancelled. Events can arrive in any order. An event that is older than the row changes
 * only the review link, and only if the link in the event is newer.
 */
export async function trackPreview(trx: Trx, event: TaskEvent, mails: ReviewMails): Promise<void> {
  await lockReminders(trx, event.data.ownerId)
  if (await storePreview(trx, event)) await reschedule(trx, event.data, mails)
}

/**
 * Tracks the previews of an owner who has just confirmed the address and gets the first email with a review link about them now. The
 * reminders of these previews begin on the next working day. Returns those that still wait, the most urgent first.
 */
export async function trackLinkedPreviews(
  trx: Trx,
  owner: Pick<TaskData, 'ownerId' | 'companyProfileId'>,
  events: readonly TaskEvent[],
  mails: ReviewMails,
): Promise<WaitingRow[]> {
  await lockReminders(trx, owner.ownerId)
  for (const event of events) await storePreview(trx, event)
  const linked = new Set(events.flatMap(({ data }) => ownersLink(data.reviewLinks, data.ownerId)?.id ?? []))
  const waiting = (await lockWaiting(trx, owner.ownerId)).filter((row) => row.review_link_id !== null && linked.has(row.review_link_id))
  for (const { task_id } of waiting) await changePreview(trx, task_id, { waits_since: mails.now().toISOString() })
  await reschedule(trx, owner, mails)
  return waiting
}

/** Stores the data of an event about a task. Returns whether the reminders of the owner must be scheduled again. */
async function storePreview(trx: Trx, { time, aggregateversion, data }: TaskEvent): Promise<boolean> {
  const { _id: taskId, ownerId, previewNo, deliveredAt, reviewLinks } = data
  const row = await lockPreview(trx, taskId)
  const link = ownersLink(reviewLinks, ownerId)
  if (link && link.id > (row.review_link_id ?? ''))
    await changePreview(trx, taskId, { review_link_id: link.id, link_preview_number: previewNo ?? null, is_link_revoked: false })
  if (previewNo !== undefined)
    for (const { id, recipientId } of colleaguesLinks(reviewLinks)) await saveLink(trx, { id, colleagueId: recipientId, taskId, previewNo })
  if (aggregateversion < row.version) return false
  const isWaiting = data.currentStatus === 'Pending' && previewNo !== undefined
  const isNewPreview = isWaiting && previewNo !== row.preview_number
  const starts = isWaiting && (isNewPreview || !row.is_waiting)
  await changePreview(trx, taskId, {
    version: aggregateversion,
    task_number: data.taskId,
    company_id: data.companyProfileId,
    recipient_id: ownerId,
    company_name: data.companyName,
    title: data.title,
    posting_date: data.targetPostingDate,
    is_waiting: isWaiting,
    ...(previewNo !== undefined && { preview_number: previewNo }),
    ...(isNewPreview && { reminded: 0, last_reminded_on: null, snoozed_until: null }),
    ...(starts && { waits_since: deliveredAt ?? time }),
    next_reminder_at: null,
  })
  // Reminders list only waiting previews, so the other events about a task do not change them.
  return row.is_waiting || isWaiting
}

/** Computes the due times of a recipient's reminders again, and updates queued reminders. */
async function reschedule(trx: Trx, { ownerId, companyProfileId }: Pick<TaskData, 'ownerId' | 'companyProfileId'>, mails: ReviewMails) {
  const timeZone = await companyTimeZone(trx, companyProfileId)
  const today = todayIn(timeZone, mails.now())
  for (const row of await lockWaiting(trx, ownerId)) await scheduleNext(trx, row, timeZone, today)
  await refreshQueued(trx, mails, ownerId, timeZone)
  await refreshColleagues(trx, mails, { ownerId, companyId: companyProfileId, timeZone })
}

/**
 * Stops the reminders of a removed task. The row stays with its version, but without texts. So `trackPreview` ignores the status in an
 * older event that arrives later.
 */
export async function forgetPreview(trx: Trx, { aggregateversion, data }: TaskEvent, mails: ReviewMails): Promise<void> {
  await lockReminders(trx, data.ownerId)
  await lockPreview(trx, data._id)
  const removed = { version: aggregateversion, is_waiting: false, next_reminder_at: null, title: '', company_name: '' }
  await changePreview(trx, data._id, removed)
  await reschedule(trx, data, mails)
}

/** Postpones the reminders about a preview to the owner or to one colleague. */
export async function snoozePreview(trx: Trx, { data }: ReceivedEvent<typeof ReviewSnoozed>, mails: ReviewMails): Promise<void> {
  await lockReminders(trx, data.ownerId)
  const { id, recipientKind } = data.reviewLink
  if (recipientKind === 'colleague') {
    await snoozeLink(trx, id, data.until)
    return reschedule(trx, data, mails)
  }
  const row = await lockPreview(trx, data._id)
  if (row.preview_number !== data.previewNo) return
  await changePreview(trx, data._id, { snoozed_until: data.until })
  await reschedule(trx, data, mails)
}

/** Stores whether a company gets review links. Without review links, the company gets no reminders, and queued reminders are cancelled. */
export async function applyReviewSettings(
  trx: Trx,
  { time, data }: ReceivedEvent<typeof ReviewSettingsChanged>,
  mails: ReviewMails,
): Promise<void> {
  const { ownerId, companyProfileId, reviewLinks } = data
  await lockReminders(trx, ownerId)
  await saveReviewSetting(trx, companyProfileId, reviewLinks, time)
  if (!reviewLinks) await revokeAllLinks(trx, ownerId)
  await reschedule(trx, data, mails)
}

/** Revokes the review links of an owner and of the owner's colleagues in the projections. */
async function revokeAllLinks(trx: Trx, ownerId: string): Promise<void> {
  await revokeLinks(trx, ownerId)
  await deleteLinksOfColleagues(trx, ownerId)
}

/** After an owner reset the password, marks the review links of the owner and of colleagues as revoked. */
export async function revokeLinksAfterReset(trx: Trx, { data }: ReceivedEvent<typeof PasswordChanged>, mails: ReviewMails): Promise<void> {
  await lockReminders(trx, data.userId)
  await revokeAllLinks(trx, data.userId)
  const [row] = await lockWaiting(trx, data.userId)
  if (row) await reschedule(trx, { ownerId: data.userId, companyProfileId: row.company_id }, mails)
}

/** Stores the profile, and computes the due times of reminders again, because the time zone may have changed. */
export async function applyProfile(
  trx: Trx,
  event: ReceivedEvent<typeof CompanyProfileSaved | typeof CompanyProfileState>,
  mails: ReviewMails,
): Promise<void> {
  const { ownerId, profile } = event.data
  await lockReminders(trx, ownerId)
  await applyCompanyEvent(trx, event)
  await reschedule(trx, { ownerId, companyProfileId: profile._id }, mails)
}

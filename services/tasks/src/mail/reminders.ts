import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import { type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import type { ColleagueRow } from '../colleagues/colleague.repository.ts'
import { isPostponed, listedPreviews } from '../reminders/listed-previews.ts'
import { postingAfter } from '../reminders/remind-admins.ts'
import { type CompanyReminder, findAdminsReminder, findCompanyReminder, storeListed } from '../reminders/reminder.repository.ts'
import { startOfSunday } from '../reminders/reminder-times.ts'
import { findSnoozes, findWaiting, type WaitingPreview } from '../reminders/waiting-preview.repository.ts'
import { hasBouncedAddress } from '../reviews/review-link.repository.ts'
import type { MailDeps } from './deps.ts'
import { findMailedColleague, findUsableLinks } from './recipient.repository.ts'
import { colleagueFields, invitationUrl, ownerFields, reviewUrl } from './review-recipient.ts'
import { postingSoon } from './templates/posting-soon.ts'
import { reminder as reminderMail } from './templates/reminder.ts'

/** Maximum number of previews that the email to the admins lists. */
const POSTING_LISTED_MAX = 50
/** Maximum number of previews that the email to the admins counts. */
const POSTING_COUNTED_MAX = 1_000

type Reader = { kind: 'owner'; id: string } | { kind: 'colleague'; id: string; colleague: ColleagueRow }

/** Returns the recipient of a reminder. Undefined for a person who must not get it. */
async function findReader(
  { db }: MailDeps,
  { companyId, ownerId, isOwnerConfirmed }: CompanyReminder,
  { kind, id }: MailRecipient,
): Promise<Reader | undefined> {
  if (kind === 'owner') return id === ownerId && isOwnerConfirmed && !(await hasBouncedAddress(db, id)) ? { kind, id } : undefined
  const colleague = kind === 'colleague' ? await findMailedColleague(db, id) : undefined
  return colleague?.companyId === companyId && colleague.may === 'decide' ? { kind: 'colleague', id, colleague } : undefined
}

/** A preview that a reminder lists, with the recipient's review link. Without a usable link, the owner decides in the portal. */
type Listed = WaitingPreview & { linkId: string | undefined }

/**
 * Returns the previews that wait for the recipient now. A colleague gets only previews with a usable link whose reminders the colleague has
 * not postponed.
 */
async function listedFor(
  { db, now }: MailDeps,
  { companyId, createdClock, firstTaskId }: CompanyReminder,
  { kind, id }: Reader,
  today: CalendarDate,
): Promise<Listed[]> {
  const previews = listedPreviews(await findWaiting(db, companyId, createdClock), { today, firstTaskId })
  const links = await findUsableLinks(
    db,
    { kind, id, now: now() },
    previews.map(({ _id, previewNo }) => ({ taskId: _id, previewNo })),
  )
  const listed = previews.map((preview) => ({ ...preview, linkId: links.get(preview._id) }))
  if (kind === 'owner') return listed
  const snoozes = await findSnoozes(
    db,
    id,
    previews.map(({ _id }) => _id),
  )
  return listed.filter(({ _id, linkId }) => linkId !== undefined && !isPostponed(snoozes.get(_id) ?? null, today))
}

/**
 * The reminder to an owner or a colleague about previews that wait for a decision. Obsolete when none waits any more, when the company has
 * a newer reminder, and when a Sunday has begun. Stores what the email lists, so that the sent reminder can be counted.
 */
export const composeReminder =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const reminder = await findCompanyReminder(deps.db, about)
    if (!reminder || reminder.isReplaced || !reminder.reviewLinks) return 'obsolete'
    const [timeZone, now] = [timeZoneOf(reminder), deps.now()]
    if (now >= startOfSunday(reminder.day, timeZone)) return 'obsolete'
    const reader = await findReader(deps, reminder, recipient)
    const listed = reader ? await listedFor(deps, reminder, reader, todayIn(timeZone, now)) : []
    const [first, ...others] = listed.map((preview) => ({ ...preview, url: reviewUrl(deps, preview.linkId, preview) }))
    if (!reader || !first) return 'obsolete'
    const stored = listed.map(({ _id, previewNo, linkId }) => ({ taskId: _id, previewNo, ...(linkId && { reviewLinkId: linkId }) }))
    await inTransaction(deps.db, (trx) => storeListed(trx, about, reader.id, stored))
    const isToOwner = reader.kind === 'owner'
    return {
      ...reminderMail(
        [first, ...others],
        isToOwner ? { portalUrl: `${deps.origin}/management` } : { leaveUrl: invitationUrl(deps, reader.id) },
      ),
      // A reminder of one task belongs to the thread of this task, all other reminders of a recipient to one thread.
      threadId: others.length > 0 ? reader.id : first._id,
      ...(isToOwner ? ownerFields(first.linkId) : colleagueFields(deps, reader.colleague, first.linkId)),
      isTracked: true,
    }
  }

/** The email to an admin about previews that wait for a decision on the last working day before their posting dates. */
export const composePostingSoon =
  ({ db, timeZone, origin }: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const day = recipient.kind === 'admin' ? await findAdminsReminder(db, about) : undefined
    const previews = day === undefined ? [] : await postingAfter(db, day, timeZone, POSTING_COUNTED_MAX)
    const [first, ...others] = previews
    if (!first) return 'obsolete'
    const more = Math.max(0, previews.length - POSTING_LISTED_MAX)
    return postingSoon([first, ...others.slice(0, POSTING_LISTED_MAX - 1)], more, origin)
  }

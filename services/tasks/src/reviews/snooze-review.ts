import { refusedField } from '@app/chassis/http/errors.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import type { TasksDeps } from '../deps.ts'
import { snoozeDays } from './snooze-days.ts'
import { requireOpenLink, reviewAfter, withLockedReview } from './with-review.ts'

/**
 * Postpones the reminders about a preview. No reminder is sent before the day that the recipient of the review link has chosen. Throws 422
 * if this day cannot be chosen.
 */
export function snoozeReview(deps: TasksDeps, token: string, until: string): Promise<Review> {
  return withLockedReview(deps, token, async (trx, subject) => {
    const { link, task, company } = subject
    await requireOpenLink(trx, deps, subject)
    const days = snoozeDays(todayIn(company.timeZone, deps.now()), calendarDateOf(task))
    if (!days.includes(until)) throw refusedField('until', 'Please choose one of the days on the page.')
    await trx.updateTable('review_link').set({ snoozed_until: until }).where('id', '=', link.id).execute()
    return reviewAfter(trx, deps, { link: { ...link, snoozedUntil: until }, company }, task)
  })
}

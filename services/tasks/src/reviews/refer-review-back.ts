import { refusedField } from '@app/chassis/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { referReviewBack as contract, Review } from '@app/contracts/http/reviews.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import type { TasksDeps } from '../deps.ts'
import { newEntry, referBack } from '../tasks/refer-back.ts'
import { stateOf } from './review-state.ts'
import { removedReview } from './to-review.ts'
import { findSubject, linkIdOf, refuseEnded, requireOpen, reviewAfter, reviewEnded, withLockedReview } from './with-review.ts'

/** Refers the preview of a link back. The task is Pending, so the feedback is the first about this preview. */
export function referReviewBack(deps: TasksDeps, token: string, { fields, files }: ReceivedForm<typeof contract>): Promise<Review> {
  const { previewNo, feedback = '' } = fields
  if (!feedback.trim()) throw refusedField('feedback', FEEDBACK_REQUIRED)
  return withLockedReview(deps, token, async (trx, subject) => {
    await requireOpen(trx, deps, subject, Number(previewNo))
    const { link, task } = subject
    const entry = newEntry(deps, task, feedback, files.clientSuggestImage?.key)
    const decider = { channel: 'review-link', link, signs: [] } as const
    return reviewAfter(trx, deps, subject, await referBack(trx, deps, task, task.rollbackFeedback, entry, decider))
  })
}

/** Throws before the form is received, if the token is invalid or the link has ended. */
export async function refuseReferral(deps: TasksDeps, token: string): Promise<void> {
  const id = linkIdOf(deps, token)
  const subject = await findSubject(deps, id)
  if (!subject) throw reviewEnded(removedReview(id))
  if (stateOf(subject, deps.now()) !== 'open') await refuseEnded(deps.db, deps, subject)
}

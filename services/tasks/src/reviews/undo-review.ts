import { refusedField } from '@app/chassis/errors.ts'
import type { undoReview as contract, Review } from '@app/contracts/http/reviews.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { withdrawApproval } from '../tasks/withdraw-approval.ts'
import { isApproved } from './review-state.ts'
import { refuseEnded, requireDecided, requireDecider, requirePreviewOfLink, reviewAfter, withLockedReview } from './with-review.ts'

const REASON_REQUIRED = 'Please tell us why you want to undo the approval.'

/** Withdraws the approval of the preview of a link. */
export function undoReview(deps: TasksDeps, token: string, undo: Type.Static<typeof contract.schema.body>): Promise<Review> {
  const reason = undo.reason.trim()
  return withLockedReview(deps, token, async (trx, subject) => {
    if (isBlank(reason)) throw refusedField('reason', REASON_REQUIRED)
    await requireDecided(trx, deps, subject)
    if (!isApproved(subject, deps.now())) await refuseEnded(trx, deps, subject)
    requireDecider(subject.link)
    await requirePreviewOfLink(trx, deps, subject, undo.previewNo)
    const decider = { channel: 'review-link', link: subject.link, signs: [] } as const
    return reviewAfter(trx, deps, subject, await withdrawApproval(trx, deps, subject.task, decider, reason))
  })
}

import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import { office } from '@app/contracts/brand-office.ts'
import type { undoReview as contract, Review } from '@app/contracts/http/reviews.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { UNDOS_MAX } from '@app/contracts/rules/reviews.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { withdrawApproval } from '../tasks/withdraw-approval.ts'
import { isApproved } from './review-state.ts'
import { toReview, undosLeftOf } from './to-review.ts'
import { refuseEnded, requireDecided, requireDecider, requirePreviewOfLink, reviewAfter, withLockedReview } from './with-review.ts'

const REASON_REQUIRED = 'Please tell us why you want to undo the approval.'

const LIMIT = `This approval was undone ${UNDOS_MAX} times with your link.`
const NEXT = {
  owner: `To undo it again, please sign in, or call us: ${office.phone}.`,
  colleague: `To undo it again, please ask the owner of the company, or call us: ${office.phone}.`,
} as const

/** Withdraws the approval of the preview of a link. Throws 409 if the recipient has already done so three times. */
export function undoReview(deps: TasksDeps, token: string, undo: Type.Static<typeof contract.schema.body>): Promise<Review> {
  const reason = undo.reason.trim()
  return withLockedReview(deps, token, async (trx, subject) => {
    if (isBlank(reason)) throw refusedField('reason', REASON_REQUIRED)
    await requireDecided(trx, deps, subject)
    if (!isApproved(subject, deps.now())) await refuseEnded(trx, deps, subject)
    requireDecider(subject.link)
    await requirePreviewOfLink(trx, deps, subject, undo.previewNo)
    if ((await undosLeftOf(trx, subject)) === 0)
      throw new AppError('undo-limit', 'conflict', `${LIMIT} ${NEXT[subject.link.recipientKind]}`, {
        extensions: { review: await toReview(trx, deps, subject) },
      })
    const decider = { channel: 'review-link', link: subject.link, signs: [] } as const
    return reviewAfter(trx, deps, subject, await withdrawApproval(trx, deps, subject.task, decider, reason))
  })
}

import type { approveReview as contract, Review } from '@app/contracts/http/reviews.ts'
import type * as Type from 'typebox'
import { signsOf } from '../decisions/signs.ts'
import type { TasksDeps } from '../deps.ts'
import { approve } from '../tasks/approve.ts'
import { hasSeveralClients } from './review-open.repository.ts'
import { requireOpen, reviewAfter, withLockedReview } from './with-review.ts'

type Approval = Type.Static<typeof contract.schema.body>

/** Approves the preview of a link. With signs of a machine, the approval must be confirmed before the task is posted. */
export function approveReview(deps: TasksDeps, token: string, { previewNo, interaction }: Approval, userAgent: string): Promise<Review> {
  return withLockedReview(deps, token, async (trx, subject) => {
    await requireOpen(trx, deps, subject, previewNo)
    const { link, task } = subject
    const signs = signsOf({
      isEarly: link.isEarly,
      hasSeveralClients: await hasSeveralClients(trx, link.id),
      userAgent,
      interaction,
    })
    return reviewAfter(trx, deps, subject, await approve(trx, deps, task, { channel: 'review-link', link, signs }))
  })
}

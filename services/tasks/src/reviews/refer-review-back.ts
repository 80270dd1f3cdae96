import { refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { referReviewBack as contract } from '@app/contracts/http/reviews.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import type { Interaction } from '../decisions/bot-signals.ts'
import type { TasksDeps } from '../deps.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { newEntry, referBack } from '../tasks/refer-back.ts'
import { decideInBrowser } from './admit-browser.ts'
import { botSignalsOfClient, type Client } from './bot-signals-of-client.ts'
import { withNext } from './next-review.ts'
import { type ReviewSubject, stateOf } from './review-state.ts'
import { removedReview } from './to-review.ts'
import { findSubject, linkIdOf, refuseEnded, requireDecider, requirePreviewOfLink, reviewAfter, reviewEnded } from './with-review.ts'

type Fields = ReceivedForm<typeof contract>['fields']

const interactionIn = ({ pointerOrKey, heldMs, automated }: Fields): Interaction | undefined =>
  heldMs === undefined ? undefined : { pointerOrKey: pointerOrKey === 'true', heldMs: Number(heldMs), automated: automated === 'true' }

/**
 * Refers the preview of a link back. Because the task is Pending, this is the first feedback on the preview. If there are signs of a
 * machine, the feedback is still stored, because it may come from a person.
 */
export async function referReviewBack(
  deps: TasksDeps,
  token: string,
  { fields, acceptFiles }: ReceivedForm<typeof contract>,
  client: Client,
): ReturnType<typeof decideInBrowser> {
  const { previewNo, feedback = '', code } = fields
  if (isBlank(feedback)) throw refusedField('feedback', FEEDBACK_REQUIRED)
  await requirePreviewOfLink(deps.db, deps, await refuseReferral(deps, token), Number(previewNo))
  const { clientSuggestImage: picture } = await acceptFiles()
  return decideInBrowser(deps, token, Number(previewNo), { ...client, code }, async (trx, subject) => {
    const { link, task } = subject
    if (picture) await requireQuota(trx, task.companyProfileId, { file: { stored: picture, field: 'clientSuggestImage' } })
    const entry = newEntry(deps, task, feedback, picture?.key)
    const signs = await botSignalsOfClient(trx, deps, link, client, interactionIn(fields))
    const decider = { channel: 'review-link', link, signs } as const
    const referredBack = await referBack(trx, deps, task, task.rollbackFeedback, entry, decider)
    return withNext(trx, deps, subject, signs, await reviewAfter(trx, deps, subject, referredBack))
  })
}

/**
 * Called before the form is received, and before its picture is processed. Throws 404 if the token is invalid, 410 if the state of the link
 * is not `open`, and 403 if the recipient may only look.
 */
export async function refuseReferral(deps: TasksDeps, token: string): Promise<ReviewSubject> {
  const id = linkIdOf(deps, token)
  const subject = await findSubject(deps, id)
  if (!subject) throw reviewEnded(removedReview(id))
  if (stateOf(subject, deps.now()) !== 'open') await refuseEnded(deps.db, deps, subject)
  requireDecider(subject.link)
  return subject
}

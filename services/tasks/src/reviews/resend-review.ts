import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { TasksDeps } from '../deps.ts'
import { issueLinkAgain } from './issue-links.ts'
import { publishLinks } from './publish-links.ts'
import { canResend } from './review-state.ts'
import { refuseEnded, withLockedReview } from './with-review.ts'

/** Limit of new review links that a recipient can request for one task. */
const LIMIT_OF_TASK = { count: 3, seconds: 3_600 }
/**
 * Limit of new review links that a recipient can request for all tasks together. Mail scanners press the button on the pages of old links,
 * and so use up the limit of one task. The recipient must still be able to request links for other tasks. Therefore this limit is higher
 * than `LIMIT_OF_TASK`.
 */
const LIMIT_OF_RECIPIENT = { count: 20, seconds: 3_600 }

/**
 * Requests an email with a new review link for the current preview. `token` belongs to an old link, which has expired or whose preview was
 * replaced. The email goes to the recipient of the old link.
 */
export function resendReview(deps: TasksDeps, token: string): Promise<{ message: string }> {
  return withLockedReview(deps, token, async (trx, subject) => {
    const { link, task } = subject
    if (task.previewNo === null || !canResend(subject, deps.now())) return refuseEnded(trx, deps, subject)
    const key = `review-resend:${link.recipientId}`
    await consumeLimit(trx, { key: `${key}:${task._id}`, limit: LIMIT_OF_TASK, now: new Date() })
    await consumeLimit(trx, { key, limit: LIMIT_OF_RECIPIENT, now: new Date() })
    const issued = await issueLinkAgain(trx, deps, task, task.previewNo, link)
    if (!issued) return refuseEnded(trx, deps, subject)
    await publishLinks(trx, task, task.previewNo, [issued])
    return { message: `We sent a new link to ${maskEmail(link.email)}.` }
  })
}

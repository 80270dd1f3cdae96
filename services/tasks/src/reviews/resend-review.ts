import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReviewLinkRequested } from '@app/contracts/events/tasks.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { TasksDeps } from '../deps.ts'
import { previewData } from '../previews/preview-content.ts'
import { issueLinks } from './issue-links.ts'
import { canResend } from './review-state.ts'
import { refuseEnded, withLockedReview } from './with-review.ts'

/** Limit of new review links that a recipient can request for one task. */
const LIMIT_OF_TASK = { count: 3, seconds: 3_600 }
/**
 * Limit of new review links that a recipient can request for all tasks together. The limit is higher than `LIMIT_OF_TASK`, because mail
 * scanners press the button of old links: scanned links of one task must not prevent new links for the recipient's other tasks.
 */
const LIMIT_OF_RECIPIENT = { count: 20, seconds: 3_600 }

/** Sends a link to the current preview to the recipient of a link that expired or whose preview was replaced. */
export function resendReview(deps: TasksDeps, token: string): Promise<{ message: string }> {
  return withLockedReview(deps, token, async (trx, subject) => {
    const { link, task } = subject
    if (task.previewNo === null || !canResend(subject, deps.now())) return refuseEnded(trx, deps, subject)
    const key = `review-resend:${link.recipientId}`
    await consumeLimit(trx, { key: `${key}:${task._id}`, limit: LIMIT_OF_TASK, now: new Date() })
    await consumeLimit(trx, { key, limit: LIMIT_OF_RECIPIENT, now: new Date() })
    const data = await previewData(trx, task, deps.store.publicUrl, await issueLinks(trx, deps, task, task.previewNo))
    await addEvent(trx, ReviewLinkRequested, { aggregateId: task._id, version: task.version, data })
    return { message: `We sent a new link to ${maskEmail(link.email)}.` }
  })
}

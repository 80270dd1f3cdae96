import type { ReviewState } from '@app/contracts/rules/reviews.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import type { ReviewCompany } from './review-company.repository.ts'
import type { ReviewLink } from './review-link.repository.ts'

/** A link with its task and company. */
export interface ReviewSubject {
  link: ReviewLink
  task: TaskRow
  company: ReviewCompany
}

export const isExpired = ({ expiresAt }: ReviewLink, now: Date): boolean => Date.parse(expiresAt) <= now.getTime()

/** Computes the state of a link from its task and its company. The state is not stored, so it always agrees with the task. */
export function stateOf({ link, task, company }: ReviewSubject, now: Date): Exclude<ReviewState, 'removed'> {
  if (link.isRevoked || !company.reviewLinks) return 'revoked'
  if (link.isWithdrawn) return 'withdrawn'
  if (link.previewNo !== task.previewNo) return 'replaced'
  if (!canReview(task)) return 'decided'
  return isExpired(link, now) ? 'expired' : 'open'
}

/** Whether the recipient of a link that can no longer be used can get a new link. */
export const canResend = (subject: ReviewSubject, now: Date): boolean =>
  ['expired', 'replaced', 'withdrawn'].includes(stateOf(subject, now)) &&
  subject.company.isOwnerConfirmed &&
  subject.task.previewNo !== null &&
  canReview(subject.task)

/** Whether the approval can be withdrawn or confirmed through a link. */
export const isApproved = (subject: ReviewSubject, now: Date): boolean =>
  stateOf(subject, now) === 'decided' && subject.task.currentStatus === 'Approved' && !isExpired(subject.link, now)

/** Whether the recipient of a link can withdraw the approval, unless the recipient has done so too often. */
export const isUndoable = (subject: ReviewSubject, now: Date): boolean => subject.link.may === 'decide' && isApproved(subject, now)

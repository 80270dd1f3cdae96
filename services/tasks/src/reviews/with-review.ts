import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import type { ReviewState } from '@app/contracts/rules/reviews.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { findTask, type LockedTask, lockTask } from '../tasks/task.repository.ts'
import { lockOwnerAddressShared } from './owner-address.repository.ts'
import { findReviewCompany } from './review-company.repository.ts'
import { findLink, type ReviewLink } from './review-link.repository.ts'
import { type ReviewSubject, stateOf } from './review-state.ts'
import { removedReview, toReview } from './to-review.ts'

const endings: Readonly<Record<ReviewState, string>> = {
  open: 'This link still works.',
  decided: 'This preview was already approved or referred back.',
  replaced: 'A newer preview is ready.',
  withdrawn: 'This preview was withdrawn.',
  expired: 'This link has expired.',
  revoked: 'This link no longer works.',
  removed: 'This task has been removed.',
}

const reviewNotFound = (): AppError => new AppError('review-not-found', 'not-found', 'This link is not valid.')

export const reviewEnded = (review: Review): AppError =>
  new AppError('review-ended', 'gone', endings[review.state], { extensions: { review } })

/** Returns the id in a token. Throws 404 if the token is invalid. */
export function linkIdOf({ reviewKeys }: TasksDeps, token: string): string {
  const id = reviewKeys.linkIdOf(token)
  if (!id) throw reviewNotFound()
  return id
}

/** Returns a link with its task and company, without locks. Undefined if the task was removed. */
export async function findSubject(deps: TasksDeps, linkId: string): Promise<ReviewSubject | undefined> {
  const link = await findLink(deps.db, linkId)
  const task = link && (await findTask(deps.db, link.taskId, undefined))
  return task && { link, task, company: await findReviewCompany(deps.db, task.companyProfileId) }
}

/** Throws 410. The error contains the review, which shows why the link can no longer be used. */
export async function refuseEnded(db: Kysely<Tables>, deps: TasksDeps, subject: ReviewSubject): Promise<never> {
  throw reviewEnded(await toReview(db, deps, subject))
}

/** A review link with its task and company. Until commit, the task is locked, and the link cannot be revoked. */
export interface LockedSubject extends ReviewSubject {
  task: LockedTask
}

/**
 * Runs a change in a transaction that locks the task and prevents a revocation of the link. Throws 404 for an invalid token, and 410 if the
 * task was removed.
 */
export function withLockedReview<T>(
  deps: TasksDeps,
  token: string,
  change: (trx: Transaction<Tables>, subject: LockedSubject) => Promise<T>,
): Promise<T> {
  const id = linkIdOf(deps, token)
  return inTransaction(
    deps.db,
    async (trx) => {
      const found = await findLink(trx, id)
      const task = found && (await lockTask(trx, found.taskId, undefined))
      if (!task) throw reviewEnded(removedReview(id))
      await lockOwnerAddressShared(trx, task.ownerId)
      // Reads the link again, because another transaction may have changed it before the locks.
      const link = await findLink(trx, id)
      if (!link) throw reviewEnded(removedReview(id))
      return change(trx, { link, task, company: await findReviewCompany(trx, task.companyProfileId) })
    },
    { row: `review ${id}` },
  )
}

/** Throws 403 if the recipient of the link may only look. */
export function requireDecider({ may }: ReviewLink): void {
  if (may === 'look') throw new AppError('look-only', 'forbidden', 'You can look at this preview, but you can’t decide on it.')
}

/**
 * Throws 410 if the state of the link is not `open`. Throws 403 if the recipient may only look: the recipient cannot decide, write notes or
 * postpone reminders.
 */
export async function requireOpenLink(trx: Transaction<Tables>, deps: TasksDeps, subject: LockedSubject): Promise<void> {
  if (stateOf(subject, deps.now()) !== 'open') await refuseEnded(trx, deps, subject)
  requireDecider(subject.link)
}

/**
 * Throws 410 if the state of the link is not `open`. Throws 403 if the recipient may only look, and 409 if the recipient saw another
 * preview (`previewNo`).
 */
export async function requireOpen(trx: Transaction<Tables>, deps: TasksDeps, subject: LockedSubject, previewNo: number): Promise<void> {
  await requireOpenLink(trx, deps, subject)
  await requirePreviewOfLink(trx, deps, subject, previewNo)
}

/** Throws 409 with the current review. */
async function refuseNow(db: Kysely<Tables>, deps: TasksDeps, subject: ReviewSubject, code: string, message: string): Promise<never> {
  throw new AppError(code, 'conflict', message, { extensions: { review: await toReview(db, deps, subject) } })
}

/** Throws 409 if no decision about the preview of the link has been made. Then there is nothing to withdraw or to confirm. */
export async function requireDecided(trx: Transaction<Tables>, deps: TasksDeps, subject: LockedSubject): Promise<void> {
  if (stateOf(subject, deps.now()) === 'open') await refuseNow(trx, deps, subject, 'not-approved', 'This preview is not approved.')
}

/** Throws 409 if the recipient saw another preview (`previewNo`) than the preview of the link. */
export async function requirePreviewOfLink(db: Kysely<Tables>, deps: TasksDeps, subject: ReviewSubject, previewNo: number): Promise<void> {
  if (previewNo !== subject.link.previewNo)
    await refuseNow(db, deps, subject, 'preview-replaced', 'The preview has changed. Please look at the new one first.')
}

/** Returns the response after a change of the task. */
export const reviewAfter = (
  trx: Transaction<Tables>,
  deps: TasksDeps,
  { link, company }: { link: ReviewLink; company: ReviewSubject['company'] },
  task: LockedTask,
): Promise<Review> => toReview(trx, deps, { link, company, task })

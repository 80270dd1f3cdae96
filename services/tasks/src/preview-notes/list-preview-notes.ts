import type { Caller } from '@app/chassis/http/auth.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { TasksDeps } from '../deps.ts'
import { isExpired, stateOf } from '../reviews/review-state.ts'
import { removedReview } from '../reviews/to-review.ts'
import { findSubject, linkIdOf, refuseEnded, reviewEnded } from '../reviews/with-review.ts'
import { requireTask } from '../tasks/with-locked-task.ts'
import { participantOf, participantWithLink } from './participant.ts'
import { findNotes } from './preview-note.repository.ts'
import { toPreviewNotes } from './to-preview-note.ts'

interface Page {
  limit: number
  /** The id of the last note of the previous page. */
  after: string | undefined
  /** Only notes on this preview are listed. */
  previewId: string | undefined
}

/** Lists the notes on a task's previews that the caller may see, oldest first. Throws 404 if the caller may not see the task. */
export async function listPreviewNotes(deps: TasksDeps, caller: Caller, ref: string, page: Page): Promise<PreviewNote[]> {
  const task = await requireTask(deps, caller, ref)
  const rows = await findNotes(deps.db, task._id, { ...page, isForTeam: caller.role === 'admin' })
  return toPreviewNotes(deps.db, deps, rows, participantOf(caller))
}

/**
 * Lists the notes on the preview of a review link and on earlier previews, oldest first. Throws 410 if the task was removed, or if the link
 * is revoked or expired, or its preview withdrawn. A link whose preview is decided or replaced still shows the notes.
 */
export async function listReviewNotes(deps: TasksDeps, token: string, page: Page): Promise<PreviewNote[]> {
  const id = linkIdOf(deps, token)
  const subject = await findSubject(deps, id)
  if (!subject) throw reviewEnded(removedReview(id))
  const { link, task } = subject
  const now = deps.now()
  const state = stateOf(subject, now)
  if (state === 'revoked' || state === 'withdrawn' || isExpired(link, now)) await refuseEnded(deps.db, deps, subject)
  const rows = await findNotes(deps.db, task._id, { ...page, isForTeam: false, upTo: link.previewNo })
  return toPreviewNotes(deps.db, deps, rows, participantWithLink(link))
}

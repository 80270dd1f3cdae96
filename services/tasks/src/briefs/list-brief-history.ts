import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { BriefState } from '@app/contracts/http/task-changes.ts'
import type { TasksDeps } from '../deps.ts'
import { findTask } from '../tasks/task.repository.ts'
import { taskNotFound } from '../tasks/with-locked-task.ts'
import { wholeBrief } from './brief-values.ts'
import { type BriefVersionRow, findStates } from './brief-version.repository.ts'

const toState = (row: BriefVersionRow, isForTeam: boolean): BriefState => ({
  ...wholeBrief(row.brief),
  number: row.number,
  changedAt: row.changed_at,
  changedByRole: row.changed_by_role,
  ...(isForTeam && { changedBy: row.changed_by }),
  changed: row.changed,
  previewNo: row.preview_number,
  targetPostingDate: row.target_posting_date,
  targetPostingTime: row.target_posting_time,
  submissionForReview: row.submission_for_review,
  hasReferenceImage: row.has_reference_image,
})

/** Lists the states of a task's brief, newest first. Only admins get the ids of users. Throws 404 if there is no such task. */
export async function listBriefHistory(
  { db }: TasksDeps,
  caller: Caller,
  ref: string,
  page: { limit: number; before?: number; number?: number },
): Promise<BriefState[]> {
  const task = await findTask(db, ref, ownerIdOf(caller))
  if (!task) throw taskNotFound()
  const rows = await findStates(db, task._id, page)
  return rows.map((row) => toState(row, caller.role === 'admin'))
}

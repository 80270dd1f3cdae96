import type { Role } from '@app/contracts/http/session.ts'
import type { BriefPart } from '@app/contracts/rules/brief.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { type BriefValues, textsAndPlatforms } from './brief-values.ts'

export type BriefVersionRow = Omit<Selectable<Tables['brief_version']>, 'task_id'>

const stateColumns = (values: BriefValues) => ({
  brief: JSON.stringify(textsAndPlatforms(values)),
  target_posting_date: values.targetPostingDate,
  target_posting_time: values.targetPostingTime,
  submission_for_review: values.submissionForReview,
  has_reference_image: values.referenceImage !== null,
})

/** Stores the brief with which a task was created as its first state. */
export async function insertFirstState(trx: Transaction<Tables>, task: LockedTask): Promise<void> {
  const { brief, target_posting_date, target_posting_time, submission_for_review, has_reference_image } = stateColumns(task)
  await sql`
    insert into brief_version (task_id, number, changed_at, changed_by, changed_by_role, changed, brief, target_posting_date,
      target_posting_time, submission_for_review, has_reference_image)
    select id, 1, created_at, case when created_by = 'owner' then ${task.ownerId}::uuid end, created_by, '{}', ${brief}::jsonb,
      ${target_posting_date}::date, ${target_posting_time}::text, ${submission_for_review}::date, ${has_reference_image}
    from task where id = ${task._id}`.execute(trx)
}

interface ChangeOfBrief {
  changedBy: { id: string; role: Role }
  changed: BriefPart[]
}

/** Stores the current brief of a task as the newest state. */
export async function insertState(trx: Transaction<Tables>, task: LockedTask, { changedBy, changed }: ChangeOfBrief): Promise<void> {
  await trx
    .insertInto('brief_version')
    .values({
      task_id: task._id,
      number: task.briefVersion,
      changed_by: changedBy.id,
      changed_by_role: changedBy.role,
      changed,
      preview_number: task.previewNo,
      ...stateColumns(task),
    })
    .execute()
}

interface StatePage {
  limit: number
  /** Only states with a lower number are in the page. */
  before?: number | undefined
  /** Only the state with this number is in the page. */
  number?: number | undefined
}

/** Returns states of a task's brief, newest first. */
export function findStates(db: Kysely<Tables>, taskId: string, { limit, before, number }: StatePage): Promise<BriefVersionRow[]> {
  return db
    .selectFrom('brief_version')
    .select(['number', 'changed_at', 'changed_by', 'changed_by_role', 'changed', 'preview_number', 'brief'])
    .select(['target_posting_date', 'target_posting_time', 'submission_for_review', 'has_reference_image'])
    .where('task_id', '=', taskId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

import type { BoardTask, TaskCard } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addressOf } from '../tasks/task-row.ts'

/** What a card shows, under the contract's names; its picture is still a key. */
const cardColumns = sql`
  task.id as "_id", task.task_id as "taskId", task.company_id as "companyProfileId", task.title, task.status as "currentStatus",
  task.target_posting_date as "targetPostingDate", task.submission_for_review as "submissionForReview",
  task.done_task_image as "doneTaskImage",
  task.done_task_image is not null and task.rollbacks -> -1 ->> 'doneTaskImage' is distinct from task.done_task_image as "hasFreshPreview",
  task.is_recurring as "isRecurring", task.recurrence_type as "recurrenceType", task.recurrence_start_date as "recurrenceStartDate",
  task.recurrence_end_date as "recurrenceEndDate", task.weekly_day_of_week as "weeklyDayOfWeek", task.monthly_week as "monthlyWeek",
  task.monthly_day_of_week as "monthlyDayOfWeek", task.version`

/** A card as it is answered: its picture by its address. */
export const withAddress = <Card extends TaskCard>(card: Card, publicUrl: (key: string) => string): Card => ({
  ...card,
  doneTaskImage: addressOf(card.doneTaskImage, publicUrl),
})

/** The cards of tasks, by their numbers. */
export async function selectCards(db: Kysely<Tables>, taskIds: readonly number[]): Promise<BoardTask[]> {
  const { rows } = await sql<BoardTask>`
    select ${cardColumns}, company.name as "companyName" from task join company on company.id = task.company_id
    where task.task_id = any (${taskIds}::bigint[])`.execute(db)
  return rows
}

/** A company's strip, in its order. */
const STRIP: readonly TaskStatus[] = ['Pending', 'Roll Back', 'Approved']

/** The first cards of each company's strip. One statement, which reads no more entries of an index for a company than thrice as many. */
export async function selectStrips(db: Kysely<Tables>, companyIds: readonly string[], most: number): Promise<TaskCard[]> {
  const ofStatus = STRIP.map(
    (status, place) => sql`(
      select ${sql.lit(place)} as place, task_id from task
      where company_id = asked.id and status = ${sql.lit(status)} order by task_id desc limit ${most})`,
  )
  const { rows } = await sql<TaskCard>`
    select ${cardColumns} from unnest(${companyIds}::uuid[]) as asked (id)
    cross join lateral (${sql.join(ofStatus, sql` union all `)} order by place, task_id desc limit ${most}) as strip
    join task on task.task_id = strip.task_id
    order by place, strip.task_id desc`.execute(db)
  return rows
}

import { type BoardTask, TaskCard } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { StoredThumbnail, Tables } from '../db/tables.ts'
import { selectionText, storedFields } from '../db/task-columns.ts'
import { openFindings } from '../proofreading/count-open-findings.ts'
import { thumbnailUrlOf, urlOf } from '../tasks/task-row.ts'

const cardFields = storedFields.filter((field) => field in TaskCard.properties)

const cardColumns = sql`
  ${selectionText(cardFields)},
  task.done_task_image is not null and task.rollbacks -> -1 ->> 'doneTaskImage' is distinct from task.done_task_image as "hasFreshPreview",
  ${openFindings} as "openFindings"`

/** A selected card. Pictures are keys of files in the file store. */
type RowOf<Card extends TaskCard> = Omit<Card, 'doneTaskThumbnail'> & { doneTaskThumbnail: StoredThumbnail | null }

export const withImageUrls = <Row extends RowOf<TaskCard>>(card: Row, publicUrl: (key: string) => string) => ({
  ...card,
  doneTaskImage: urlOf(card.doneTaskImage, publicUrl),
  doneTaskThumbnail: thumbnailUrlOf(card.doneTaskThumbnail, publicUrl),
})

export async function selectCards(db: Kysely<Tables>, taskIds: readonly number[]): Promise<RowOf<BoardTask>[]> {
  const { rows } = await sql<RowOf<BoardTask>>`
    select ${cardColumns}, company.name as "companyName", coalesce(company.profile ->> 'timeZone', '') as "timeZone"
    from task join company on company.id = task.company_id
    where task.task_id = any (${taskIds}::bigint[])`.execute(db)
  return rows
}

/** Statuses whose tasks are shown as cards of a company, in the order of the cards. */
const STRIP: readonly TaskStatus[] = ['Pending', 'Roll Back', 'Approved']

/** Selects the first `max` cards of each company. Reads at most `3 * max` index entries per company. */
export async function selectStrips(db: Kysely<Tables>, companyIds: readonly string[], max: number): Promise<RowOf<TaskCard>[]> {
  const ofStatus = STRIP.map(
    (status, place) => sql`(
      select ${sql.lit(place)} as place, task_id from task
      where company_id = company.id and status = ${sql.lit(status)} order by task_id desc limit ${max})`,
  )
  const { rows } = await sql<RowOf<TaskCard>>`
    select ${cardColumns} from unnest(${companyIds}::uuid[]) as company (id)
    cross join lateral (${sql.join(ofStatus, sql` union all `)} order by place, task_id desc limit ${max}) as strip
    join task on task.task_id = strip.task_id
    order by place, strip.task_id desc`.execute(db)
  return rows
}

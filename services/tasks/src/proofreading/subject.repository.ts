import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { EarlierPicture } from '@app/proofreading/types.ts'
import { type Kysely, sql } from 'kysely'
import { calendarDay } from '../calendar/calendar-day.ts'
import type { Tables } from '../db/tables.ts'

/** Maximum number of approved captions whose words count as known. */
const TEXTS_MAX = 50
const PICTURES_MAX = 500
const PICTURES_DAYS = 365

/** A task, and the company to which it belongs. */
interface TaskOfCompany {
  taskId: string
  companyId: string
}

/** Returns the captions that a company has approved for other tasks, those of the newest tasks first. */
export async function findApprovedCaptions(db: Kysely<Tables>, { taskId, companyId }: TaskOfCompany): Promise<string[]> {
  const { rows } = await sql<{ caption: string }>`
    select caption from task join preview on preview.task_id = task.id and preview.number = task.approved_preview_number
    where company_id = ${companyId} and task.id <> ${taskId} and caption <> '' order by task.task_id desc limit ${TEXTS_MAX}`.execute(db)
  return rows.map(({ caption }) => caption)
}

/** Returns the pictures of a company's other tasks that were posted within the last 12 months, newest first. */
export async function findPostedPictures(
  db: Kysely<Tables>,
  { taskId, companyId }: TaskOfCompany,
  today: CalendarDate,
): Promise<EarlierPicture[]> {
  const { rows } = await sql<EarlierPicture>`
    select hash, words, title, posted_on as "postedOn"
    from task join preview on preview.task_id = task.id and preview.number = task.preview_number
      join picture_memory on picture_memory.preview_id = preview.id
    where company_id = ${companyId} and task.id <> ${taskId} and status = 'Posted'
      and ${calendarDay} >= ${addDays(today, -PICTURES_DAYS)}
    order by ${calendarDay} desc limit ${PICTURES_MAX}`.execute(db)
  return rows
}

/** Replaces what the checks of later previews compare with the pictures of a preview. */
export async function replacePictures(
  db: Kysely<Tables>,
  previewId: string,
  pictures: readonly Pick<EarlierPicture, 'hash' | 'words'>[],
): Promise<void> {
  await db.deleteFrom('picture_memory').where('preview_id', '=', previewId).execute()
  if (pictures.length === 0) return
  const rows = pictures.map(({ hash, words }) => ({ preview_id: previewId, hash, words }))
  await db.insertInto('picture_memory').values(rows).execute()
}

import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { formatTimeWithZone } from '@app/contracts/format/times.ts'
import { plannedDateOf } from '@app/contracts/rules/calendar.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { taskSelection } from '../db/task-columns.ts'
import { type TaskRow, urlOf } from '../tasks/task-row.ts'
import type { MailedTask } from './templates/task-facts.ts'

/** A task with the facts about its company that decide who gets emails about it, and what these emails contain. */
export interface MailedRow extends TaskRow {
  companyName: string
  ownerId: string
  /** Whether the owner confirmed the email address. */
  isOwnerConfirmed: boolean
  /** Time zone in the profile of the company. */
  timeZone: string
}

const rows = (db: Kysely<Tables>) =>
  db
    .selectFrom('task')
    .innerJoin('company', 'company.id', 'task.company_id')
    .leftJoin('owner_address', 'owner_address.owner_id', 'company.owner_id')
    .select(taskSelection)
    .select(['company.name as companyName', 'company.owner_id as ownerId'])
    .select(sql<boolean>`coalesce(is_confirmed, false)`.as('isOwnerConfirmed'))
    .select(sql<string>`coalesce(company.profile ->> 'timeZone', '')`.as('timeZone'))

/** Returns a task of any company. The caller must check the recipient of the email. */
export const findMailedTask = (db: Kysely<Tables>, id: string): Promise<MailedRow | undefined> =>
  rows(db).where('task.id', '=', id).executeTakeFirst()

/** Returns tasks of any companies, for an email to an admin. */
export const findMailedTasks = (db: Kysely<Tables>, ids: readonly string[]): Promise<MailedRow[]> =>
  rows(db).where('task.id', '=', sql<string>`any(${ids}::uuid[])`).execute()

/** How long the email about a preview waits for the thumbnails that a background job makes. */
const THUMBNAIL_WAIT = sql`interval '60 seconds'`

/** A task with what the email about one of its previews needs to know about the preview and the company. */
export interface PreviewedRow extends MailedRow {
  /** Path of the company's logo. */
  companyLogo: string | null
  /** Time since the delivery of the preview. Null if the email does not wait for missing thumbnails of the preview. */
  secondsWithoutThumbnails: number | null
}

/** Returns the task of a preview. The task belongs to any company. The caller must check the recipient of the email. */
export const findPreviewedTask = (db: Kysely<Tables>, previewId: string): Promise<PreviewedRow | undefined> =>
  rows(db)
    .innerJoin('preview', 'preview.task_id', 'task.id')
    .select(sql<string | null>`profile ->> 'logo'`.as('companyLogo'))
    .select(
      sql<number | null>`case when delivered_at > now() - ${THUMBNAIL_WAIT}
        and exists (select from preview_file where preview_id = preview.id and needs_copies)
        then extract(epoch from now() - delivered_at)::float8 end`.as('secondsWithoutThumbnails'),
    )
    .where('preview.id', '=', previewId)
    .executeTakeFirst()

/** Returns the key of the picture for emails. Outlook shows neither WebP nor AVIF, so the JPEG thumbnail of such a picture is used. */
const mailedImage = ({ doneTaskImage, doneTaskThumbnail }: MailedRow): string | null =>
  doneTaskImage && /\.(?:webp|avif)$/.test(doneTaskImage) ? (doneTaskThumbnail?.key ?? null) : doneTaskImage

/** Returns the time of day at which a task must be posted, with the company's time zone. Empty without a time. */
function postingTimeOf(row: MailedRow): Pick<MailedTask, 'postingTime'> {
  const { targetPostingTime: time } = row
  const [date, timeZone] = [plannedDateOf(row), timeZoneOf(row)]
  return date === null || time === null ? {} : { postingTime: formatTimeWithZone(instantOf(date, time, timeZone), timeZone) }
}

/** Returns the data of a task that emails show. */
export const toMailedTask = (row: MailedRow, { absoluteUrl }: Pick<ObjectStore, 'absoluteUrl'>): MailedTask => ({
  _id: row._id,
  taskId: row.taskId,
  companyProfileId: row.companyProfileId,
  companyName: row.companyName,
  title: row.title,
  targetPostingDate: plannedDateOf(row),
  ...postingTimeOf(row),
  submissionForReview: row.submissionForReview,
  doneTaskImage: urlOf(mailedImage(row), absoluteUrl),
})

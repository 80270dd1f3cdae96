import type { PlannedPost, ReportPost } from '@app/contracts/http/monthly-reports.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { addMonths, firstDayOf, lastDayOf, REPORT_PLANNED_MAX, REPORT_POSTS_MAX } from '@app/contracts/rules/monthly-report.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import { computePlannedDates } from '../calendar/planned-dates.ts'
import type { StoredFigures } from '../db/report-tables.ts'
import type { StoredThumbnail, Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import type { CompanyMonth } from './figures.ts'

/** Maximum number of a company's series whose dates are computed. */
const SERIES_MAX = 500

type Chosen = Record<Platform, boolean>

const platformsOf = (chosen: Partial<Chosen>): Platform[] => platforms.filter((platform) => chosen[platform])

const linksOf = (links: PostLinks): ReportPost['links'] =>
  platforms.flatMap((platform) => {
    const url = links[platform]
    return url === undefined ? [] : [{ platform, url }]
  })

interface PostRow extends Chosen {
  taskId: string
  title: string
  postedOn: CalendarDate
  links: PostLinks
  thumbnail: StoredThumbnail | null
  alternativeText: string | null
  total: number
}

/** Returns the tasks that the figure `posted` counts, earliest first, with the first file of the posted version. */
export async function postsOfMonth(db: Kysely<Tables>, { companyId, month }: CompanyMonth): Promise<StoredFigures['posts']> {
  const rows = await db
    .selectFrom('task')
    .leftJoin('preview', (join) =>
      join.onRef('preview.task_id', '=', 'task.id').onRef('preview.number', '=', 'task.approved_preview_number'),
    )
    .leftJoin('preview_file', (join) => join.onRef('preview_id', '=', 'preview.id').on('position', '=', 1))
    .select(['task.id as taskId', 'title', 'posted_on as postedOn', 'post_links as links', 'done_task_thumbnail as thumbnail'])
    .select(['alternative_text as alternativeText', ...platforms])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('task.company_id', '=', companyId)
    .where('task.status', '=', 'Posted')
    .where('posted_on', '>=', firstDayOf(month))
    .where('posted_on', '<=', lastDayOf(month))
    .orderBy('posted_on')
    .orderBy('posted_at')
    .orderBy('task.id')
    .limit(REPORT_POSTS_MAX)
    .$castTo<PostRow>()
    .execute()
  const listed = rows.map(({ taskId, title, postedOn, links, thumbnail, alternativeText, ...chosen }) => ({
    taskId,
    title,
    postedOn,
    platforms: platformsOf(chosen),
    links: linksOf(links),
    thumbnail,
    alternativeText: alternativeText ?? '',
  }))
  return { listed, more: (rows[0]?.total ?? 0) - listed.length }
}

interface Planned extends PlannedPost {
  /** Orders the posts of a day. */
  key: string
}

const compare = (a: Planned, b: Planned): number =>
  a.date.localeCompare(b.date) || (a.time ?? '').localeCompare(b.time ?? '') || a.key.localeCompare(b.key)

/** Returns the tasks whose planned date is in a period. */
async function plannedTasks(db: Kysely<Tables>, companyId: string, from: CalendarDate, to: CalendarDate): Promise<Planned[]> {
  const { rows } = await sql<Chosen & Omit<Planned, 'platforms'>>`
    select date, time, title, key, ${sql.join(platforms.map((platform) => sql.ref(platform)))} from (
      select coalesce(target_posting_date, occurrence_date, recurrence_start_date) as date, target_posting_time as time, title,
        id::text as key, ${sql.join(platforms.map((platform) => sql.ref(platform)))}
      from task where company_id = ${companyId}
    ) as planned where date between ${from} and ${to}`.execute(db)
  return rows.map(({ date, time, title, key, ...chosen }) => ({ date, time, title, key, platforms: platformsOf(chosen) }))
}

/** Returns the dates of a period on which a series repeats, and which are not tasks yet. */
async function plannedOccurrences(
  deps: Pick<TasksDeps, 'db' | 'timeZone' | 'now'>,
  companyId: string,
  from: CalendarDate,
  to: CalendarDate,
): Promise<Planned[]> {
  const { dates } = await computePlannedDates(deps, { from, to, companyId, max: 31 * SERIES_MAX, seriesMax: SERIES_MAX })
  const series = await deps.db
    .selectFrom('task_series')
    .select(['id', 'brief'])
    .where('id', '=', sql<string>`any(${[...new Set(dates.map(({ seriesId }) => seriesId))]}::uuid[])`)
    .execute()
  const briefs = new Map(series.map(({ id, brief }) => [id, brief]))
  return dates.map(({ date, targetPostingTime: time, title, seriesId }) => ({
    date,
    time,
    title,
    key: seriesId,
    platforms: platformsOf(briefs.get(seriesId) ?? {}),
  }))
}

/** Returns what is planned for the month after `month` when the report is prepared: tasks, posted or not, and dates of series. */
export async function plannedNextMonth(
  deps: Pick<TasksDeps, 'db' | 'timeZone' | 'now'>,
  { companyId, month }: CompanyMonth,
): Promise<StoredFigures['planned']> {
  const next = addMonths(month, 1)
  const [from, to] = [firstDayOf(next), lastDayOf(next)]
  const planned = [
    ...(await plannedTasks(deps.db, companyId, from, to)),
    ...(await plannedOccurrences(deps, companyId, from, to)),
  ].toSorted(compare)
  const listed = planned.slice(0, REPORT_PLANNED_MAX).map(({ key: _key, ...post }) => post)
  return { listed, more: planned.length - listed.length }
}

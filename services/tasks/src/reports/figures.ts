import type { ContentFigures } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf, instantsOf, lastDayOf, type Month } from '@app/contracts/rules/monthly-report.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface CompanyMonth {
  companyId: string
  month: Month
  /** The time zone of the business, in which months begin and end. */
  timeZone: string
}

interface FigureRow {
  delivered: number
  posted: number
  firstPreviewHours: number | null
  firstPreviews: number
  decisionHours: number | null
  decisions: number
  rounds: number
  roundsPerTask: number | null
}

/** SQL of a median of intervals, in hours to one decimal. Null without a row. */
const medianHours = (interval: RawBuilder<unknown>) =>
  sql`round((percentile_cont(0.5) within group (order by extract(epoch from ${interval}) / 3600))::numeric, 1)::float8`

/**
 * The figures about content in a month. All are computed from what the tables say happened, never from counters.
 *
 * A correction says that something recorded didn't happen, so it changes the figures of the month it corrects, whenever it is made. A
 * withdrawn version, an undone launch, an undone approval and a removed task don't count. A report that was sent stays as it was.
 *
 * - `delivered`: tasks whose first version was delivered in the month. Later versions of the task don't count.
 * - `posted`: tasks that are posted, and whose date of posting is in the month. An admin may have launched the task later.
 * - `timeToFirstPreview`: median of the hours from the creation of a task to its first version, of the tasks in `delivered`. Tasks that a
 *   series created don't count, because they are created ahead of time and nobody waits for them.
 * - `timeToDecision`: median of the hours from the delivery of a version to the client's first decision about it, of the versions with their
 *   first decision in the month. Nights and weekends count.
 * - `roundsOfRevision`: `total` is how often the client referred a version back in the month. `perTask` divides it by the number of tasks
 *   that the client decided about in the month.
 *
 * A decision is an approval or a referral back, by the owner or a colleague. If it has signs of a machine, such as a mail scanner, it counts
 * only if the client confirmed it, and at the time of the confirmation.
 */
export async function contentFigures(db: Kysely<Tables>, { companyId, month, timeZone }: CompanyMonth): Promise<ContentFigures> {
  const { from, until } = instantsOf(month, timeZone)
  const inMonth = sql`at >= ${from} and at < ${until}`
  const { rows } = await sql<FigureRow>`
    with own as (
      select id, created_at, occurrence_no, status, posted_on from task where company_id = ${companyId}
    ), version as (
      select task_id, number, delivered_at from own join preview on task_id = own.id where state = 'delivered'
    ), first_version as (
      select created_at, occurrence_no, min(delivered_at) as at
      from own join version on task_id = own.id group by own.id, created_at, occurrence_no
    ), made as (
      select task_id, preview_number, kind, signs, confirmed_at, confirmed_by, decision.created_at,
        lead(kind) over (partition by task_id order by task_version) as following
      from own join decision on task_id = own.id
    ), decided as (
      select task_id, preview_number, kind, case when signs = '{}' then created_at else confirmed_at end as at
      from made
      where kind in ('approve', 'refer-back') and following is distinct from 'undo'
        and (signs = '{}' or confirmed_by in ('owner', 'review-link'))
    ), first_decision as (
      select delivered_at, min(at) as at from decided join version using (task_id) where preview_number = number
      group by task_id, number, delivered_at
    )
    select
      (select count(*) from first_version where ${inMonth}) as delivered,
      (select count(*) from own where status = 'Posted' and posted_on between ${firstDayOf(month)} and ${lastDayOf(month)}) as posted,
      preview.hours as "firstPreviewHours", preview.count as "firstPreviews",
      decision.hours as "decisionHours", decision.count as decisions,
      revision.rounds, round(revision.rounds::numeric / nullif(revision.tasks, 0), 1)::float8 as "roundsPerTask"
    from (
      select ${medianHours(sql`at - created_at`)} as hours, count(*) from first_version
      where ${inMonth} and coalesce(occurrence_no, 1) = 1
    ) as preview, (
      select ${medianHours(sql`at - delivered_at`)} as hours, count(*) from first_decision where ${inMonth}
    ) as decision, (
      select count(*) filter (where kind = 'refer-back') as rounds, count(distinct task_id) as tasks from decided where ${inMonth}
    ) as revision`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query of the figures returned no row')
  return {
    delivered: row.delivered,
    posted: row.posted,
    timeToFirstPreview: { medianHours: row.firstPreviewHours, count: row.firstPreviews },
    timeToDecision: { medianHours: row.decisionHours, count: row.decisions },
    roundsOfRevision: { total: row.rounds, perTask: row.roundsPerTask },
  }
}

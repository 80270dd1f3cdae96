import type { ContentFigures } from '@app/contracts/http/monthly-reports.ts'
import { addMonths, type Month } from '@app/contracts/rules/monthly-report.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'
import { contentFigures } from '../../src/reports/figures.ts'

const FIRST_MONTH = '2025-11'
const TIME_ZONE = 'America/New_York'
const TASKS_A_MONTH = 6

interface Size {
  companies: number
  months: number
}

/**
 * Generates tasks of companies over some months: tasks of series, several versions, withdrawn ones, decisions, undone approvals, decisions
 * of machines, and posts. Deliveries, decisions and posts may be in a later month than their task.
 */
async function generateHistory(db: Kysely<Tables>, { companies, months }: Size): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`select setseed(0.42)`.execute(one)
    await sql`
      insert into company (id, owner_id, name, profile, version)
      select gen_random_uuid(), gen_random_uuid(), 'Company ' || n, '{}', 1 from generate_series(1, ${companies}::integer) as n`.execute(
      one,
    )
    // The conditions on outer columns make Postgres evaluate random() for each row.
    await sql`
      insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by,
        created_at, status, posted_on, occurrence_no)
      select gen_random_uuid(), company.id, 'Task', '', '', '', '', '', '', '', '', true, false, false, false, false, false, false, 'admin',
        at, case when is_posted then 'Posted' else 'Approved' end,
        case when is_posted then (at at time zone ${TIME_ZONE})::date + (random() * 25)::integer end,
        case when random() < 0.3 then 1 + (random() * 4)::integer end
      from company cross join generate_series(0, ${months}::integer - 1) as month cross join generate_series(1, ${TASKS_A_MONTH}) as n
        cross join lateral (
          select ${`${FIRST_MONTH}-01`}::timestamptz + month * interval '1 month' + random() * interval '31 days' as at,
            random() < 0.6 as is_posted
          where n > 0 and company.version > 0
        ) as made`.execute(one)
    await sql`
      insert into preview (id, task_id, number, state, created_by, delivered_at, withdrawn_at)
      select gen_random_uuid(), task.id, number, case when is_withdrawn then 'withdrawn' else 'delivered' end, task.id, at,
        case when is_withdrawn then at end
      from task cross join generate_series(1, 3) as number
        cross join lateral (
          select created_at + (number - 1) * interval '8 days' + random() * interval '7 days' as at, random() < 0.15 as is_withdrawn,
            random() < 1.0 / number as is_made
          where number > 0 and task.version > 0
        ) as made
      where is_made`.execute(one)
    // 1: referred back; 2: approved; 3: approved, undone and approved later; 4: approved, undone and referred back; 5: no decision.
    await sql`
      insert into decision (id, task_id, task_version, preview_number, kind, channel, content_hash, signs, confirmed_at, confirmed_by, created_at)
      select gen_random_uuid(), task_id, number * 10 + step, number, kind, 'portal', '', signs,
        case when signs <> '{}' and confirmed < 0.7 then at + interval '20 hours' end,
        case when signs <> '{}' and confirmed < 0.7 then (array['owner', 'review-link', 'admin'])[1 + (confirmed * 3)::integer] end, at
      from preview
        cross join lateral (select 1 + floor(random() * 5) as course where preview.number > 0) as chosen
        cross join lateral (
          select * from (values (1, 1, 'refer-back'), (2, 1, 'approve'), (3, 1, 'approve'), (3, 2, 'undo'), (3, 3, 'approve'),
            (4, 1, 'approve'), (4, 2, 'undo'), (4, 3, 'refer-back')) as course_step (of, step, kind) where of = course
        ) as steps
        cross join lateral (
          select delivered_at + (step - 1) * interval '3 days' + random() * interval '3 days' as at, random() as confirmed,
            case when random() < 0.2 and kind <> 'undo' then array['early'] else '{}' end as signs
          where step > 0 and preview.number > 0
        ) as made
      where state = 'delivered'`.execute(one)
  })
}

interface Measured {
  companyId: string
  month: Month
  what: 'delivered' | 'posted' | 'first-preview' | 'decision' | 'round' | 'decided-task'
  count: number
  median: number | null
}

/** Queries the figures of all companies and months at once, without the code of the service, and in another way than its query. */
async function measure(db: Kysely<Tables>): Promise<Measured[]> {
  const month = sql`to_char(at at time zone ${TIME_ZONE}, 'YYYY-MM')`
  const { rows } = await sql<Measured>`
    with counting as (
      select decision.*, case cardinality(signs) when 0 then decision.created_at else confirmed_at end as at from decision
      where kind <> 'undo'
        and (cardinality(signs) = 0 or confirmed_by = 'owner' or confirmed_by = 'review-link')
        and coalesce((
          select next.kind from decision as next
          where next.task_id = decision.task_id and next.task_version > decision.task_version order by next.task_version limit 1
        ), '') <> 'undo'
    ), first_delivery as (
      select distinct on (task_id) task_id, delivered_at as at from preview where withdrawn_at is null order by task_id, delivered_at
    ), first_decision as (
      select distinct on (preview.id) preview.task_id, delivered_at, at from preview
        join counting on counting.task_id = preview.task_id and counting.preview_number = preview.number
      where withdrawn_at is null order by preview.id, at
    ), fact (id_of_task, month, what, seconds) as (
      select task_id, ${month}, 'delivered', 0 from first_delivery
      union all
      select id, ${month}, 'first-preview', extract(epoch from at - created_at)
        from first_delivery join task on task.id = first_delivery.task_id where occurrence_no is null or occurrence_no < 2
      union all
      select task_id, ${month}, 'decision', extract(epoch from at - delivered_at) from first_decision
      union all
      select task_id, ${month}, 'round', 0 from counting where kind = 'refer-back'
      union all
      select distinct task_id, ${month}, 'decided-task', 0 from counting
      union all
      select id, left(posted_on::text, 7), 'posted', 0 from task where posted_on is not null and status = 'Posted'
    )
    select company_id as "companyId", month, what, count(*),
      -- The middle value, or the average of the two middle values.
      round(((array_agg(seconds order by seconds))[(count(*) + 1) / 2] + (array_agg(seconds order by seconds))[count(*) / 2 + 1])
        / 2 / 3600, 1)::float8 as median
    from fact join task on task.id = id_of_task group by company_id, month, what`.execute(db)
  return rows
}

function figuresOf(measured: readonly Measured[]): ContentFigures {
  const of = (wanted: Measured['what']) => measured.find(({ what }) => what === wanted)
  const count = (what: Measured['what']) => of(what)?.count ?? 0
  const tasks = count('decided-task')
  return {
    delivered: count('delivered'),
    posted: count('posted'),
    timeToFirstPreview: { medianHours: of('first-preview')?.median ?? null, count: count('first-preview') },
    timeToDecision: { medianHours: of('decision')?.median ?? null, count: count('decision') },
    roundsOfRevision: { total: count('round'), perTask: tasks === 0 ? null : Math.round((count('round') / tasks) * 10) / 10 },
  }
}

/**
 * Generates a history, and compares the figures of the service with those of the independent query. Returns the figures that differ, and
 * the total of the posts.
 */
export async function compareFigures(db: Kysely<Tables>, size: Size) {
  await generateHistory(db, size)
  const measured = Map.groupBy(await measure(db), ({ companyId, month }) => `${companyId} ${month}`)
  const companies = await db.selectFrom('company').select('id').execute()
  const differing: { expected: ContentFigures; computed: ContentFigures }[] = []
  let posted = 0
  for (const { id: companyId } of companies)
    for (let index = 0; index < size.months; index++) {
      const month = addMonths(FIRST_MONTH, index)
      const expected = figuresOf(measured.get(`${companyId} ${month}`) ?? [])
      const computed = await contentFigures(db, { companyId, month, timeZone: TIME_ZONE })
      posted += computed.posted
      if (JSON.stringify(computed) !== JSON.stringify(expected)) differing.push({ expected, computed })
    }
  return { differing, posted }
}

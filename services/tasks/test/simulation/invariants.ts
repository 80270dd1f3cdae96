import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, todayIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Reviewer } from '../reviews/reviewing.ts'
import type { setUp } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

/** Queries that return the ids of rows which violate a rule. */
const violations = {
  'a task is approved or posted exactly if its current preview is approved': sql<{ id: string }>`
    select id from task where (status in ('Approved', 'Posted')) <> (approved_preview_number is not null)
      or approved_preview_number <> preview_number`,
  'the current preview was delivered and not withdrawn': sql<{ id: string }>`
    select task.id from task left join preview on preview.task_id = task.id and preview.number = preview_number
    where preview_number is not null and preview.state is distinct from 'delivered'
      or (preview_number is null) <> (done_task_image is null) or (preview_number is null) <> (preview_brief_version is null)`,
  'the current preview is the newest one that is not withdrawn': sql<{ id: string }>`
    select id from task where preview_number is distinct from (
      select max(number) from preview where preview.task_id = task.id and state = 'delivered')`,
  'a task is Roll Back exactly if its current preview was referred back last': sql<{ id: string }>`
    select id from task where preview_number is not null and (status = 'Roll Back') <> (
      coalesce((rollbacks -> -1 ->> 'previewNo')::integer = preview_number, false)
      and rollbacks -> -1 ->> 'doneTaskImage' = done_task_image)`,
  'numbers of previews have no gaps': sql<{ id: string }>`
    select task_id as id from preview where number is not null group by task_id having max(number) <> count(*)`,
  'an approval names the content of the approved preview': sql<{ id: string }>`
    select task.id from task join preview on preview.task_id = task.id and number = approved_preview_number
    where content_hash is distinct from (
      select decision.content_hash from decision where decision.task_id = task.id and kind = 'approve' order by task_version desc limit 1)
    or number is distinct from (
      select preview_number from decision where decision.task_id = task.id and kind = 'approve' order by task_version desc limit 1)`,
  'states of briefs have no gaps, and the newest is the present one': sql<{ id: string }>`
    select task.id from task left join lateral (
      select count(*) as states, max(number) as newest from brief_version where task_id = task.id
    ) as history on true
    left join brief_version as state on state.task_id = task.id and state.number = newest
    where states <> case when task.brief_version = 1 then 0 else task.brief_version end
      or coalesce(newest, 1) <> task.brief_version or preview_brief_version > task.brief_version
      or newest is not null and (
        state.brief ->> 'title' <> title or state.target_posting_date is distinct from task.target_posting_date
        or state.submission_for_review is distinct from task.submission_for_review
        or has_reference_image <> (reference_image is not null))`,
  'each state of a brief differs from the one before': sql<{ id: string }>`
    select task_id as id from brief_version where (number = 1) <> (changed = '{}')`,
  'a review is not due after the posting': sql<{ id: string }>`select id from task where submission_for_review > target_posting_date`,
  'before the first delivery, owners leave three days between review and posting': sql<{ id: string }>`
    select task.id from task join company on company.id = task.company_id
    where company.name like 'Alone%' and not is_recurring and submission_for_review > target_posting_date - 3
      and not exists (select from preview where preview.task_id = task.id)`,
  'owners have at most four tasks in a month': sql<{ id: string }>`
    select company_id as id from task join company on company.id = task.company_id
    where company.name like 'Alone%' and not is_recurring
    group by company_id, date_trunc('month', target_posting_date) having count(*) > 4`,
  'the dates of a series only grow, and its open tasks have its rule': sql<{ id: string }>`
    select series.id from task_series as series where next_date <= last_date
    union all
    select task.id from task join task_series as series on series.id = series_id
    where status <> 'Posted' and (task.weekly_day_of_week, task.recurrence_end_date) is distinct from (series.weekly_day_of_week, series.ends_on)`,
  'each task of a series names the date of the next task, and the newest one the date that the job creates next': sql<{ id: string }>`
    select id from (
      select task.id, next_occurrence_date, coalesce(
        lead(occurrence_date) over (partition by series_id order by occurrence_date), next_date) as following
      from task join task_series on task_series.id = series_id
    ) as occurrence where next_occurrence_date is distinct from following`,
  'a company has at most one reminder of the schedule a day': sql<{ id: string }>`
    select company_id as id from reminder where not is_manual group by company_id, day having count(*) > 1`,
  'the counts are those of the tasks': sql<{ id: string }>`
    select company_id as id from task_counts where (pending, roll_back, approved, posted) is distinct from (
      select (count(*) filter (where status = 'Pending')::integer, count(*) filter (where status = 'Roll Back')::integer,
        count(*) filter (where status = 'Approved')::integer, count(*) filter (where status = 'Posted')::integer)
      from task where task.company_id = task_counts.company_id)`,
  'the open findings of a task are those of its preview that waits': sql<{ id: string }>`
    select task.id from task left join task_findings on task_findings.task_id = task.id
      left join preview on preview.task_id = task.id and number = preview_number and status = 'Pending'
        and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image
    where coalesce(open, 0) <> (select count(*) from finding where preview_id = preview.id)`,
  'the record contains one launch more than undone launches of a posted task, and as many of other tasks': sql<{ id: string }>`
    select task.id from task left join lateral (
      select count(*) filter (where body::json ->> 'kind' = 'launch') - count(*) filter (where body::json ->> 'kind' = 'undo-launch') as balance
      from decision_record where decision_record.task_id = task.id
    ) as record on true
    where balance <> case when status = 'Posted' then 1 else 0 end`,
}

/** Compares the calendar feed of a company with its tasks and planned dates. */
async function expectFeed({ app, deps }: Service, owner: Reviewer): Promise<void> {
  const { headers, company } = owner
  const url = `/task/calendar-feed/${company._id}`
  await app.inject({ method: 'POST', url, headers })
  const feed = await app.inject({ url: new URL((await app.inject({ url, headers })).json().url).pathname })
  const fed = feed.body.split('BEGIN:VEVENT').slice(1)
  const today = todayIn(deps.timeZone, deps.now())
  const tasks: Task[] = (await app.inject({ url: `/task/tasks/${company._id}`, headers })).json()
  const expected = tasks.flatMap((task) => {
    const date = calendarDateOf(task)
    const isIn = date !== null && date >= addDays(today, -31) && date <= addDays(today, 366)
    return isIn ? [`${task.seriesId ? `${task.seriesId}-${task.occurrenceDate}` : task._id} ${date} ${task.version}`] : []
  })
  const read = (event: string, name: string) => new RegExp(`${name}[^:]*:([^\r]*)\r\n`).exec(event.replaceAll('\r\n ', ''))?.[1] ?? ''
  const events = fed
    .map((event) => [read(event, 'UID'), read(event, 'DTSTART').replace(/(....)(..)(..)/, '$1-$2-$3'), read(event, 'SEQUENCE')].join(' '))
    // Planned dates have the sequence 0.
    .filter((event) => !event.endsWith(' 0'))
  expect(events.sort()).toEqual(expected.sort())
}

/** Checks that all rules hold. */
export async function expectInvariants(service: Service, owners: readonly Reviewer[]): Promise<void> {
  for (const [rule, query] of Object.entries(violations)) expect((await query.execute(service.db)).rows, rule).toEqual([])
  for (const owner of owners) {
    const record = await service.app.inject({ url: `/company-record/${owner.company._id}/verify`, headers: owner.headers })
    expect(record.json()).toMatchObject({ problem: null })
    await expectFeed(service, owner)
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a task is answered with, and the columns that it is in. */
const fields = {
  _id: 'id',
  taskId: 'task_id',
  companyProfileId: 'company_id',
  title: 'title',
  tagline: 'tagline',
  taskpurpose: 'taskpurpose',
  headline: 'headline',
  offerormessage: 'offerormessage',
  calltoaction: 'calltoaction',
  guidlines: 'guidlines',
  additionalinfo: 'additionalinfo',
  description: 'description',
  targetPostingDate: 'target_posting_date',
  submissionForReview: 'submission_for_review',
  currentStatus: 'status',
  platform_x: 'platform_x',
  platform_fb: 'platform_fb',
  platform_insta: 'platform_insta',
  platform_li: 'platform_li',
  platform_youtube: 'platform_youtube',
  platform_via_mail: 'platform_via_mail',
  adminPostComment: 'admin_post_comment',
  version: 'version',
}

const recurrence = {
  isRecurring: 'is_recurring',
  recurrenceType: 'recurrence_type',
  recurrenceStartDate: 'recurrence_start_date',
  recurrenceEndDate: 'recurrence_end_date',
  weeklyDayOfWeek: 'weekly_day_of_week',
  monthlyWeek: 'monthly_week',
  monthlyDayOfWeek: 'monthly_day_of_week',
}

/** An expression that writes these fields, one after the other. */
function written(columns: Readonly<Record<string, string>>): RawBuilder<string> {
  const parts = Object.entries(columns).map(([name, column]) => `'"${name}":', coalesce(to_json(task.${column}), 'null')`)
  return sql.raw(`concat(${parts.join(`, ',', `)})`)
}

/**
 * The JSON that lists answer a task with, beside its row and written with it, by whoever writes: a replica of the release before as well,
 * a restore, a hand at the database. Files are named by a control character, which JSON has nowhere else, and their key: what
 * stands for the character is the public address of the moment. What is there already is filled in by the next migration.
 *
 * One expression without a subquery, which Postgres evaluates as it is: 25 µs for a task, and 130 by `row_to_json`.
 */
export const taskJson: Migration = {
  async up(db) {
    await sql`alter table task add column json text`.execute(db)
    // Rows of some kilobytes stay as they are, in one piece: unpacking each would cost a list more than it saves.
    await sql`alter table task set (toast_tuple_target = 8160)`.execute(db)

    await sql`
      create function instant_json(timestamptz) returns text immutable parallel safe
        return '"' || replace(($1 at time zone 'UTC')::text, ' ', 'T') || 'Z"'`.execute(db)
    await sql`
      create function file_json(key text) returns text immutable parallel safe
        return coalesce('"' || chr(1) || substr(to_json(key)::text, 2), 'null')`.execute(db)
    await sql`
      create function rollbacks_json(jsonb) returns text stable parallel safe return (
        select string_agg(concat(
          '{"feedback":', entry -> 'feedback', ',"clientSuggestImage":', file_json(entry ->> 'clientSuggestImage'),
          ',"doneTaskImage":', file_json(entry ->> 'doneTaskImage'), ',"createdAt":', entry -> 'createdAt', '}'), ',' order by n)
        from jsonb_array_elements($1) with ordinality as entries (entry, n))`.execute(db)
    await sql`
      create function task_json(task task) returns text stable parallel safe language plpgsql set search_path from current as $$
      begin
        return concat(
          '{', ${written(fields)}, ',', ${written(recurrence)}, ',"recurrence":{', ${written(recurrence)},
          '},"referenceImage":', file_json(task.reference_image), ',"doneTaskImage":', file_json(task.done_task_image),
          ',"rollbackFeedback":[', case when task.rollbacks <> '[]' then rollbacks_json(task.rollbacks) end,
          '],"createdAt":', instant_json(task.created_at), ',"updatedAt":', instant_json(task.updated_at), '}');
      end $$`.execute(db)
    await sql`
      create function write_task_json() returns trigger language plpgsql set search_path from current as $$
      begin
        new.json := task_json(new);
        return new;
      end $$`.execute(db)
    await sql`
      create trigger write_task_json before insert or update on task for each row execute function write_task_json()`.execute(db)
    await sql`alter table task enable always trigger write_task_json`.execute(db)
  },
}

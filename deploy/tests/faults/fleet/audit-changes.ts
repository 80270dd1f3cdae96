import type pg from 'pg'
import { compare, countsOf, eachOnce, type Finding } from './finding.ts'
import type { StoryResult } from './story.ts'

/** Emails about the changes of a task wait ten minutes for further changes. This function makes them due now, so that the test is shorter. */
export async function releaseEmailsAboutChanges(database: pg.Pool): Promise<void> {
  await database.query(`
    update notifications.work set due_at = now() where state = 'queued' and attempts = 0 and due_at > now()
      and key in (select id::text from notifications.mail where template = 'task-changed' and state = 'queued')`)
}

/** Checks that each change and correction of a task (`story-changes.ts`) is stored exactly once, and that the owner got an email about it. */
export async function auditChanges(database: pg.Pool, stories: readonly StoryResult[]): Promise<Finding[]> {
  const tasks = stories.flatMap(({ changes }) => changes ?? [])
  const of = (suffix = '') => eachOnce(tasks.map(({ changed }) => changed + suffix))
  const found = (text: string) => countsOf(database, text)
  return [
    compare(
      // The first state, the edit and the move.
      'histories of briefs with three states',
      await found(`
        select title || ' ' || count(*) as key, 1 as count
        from tasks.brief_version join tasks.task on task.id = brief_version.task_id group by task.id`),
      of(' 3'),
    ),
    compare(
      'withdrawn previews, by number',
      await found(`
        select title || ' ' || number as key, count(*)
        from tasks.preview join tasks.task on task.id = preview.task_id where state = 'withdrawn' group by 1`),
      of(' 2'),
    ),
    compare(
      'undone launches',
      await found('select title as key, count(*) from tasks.undone_launch join tasks.task on task.id = undone_launch.task_id group by 1'),
      of(),
    ),
    compare(
      'tasks that an admin removed',
      await found('select title as key, count(*) from tasks.removed_task group by 1'),
      eachOnce(tasks.map(({ removedByAdmin }) => removedByAdmin)),
    ),
    compare(
      'changed tasks in emails to owners',
      // An owner gets a second email if the changes take more than ten minutes.
      await found(`
        select title as key, count(distinct task.id) from notifications.mail join tasks.task on task.id = mail.about
        where mail.template = 'task-changed' and mail.recipient_kind = 'owner' and mail.state = 'sent' group by 1`),
      of(),
    ),
  ]
}

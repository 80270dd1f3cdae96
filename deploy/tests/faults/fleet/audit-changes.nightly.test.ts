import { migrateService } from '@app/chassis/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { services } from '../../../services.ts'
import { auditChanges } from './audit-changes.ts'
import type { StoryResult } from './story.ts'

const changes = { changed: 'changed', removedByAdmin: 'removed' }

/** The rows of one `story-changes.ts` that succeeded. */
const SUCCEEDED = `
  insert into tasks.company (id, owner_id, name, profile, version) values (gen_random_uuid(), gen_random_uuid(), '', '{}', 1);
  insert into tasks.task
    (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo, description,
      platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
    select gen_random_uuid(), id, '${changes.changed}', '', '', '', '', '', '', '', '', false, false, false, false, false, false, false, 'owner'
    from tasks.company;
  insert into tasks.brief_version (task_id, number, changed_by_role, changed, brief, has_reference_image)
    select id, number, 'owner', '{}', '{}', false from tasks.task, generate_series(1, 3) as number;
  insert into tasks.preview (id, task_id, number, state, created_by, withdrawn_at)
    select gen_random_uuid(), id, number, state, gen_random_uuid(), withdrawn_at
    from tasks.task, (values (1, 'delivered', null), (2, 'withdrawn', now())) as preview (number, state, withdrawn_at);
  insert into tasks.undone_launch (id, task_id, launch_comment, reason, undone_by)
    select gen_random_uuid(), id, '', '', gen_random_uuid() from tasks.task;
  insert into tasks.removed_task (id, task_id, company_id, title, reason, removed_by)
    select gen_random_uuid(), 1, id, '${changes.removedByAdmin}', '', gen_random_uuid() from tasks.company;
  insert into notifications.mail (id, event_id, template, composer, about, recipient_kind, recipient_id, state)
    select gen_random_uuid(), '', 'task-changed', 'tasks', id, 'owner', gen_random_uuid(), 'sent' from tasks.task;`

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  const { tasks, notifications } = services
  database = await createTestDatabase(tasks.name, tasks.migrations)
  await migrateService({
    adminUrl: database.adminUrl,
    service: notifications.name,
    migrations: notifications.migrations,
    rolePassword: 'only-for-tests',
  })
  // With one connection, all queries of a test are in its transaction.
  pool = new pg.Pool({ connectionString: database.adminUrl, max: 1 })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})
beforeEach(async () => void (await pool.query(`begin; ${SUCCEEDED}`)))
afterEach(async () => void (await pool.query('rollback')))

/** Returns the differences that the audit finds, by check. */
async function audited(): Promise<Record<string, readonly string[] | undefined>> {
  const findings = await auditChanges(pool, [{ changes } as StoryResult])
  return Object.fromEntries(
    findings.filter(({ lost, doubled }) => lost + doubled > 0).map(({ what, differing }) => [what, differing?.toSorted()]),
  )
}

it('changes that happened once have no finding', async () => {
  expect(await audited()).toEqual({})
})

const BRIEFS = 'histories of briefs with three states'
const WITHDRAWN = 'withdrawn previews, by number'
const UNDONE = 'undone launches'
const REMOVED = 'tasks that an admin removed'
const EMAILED = 'changed tasks in emails to owners'

it.each([
  [
    'a lost edit',
    'delete from tasks.brief_version where number = 3',
    { [BRIEFS]: ['changed 2: 1 instead of 0', 'changed 3: 0 instead of 1'] },
  ],
  [
    'an edit that was saved twice',
    `insert into tasks.brief_version (task_id, number, changed_by_role, changed, brief, has_reference_image)
      select task_id, 4, changed_by_role, changed, brief, has_reference_image from tasks.brief_version where number = 3`,
    { [BRIEFS]: ['changed 3: 0 instead of 1', 'changed 4: 1 instead of 0'] },
  ],
  [
    'a lost withdrawal',
    // Without this setting, a trigger rejects the change.
    `set local session_replication_role = replica;
      update tasks.preview set state = 'delivered', withdrawn_at = null where number = 2`,
    { [WITHDRAWN]: ['changed 2: 0 instead of 1'] },
  ],
  [
    'a second withdrawn preview',
    `update tasks.preview set state = 'withdrawn', withdrawn_at = now() where number = 1`,
    { [WITHDRAWN]: ['changed 1: 1 instead of 0'] },
  ],
  ['a launch that was not undone', 'delete from tasks.undone_launch', { [UNDONE]: ['changed: 0 instead of 1'] }],
  [
    'a launch that was undone twice',
    `insert into tasks.undone_launch (id, task_id, launch_comment, reason, undone_by)
      select gen_random_uuid(), task_id, launch_comment, reason, undone_by from tasks.undone_launch`,
    { [UNDONE]: ['changed: 2 instead of 1'] },
  ],
  ['a lost removal', 'delete from tasks.removed_task', { [REMOVED]: ['removed: 0 instead of 1'] }],
  [
    'a task that was removed twice',
    `insert into tasks.removed_task (id, task_id, company_id, title, reason, removed_by)
      select gen_random_uuid(), task_id, company_id, title, reason, removed_by from tasks.removed_task`,
    { [REMOVED]: ['removed: 2 instead of 1'] },
  ],
  ['a missing email', 'delete from notifications.mail', { [EMAILED]: ['changed: 0 instead of 1'] }],
  ['an email that was not sent', `update notifications.mail set state = 'failed'`, { [EMAILED]: ['changed: 0 instead of 1'] }],
  ['an email to the wrong recipient', `update notifications.mail set recipient_kind = 'admin'`, { [EMAILED]: ['changed: 0 instead of 1'] }],
])('%s is found', async (_, fault, expected) => {
  await pool.query(fault)
  expect(await audited()).toEqual(expected)
})

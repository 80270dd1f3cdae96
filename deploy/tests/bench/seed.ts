import { brandImageFields, profileTextFields } from '@app/contracts/http/company.ts'
import type { ClientBase, Pool } from 'pg'
import { unlessInterrupted } from './interruption.ts'

/** Default size: 10,000 companies with 100 tasks each. One database is designed for this size. */
const COMPANIES = 10_000
const TASKS_EACH = 100

/** Returns SQL for a text whose second half differs for each task. Identical texts would compress much better than real texts. */
const ownHalf = (text: string): string => {
  const half = text.slice(0, text.length / 2)
  return `'${half}' || left(md5(company_id::text || n || '${half}'), ${text.length - half.length})`
}

/** Texts of typical length. A task has about 1 kB in a response. */
const brief = [
  'One line that says it',
  'What it is for',
  'A headline',
  'What we offer, and to whom',
  'Come by and see',
  'Please keep to our colors',
  '',
]
  .concat('A sentence or two more about it, as far as needed')
  .map(ownHalf)
  .join(', ')

/** Returns SQL that inserts tasks that wait for approval. They have no previews yet. `companies` is a table with the column `id`. */
const insertTasks = (companies: string, tasks: number) => `
  insert into tasks.task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
    description, status, target_posting_date, submission_for_review, platform_x, platform_fb, platform_insta, platform_li, platform_youtube,
    platform_via_mail, done_task_image, done_task_thumbnail, preview_number, is_recurring, created_by)
  select task_id, company_id, 'A task with a usual title ' || n, ${brief}, 'Pending', current_date + 9, current_date + 4, true, false, true,
    n % 2 = 0, false, n % 3 = 0, 'public/task-previews/' || task_id || '.png',
    jsonb_build_object('key', 'public/task-previews/' || task_id || '.jpg', 'width', 320, 'height', 320), 1, false, 'owner'
  from (select uuidv7() as task_id, company.id as company_id, n from ${companies}, generate_series(1, ${tasks}) n) as made`

/**
 * Inserts a preview with one file for each task without a preview. The caller must turn off triggers, because a trigger rejects files of a
 * preview that has a content hash.
 */
async function addPreviews(client: ClientBase): Promise<void> {
  await client.query(`
    insert into tasks.preview (id, task_id, number, content_hash, state, created_by, delivered_at)
    select id, id, 1, encode(sha256(id::text::bytea), 'hex'), 'delivered', id, now() from tasks.task
    where preview_number = 1 and not exists (select from tasks.preview where task_id = task.id)`)
  await client.query(`
    insert into tasks.preview_file (preview_id, position, key, kind, media_type, bytes, sha256, width, height, display_key, thumbnail_key)
    select preview.id, 1, done_task_image, 'image', 'image/png', 100000, content_hash, 1080, 1080, done_task_thumbnail ->> 'key',
      done_task_thumbnail ->> 'key'
    from tasks.preview join tasks.task on task.id = preview.task_id
    where not exists (select from tasks.preview_file where preview_id = preview.id)`)
}

/** Inserts tasks of a company, and their previews. Returns the ids of the tasks. */
export async function addTasks(database: Pool, companyId: string, tasks: number): Promise<string[]> {
  const client = await database.connect()
  try {
    await client.query('begin')
    const text = `${insertTasks('(select $1::uuid as id) company', tasks)} returning id`
    const { rows } = await client.query<{ id: string }>(text, [companyId])
    await client.query('set local session_replication_role = replica')
    await addPreviews(client)
    await client.query('commit')
    return rows.map(({ id }) => id)
  } finally {
    client.release(true)
  }
}

const profile = JSON.stringify({
  ...Object.fromEntries(profileTextFields.map((name) => [name, `A ${name} of some length`])),
  ...Object.fromEntries(['logo', ...brandImageFields].map((name) => [name, null])),
  color1: '#2f6f5e',
  gsapi: '',
  version: 1,
  createdAt: '2026-11-21T17:00:00.000Z',
  updatedAt: '2026-11-21T17:00:00.000Z',
})

/** Inserts the counts of tasks, because the trigger that writes them is turned off. `with_client` counts Pending tasks with a preview. */
const countTasks = `
  insert into tasks.task_counts (company_id, pending, with_client)
  select company_id, count(*), count(*)
  from tasks.task where not exists (select from tasks.task_counts where company_id = task.company_id) group by company_id`

/** Inserts companies with tasks that wait for approval. Triggers and foreign key checks are turned off for these inserts. */
export async function fillTable(database: Pool, companies = COMPANIES, tasksEach = TASKS_EACH): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    for (let made = 0; made < companies; made += COMPANIES) {
      const some = `with company as (insert into tasks.company (id, owner_id, name, profile, version)
        select id, uuidv7(), 'Company ' || n, '${profile}' || jsonb_build_object('_id', id, 'companyName', 'Company ' || n), 1
        from (select uuidv7() as id, n from generate_series(1, ${Math.min(COMPANIES, companies - made)}) n) made returning id) `
      await unlessInterrupted(client.query(some + insertTasks('company', tasksEach)))
    }
    await unlessInterrupted(client.query(countTasks))
    await unlessInterrupted(addPreviews(client))
    await unlessInterrupted(client.query('vacuum analyze tasks.task, tasks.company, tasks.task_counts, tasks.preview, tasks.preview_file'))
    // Writes all dirty pages now, so that a checkpoint does not disturb the next measurement.
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

/** Lets a company of the tasks service exceed the limits of plans, because benches create more tasks than an owner does. */
export const liftQuota = (database: Pool, companyId: string) =>
  database.query("insert into tasks.company_plan values ($1, 'full-run', 1000000, 1000000, 1000000)", [companyId])

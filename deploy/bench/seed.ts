import { brandImageFields, profileTextFields } from '@app/contracts/http/company.ts'
import type { ClientBase, Pool } from 'pg'
import { unlessInterrupted } from './interruption.ts'

/** Default size: 10,000 companies with 100 tasks each. One database is designed for this size. */
const COMPANIES = 10_000
const TASKS_EACH = 100

/** SQL expressions for the fields of inserted tasks. They may use `company.id` and `n`, the number of the task in the company. */
interface TaskFields {
  title: string
  status: string
  targetDate: string
}

export const waitingForApproval: TaskFields = {
  title: `'A task with a usual title ' || n`,
  status: `'Pending'`,
  targetDate: 'current_date + 9',
}

const oneOf = (values: readonly string[], salt: string) =>
  `('{"${values.join('","')}"}'::text[])[1 + abs(hashtext(company.id::text || n || '${salt}')) % ${values.length}]`
const occasions = ['Autumn', 'Winter', 'Spring', 'Summer', 'Grand', 'Weekly', 'Monthly', 'New', 'Free', 'Holiday', 'Early', 'Late', 'Local']
const subjects = [
  'sale',
  'opening',
  'launch',
  'menu',
  'offer',
  'event',
  'newsletter',
  'tips',
  'recipe',
  'giveaway',
  'story',
  'hours',
  'team',
]

export const ofTwoYears: TaskFields = {
  title: `${oneOf(occasions, 'a')} || ' ' || ${oneOf(subjects, 'b')} || ' ' || n`,
  status: `case when n <= 80 then 'Posted' else ${oneOf(['Pending', 'Pending', 'Roll Back', 'Approved', 'Posted'], 'c')} end`,
  targetDate: 'current_date - 700 + 8 * n',
}

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
  'A sentence or two more about it, as far as needed',
]
  .map(ownHalf)
  .join(', ')

const insertInto = (companies: string, tasks: number, { title, status, targetDate } = waitingForApproval) => `
  insert into tasks.task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
    description, status, target_posting_date, submission_for_review, platform_x, platform_fb, platform_insta, platform_li, platform_youtube,
    platform_via_mail, done_task_image, done_task_thumbnail, preview_number, approved_preview_number, is_recurring, created_by)
  select task_id, company_id, title, ${brief}, status, target_date, target_date - 5, true, false, true, n % 2 = 0, false,
    n % 3 = 0, 'public/task-previews/' || task_id || '.png',
    jsonb_build_object('key', 'public/task-previews/' || task_id || '.jpg', 'width', 320, 'height', 320), 1,
    case when status in ('Approved', 'Posted') then 1 end, false, 'owner'
  from (
    select uuidv7() as task_id, company.id as company_id, n, ${title} as title, ${status} as status, ${targetDate} as target_date
    from ${companies}, generate_series(1, ${tasks}) n
  ) as made`

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

/** Inserts tasks, and then their previews, in one transaction. */
async function addWithPreviews<T extends object>(database: Pool, text: string, values: unknown[]): Promise<T[]> {
  const client = await database.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<T>(text, values)
    await client.query('set local session_replication_role = replica')
    await addPreviews(client)
    await client.query('commit')
    return rows
  } finally {
    client.release(true)
  }
}

export async function addTasks(database: Pool, companyId: string, tasks: number): Promise<string[]> {
  const text = `${insertInto('(select $1::uuid as id) company', tasks)} returning id`
  const rows = await addWithPreviews<{ id: string }>(database, text, [companyId])
  return rows.map(({ id }) => id)
}

const profile = JSON.stringify({
  ...Object.fromEntries(profileTextFields.map((name) => [name, `A ${name} of some length`])),
  ...Object.fromEntries(['logo', ...brandImageFields].map((name) => [name, null])),
  color1: '#2f6f5e',
  gsapi: '',
  createdAt: '2026-11-21T17:00:00.000Z',
  updatedAt: '2026-11-21T17:00:00.000Z',
})

/**
 * Inserts the counts of tasks. The trigger that usually writes these counts is turned off. `with_client` is the number of Pending tasks
 * with a preview. All inserted Pending tasks have a preview, so `with_client` equals `pending`.
 */
const countTasks = `
  insert into tasks.task_counts (company_id, pending, with_client, roll_back, approved, posted)
  select company_id, count(*) filter (where status = 'Pending'), count(*) filter (where status = 'Pending'), count(*) filter (where status = 'Roll Back'),
    count(*) filter (where status = 'Approved'), count(*) filter (where status = 'Posted')
  from tasks.task where not exists (select from tasks.task_counts where company_id = task.company_id) group by company_id`

/** Inserts companies, by default with a hundred tasks each. Triggers and foreign key checks are turned off for these inserts. */
export async function fillTable(database: Pool, companies = COMPANIES, like = waitingForApproval, tasksEach = TASKS_EACH): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    const some = `with company as (insert into tasks.company (id, owner_id, name, profile, version)
      select id, uuidv7(), 'Company ' || n, '${profile}' || jsonb_build_object('_id', id, 'companyName', 'Company ' || n), 1
      from (select uuidv7() as id, n from generate_series(1, ${COMPANIES}) n) made returning id) `
    for (let made = 0; made < companies; made += COMPANIES)
      await unlessInterrupted(client.query(some + insertInto('company', tasksEach, like)))
    await unlessInterrupted(client.query(countTasks))
    await unlessInterrupted(addPreviews(client))
    await unlessInterrupted(client.query('vacuum analyze tasks.task, tasks.company, tasks.task_counts, tasks.preview, tasks.preview_file'))
    // Writes all dirty pages now, so that a checkpoint does not disturb the next measurement.
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

/** Inserts a company into the database of the tasks service, which usually does this when it receives the event of a new company. */
export async function addCompany(database: Pool, companyId: string, ownerId: string): Promise<void> {
  const text = `insert into tasks.company (id, owner_id, name, profile, version)
    values ($1::uuid, $2, 'Harbor & Pine Coffee', '${profile}' || jsonb_build_object('_id', $1::uuid, 'companyName', 'Harbor & Pine Coffee'), 1)`
  await database.query(text, [companyId, ownerId])
}

/** Lets a company of the tasks service exceed the limits of plans, because benchmarks create more tasks than an owner does. */
export const liftQuota = (database: Pool, companyId: string) =>
  database.query("insert into tasks.company_plan values ($1, 'full-run', 1000000, 1000000, 1000000)", [companyId])

export async function copyCompany(database: Pool, companyId: string, copies: number): Promise<void> {
  const text = `with company as (insert into tasks.company (id, owner_id, name, profile, version)
    select made.id, gen_random_uuid(), name, jsonb_set(profile::jsonb, '{_id}', to_jsonb(made.id)), 1
    from tasks.company, (select uuidv7() as id from generate_series(1, ${copies})) made where company.id = $1 returning id) ${insertInto('company', TASKS_EACH)}`
  await addWithPreviews(database, text, [companyId])
}

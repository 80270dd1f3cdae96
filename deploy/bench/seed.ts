import type { Pool } from 'pg'
import { unlessInterrupted } from './interruption.ts'

/** What the product is made for, on one database: a million tasks. */
const COMPANIES = 10_000
const TASKS_EACH = 100

/** Texts as short as most people's, so that a task is about 1 kB of answer. */
const brief = `'A task with a usual title ' || n, 'One line that says it', 'What it is for', 'A headline', 'What we offer, and to whom',
  'Come by and see', 'Please keep to our colors', '', 'A sentence or two more about it, as far as needed'`

const insertInto = (companies: string, tasks: number) => `
  insert into tasks.task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
    description, target_posting_date, submission_for_review, platform_x, platform_fb, platform_insta, platform_li, platform_youtube,
    platform_via_mail, done_task_image, is_recurring, created_by)
  select uuidv7(), company.id, ${brief}, current_date + 9, current_date + 4, true, false, true, n % 2 = 0, false, n % 3 = 0,
    'public/task-previews/' || uuidv7() || '.png', false, 'owner'
  from ${companies}, generate_series(1, ${tasks}) n`

/** Gives a company tasks that wait for approval. Answers their ids. */
export async function addTasks(database: Pool, companyId: string, tasks: number): Promise<string[]> {
  const text = `${insertInto('(select $1::uuid as id) company', tasks)} returning id`
  const { rows } = await database.query<{ id: string }>(text, [companyId])
  return rows.map(({ id }) => id)
}

/** Triggers were left out: what they would have counted. */
const fillTallies = `
  insert into tasks.company_tally (company_id, pending)
  select id, ${TASKS_EACH} from tasks.company where not exists (select from tasks.company_tally where company_id = company.id)`

/** Fills the table with a hundred tasks of each of so many companies. Constraints between the rows made here are not looked at again. */
export async function fillTable(database: Pool, companies = COMPANIES): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    const some = `with company as (insert into tasks.company (id, owner_id, name, profile, version)
      select uuidv7(), uuidv7(), 'Company ' || n, '{}', 1 from generate_series(1, ${COMPANIES}) n returning id) `
    for (let made = 0; made < companies; made += COMPANIES) await unlessInterrupted(client.query(some + insertInto('company', TASKS_EACH)))
    await unlessInterrupted(client.query(fillTallies))
    await unlessInterrupted(client.query('vacuum analyze tasks.task, tasks.company, tasks.company_tally'))
    // What is still to be written out would fall on what is measured next.
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

/** Makes a company known to tasks, as the event of its creation would. */
export async function addCompany(database: Pool, companyId: string, ownerId: string): Promise<void> {
  const text = `insert into tasks.company (id, owner_id, name, profile, version) values ($1, $2, 'Harbor & Pine Coffee', '{"seeded": true}', 1)`
  await database.query(text, [companyId, ownerId])
}

/** So many companies more that are as this one, each with a hundred tasks. */
export async function copyCompany(database: Pool, companyId: string, copies: number): Promise<void> {
  const text = `with company as (insert into tasks.company (id, owner_id, name, profile, version)
    select made.id, gen_random_uuid(), name, jsonb_set(profile::jsonb, '{_id}', to_jsonb(made.id)), 1
    from tasks.company, (select uuidv7() as id from generate_series(1, ${copies})) made where company.id = $1 returning id) ${insertInto('company', TASKS_EACH)}`
  await database.query(text, [companyId])
}

import { connect } from '@app/chassis/db/connect.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { sql, type Transaction } from 'kysely'

/** A version of a past post, and what the owner decided about it. */
export interface PastVersion {
  deliveredAt: Date
  decidedAt: Date
  /** Undefined if the owner approved. */
  feedback?: string | undefined
}

/** A post of a past month. The last version was approved. */
export interface PastPost {
  title: string
  /** A task with a preview. The post has its brief, and the files of its current version. */
  likeTaskId: string
  platforms: readonly Platform[]
  links: PostLinks
  createdAt: Date
  versions: readonly PastVersion[]
  postedAt: Date
  /** The calendar day of `postedAt` in the business's time zone. */
  postedOn: string
}

type Trx = Transaction<unknown>

/** Lets a company have existed since an instant. */
async function setCreatedAt(trx: Trx, companyId: string, at: Date): Promise<void> {
  const createdAt = at.toISOString()
  await sql`update company.companies set created_at = ${createdAt} where id = ${companyId}`.execute(trx)
  await sql`
    update tasks.company set profile = profile || jsonb_build_object('createdAt', ${createdAt}::text) where id = ${companyId}`.execute(trx)
}

async function insertTask(trx: Trx, companyId: string, post: PastPost): Promise<string> {
  const id = crypto.randomUUID()
  const approved = post.versions.length
  const rollbacks = post.versions.flatMap(({ feedback, decidedAt }, at) =>
    feedback === undefined
      ? []
      : [{ id: crypto.randomUUID(), feedback, clientSuggestImage: null, doneTaskImage: null, previewNo: at + 1, createdAt: decidedAt }],
  )
  const chosen = sql.join(platforms.map((platform) => sql`${post.platforms.includes(platform)}`))
  await sql`
    insert into tasks.task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
      description, ${sql.join(platforms.map((platform) => sql.ref(platform)))}, is_recurring, created_by, created_at, updated_at, status,
      done_task_image, done_task_thumbnail, preview_number, approved_preview_number, posted_at, posted_on, post_links, rollbacks, version)
    select ${id}, ${companyId}, ${post.title}, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
      description, ${chosen}, false, 'owner', ${post.createdAt}, ${post.postedAt}, 'Posted',
      done_task_image, done_task_thumbnail, ${approved}::int, ${approved}::int, ${post.postedAt}, ${post.postedOn}::date,
      ${JSON.stringify(post.links)}::jsonb, ${JSON.stringify(rollbacks)}::jsonb, ${approved * 2 + 2}::int
    from tasks.task where id = ${post.likeTaskId}`.execute(trx)
  return id
}

async function insertVersion(trx: Trx, taskId: string, likeTaskId: string, number: number, version: PastVersion): Promise<void> {
  const id = crypto.randomUUID()
  const { deliveredAt, decidedAt, feedback } = version
  await sql`
    insert into tasks.preview (id, task_id, number, caption, state, created_by, created_at, delivered_by, delivered_at)
    select ${id}, ${taskId}, ${number}::int, caption, 'delivered', created_by, ${deliveredAt}, delivered_by, ${deliveredAt}
    from tasks.preview where task_id = ${likeTaskId} and state = 'delivered' order by number desc limit 1`.execute(trx)
  const like = sql`(select id from tasks.preview where task_id = ${likeTaskId} and state = 'delivered' order by number desc limit 1)`
  await sql`
    insert into tasks.preview_file (preview_id, position, key, kind, media_type, bytes, sha256, width, height, duration_ms, poster_key,
      display_key, thumbnail_key, codec, alternative_text)
    select ${id}, position, key, kind, media_type, bytes, sha256, width, height, duration_ms, poster_key, display_key, thumbnail_key, codec,
      alternative_text
    from tasks.preview_file where preview_id = ${like}`.execute(trx)
  // The hash of the content, which is the same, protects the files from now on.
  await sql`
    update tasks.preview set content_hash = original.content_hash from tasks.preview as original
    where preview.id = ${id} and original.id = ${like}`.execute(trx)
  await sql`
    insert into tasks.decision (id, task_id, task_version, preview_number, kind, channel, content_hash, created_at)
    select gen_random_uuid(), ${taskId}, ${number * 2}::int, ${number}::int, ${feedback === undefined ? 'approve' : 'refer-back'}, 'portal',
      content_hash, ${decidedAt}
    from tasks.preview where id = ${id}`.execute(trx)
}

/** Numbers of customers by stage, as the spreadsheet was read at an instant. */
export interface PastCustomers {
  at: Date
  leads: number
  customers: number
  lost: number
}

const insertCustomers = (trx: Trx, companyId: string, { at, leads, customers, lost }: PastCustomers) =>
  sql`
    insert into crm_proxy.stage_observation (company_id, observed_at, leads, customers, lost, other_stage)
    values (${companyId}, ${at}, ${leads}::int, ${customers}::int, ${lost}::int, 0)`.execute(trx)

export interface Past {
  /** When the company was created. */
  since: Date
  posts: readonly PastPost[]
  customers?: readonly PastCustomers[]
}

/**
 * Adds past months of a company to the tables of the services, because no request can do that: the product records when things happen.
 * Nothing is added to the decision record.
 */
export async function addPast(databaseUrl: string, companyId: string, { since, posts, customers = [] }: Past): Promise<void> {
  const db = connect<unknown>({ url: databaseUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  try {
    await db.transaction().execute(async (trx) => {
      await setCreatedAt(trx, companyId, since)
      for (const post of posts) {
        const taskId = await insertTask(trx, companyId, post)
        for (const [at, version] of post.versions.entries()) await insertVersion(trx, taskId, post.likeTaskId, at + 1, version)
      }
      for (const read of customers) await insertCustomers(trx, companyId, read)
    })
  } finally {
    await db.destroy()
  }
}

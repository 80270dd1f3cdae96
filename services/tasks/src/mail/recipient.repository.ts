import type { RecipientKind } from '@app/contracts/rules/reviews.ts'
import { type Kysely, sql } from 'kysely'
import { type ColleagueRow, findColleague } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'

/** Whether an owner confirmed the email address. False for people who are not owners. */
export async function isConfirmedOwner(db: Kysely<Tables>, ownerId: string): Promise<boolean> {
  const owner = db.selectFrom('owner_address').select('owner_id').where('owner_id', '=', ownerId).where('is_confirmed', '=', true)
  return (await owner.executeTakeFirst()) !== undefined
}

/**
 * Returns a colleague of any company. Undefined if the colleague gets no emails, because the colleague has not accepted the invitation or
 * has left, or because an email bounced.
 */
export async function findMailedColleague(db: Kysely<Tables>, id: string): Promise<ColleagueRow | undefined> {
  const colleague = await findColleague(db, id)
  return colleague?.state === 'active' && !colleague.hasBounced ? colleague : undefined
}

interface LinkedPreview {
  taskId: string
  previewNo: number
}

/**
 * Returns the id of the newest usable link of a recipient to each preview, by the id of the task. Each task must occur once. A link is
 * usable if it was neither revoked nor has expired, if the company uses review links, and if its owner confirmed the email address.
 */
export async function findUsableLinks(
  db: Kysely<Tables>,
  { kind, id, now }: { kind: RecipientKind; id: string; now: Date },
  previews: readonly LinkedPreview[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; taskId: string }>`
    select distinct on (link.task_id) link.id, link.task_id as "taskId"
    from unnest(${previews.map(({ taskId }) => taskId)}::uuid[], ${previews.map(({ previewNo }) => previewNo)}::integer[])
        as wanted (task_id, preview_number)
      join review_link as link on link.task_id = wanted.task_id and link.preview_number = wanted.preview_number
      join task on task.id = link.task_id
      join company on company.id = task.company_id
      join owner_address on owner_address.owner_id = company.owner_id and is_confirmed
      left join company_setting on company_setting.company_id = company.id
    where recipient_kind = ${kind} and recipient_id = ${id} and revoked_at is null and expires_at > ${now.toISOString()}
      and coalesce(review_links, true)
    order by link.task_id, link.id desc`.execute(db)
  return new Map(rows.map((row) => [row.taskId, row.id]))
}

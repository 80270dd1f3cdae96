import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import type { RecipientKind } from '@app/contracts/rules/reviews.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'

export interface ReviewLink {
  id: string
  taskId: string
  previewNo: number
  recipientKind: RecipientKind
  recipientId: string
  email: string
  expiresAt: string
  /** Whether the link was revoked, or its recipient is no longer a colleague. */
  isRevoked: boolean
  /** Whether the preview of the link was withdrawn. */
  isWithdrawn: boolean
  /** Whether the recipient may decide, or only look. The owner may always decide. */
  may: ColleagueRight
  /** The name of the colleague who got the link. Null for the owner. */
  colleagueName: string | null
  /** Whether the mail relay accepted the email with the link less than ten seconds ago or has not accepted it yet. */
  isEarly: boolean
  /** Whether the page of the link has been opened, not counting programs that name themselves in the user agent. */
  isOpened: boolean
  /** The recipient wants no reminder before this date, YYYY-MM-DD. */
  snoozedUntil: string | null
}

const EARLY = sql<boolean>`coalesce(sent_at > now() - interval '10 seconds', true)`

export const findLink = (db: Kysely<Tables>, id: string): Promise<ReviewLink | undefined> =>
  db
    .selectFrom('review_link')
    .leftJoin('colleague', (join) => join.on('recipient_kind', '=', 'colleague').onRef('colleague.id', '=', 'recipient_id'))
    .leftJoin('preview', (join) =>
      join.onRef('preview.task_id', '=', 'review_link.task_id').onRef('preview.number', '=', 'review_link.preview_number'),
    )
    .select(['review_link.id', 'review_link.task_id as taskId', 'preview_number as previewNo', 'recipient_kind as recipientKind'])
    .select(['recipient_id as recipientId', 'review_link.email', 'expires_at as expiresAt', 'snoozed_until as snoozedUntil'])
    .select([sql<boolean>`revoked_at is not null or coalesce(colleague.state <> 'active', false)`.as('isRevoked'), EARLY.as('isEarly')])
    .select([
      sql<boolean>`first_opened_at is not null`.as('isOpened'),
      sql<boolean>`coalesce(preview.state = 'withdrawn', false)`.as('isWithdrawn'),
    ])
    .select([sql<ColleagueRight>`coalesce(may, 'decide')`.as('may'), 'colleague.name as colleagueName'])
    .where('review_link.id', '=', id)
    .executeTakeFirst()

interface NewLinks {
  taskId: string
  previewNo: number
  ownerId: string
  companyId: string
  expiresAt: Date
}

/** A new link, as events contain it. */
export type NewLink = Pick<ReviewLink, 'id' | 'recipientKind' | 'recipientId'>

/**
 * Adds a link for the owner if the company uses review links and the owner confirmed the email address. The query locks the owner's row in
 * `owner_address`, also without a confirmation. So a concurrent transaction that revokes links of the owner or of colleagues waits, and
 * then also revokes the new links. A concurrent confirmation waits, and then creates the missing link.
 */
export async function insertOwnersLink(trx: Transaction<Tables>, link: NewLinks): Promise<NewLink | undefined> {
  const { rows } = await sql<NewLink>`
    with recipient as materialized (
      select owner_id, email, is_confirmed from owner_address where owner_id = ${link.ownerId} for share
    )
    insert into review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at)
    select ${uuidv7()}, ${link.taskId}, ${link.previewNo}, 'owner', owner_id, email, ${link.expiresAt.toISOString()} from recipient
    where is_confirmed and not exists (select from company_setting where company_id = ${link.companyId} and not review_links)
    returning id, recipient_kind as "recipientKind", recipient_id as "recipientId"`.execute(trx)
  return rows[0]
}

/** Adds a link for a colleague. */
export async function insertColleaguesLink(
  trx: Transaction<Tables>,
  { taskId, previewNo, expiresAt }: NewLinks,
  { id: recipientId, email }: { id: string; email: string },
): Promise<NewLink> {
  const link = { id: uuidv7(), recipientKind: 'colleague' as const, recipientId }
  await trx
    .insertInto('review_link')
    .values({
      id: link.id,
      task_id: taskId,
      preview_number: previewNo,
      recipient_kind: 'colleague',
      recipient_id: recipientId,
      email,
      expires_at: expiresAt.toISOString(),
    })
    .execute()
  return link
}

/** Revokes all links of an owner or colleague. */
export async function revokeLinks(trx: Transaction<Tables>, recipientId: string): Promise<void> {
  await sql`update review_link set revoked_at = now() where recipient_id = ${recipientId} and revoked_at is null`.execute(trx)
}

/** Revokes all links of the owner's colleagues. */
export async function revokeColleaguesLinks(trx: Transaction<Tables>, ownerId: string): Promise<void> {
  await sql`
    update review_link set revoked_at = now() from company join colleague on colleague.company_id = company.id
    where company.owner_id = ${ownerId} and recipient_id = colleague.id and revoked_at is null`.execute(trx)
}

/** Revokes all links to previews of a company. */
export async function revokeLinksOfCompany(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await sql`
    update review_link set revoked_at = now() from task
    where task.id = review_link.task_id and task.company_id = ${companyId} and revoked_at is null`.execute(trx)
}

/** Records that the mail relay accepted an email with these links. If several emails contained the same link, the latest time is stored. */
export async function markSent(trx: Transaction<Tables>, ids: readonly string[], sentAt: string): Promise<void> {
  await sql`update review_link set sent_at = greatest(sent_at, ${sentAt}) where id = any(${ids}::uuid[])`.execute(trx)
}

/** Whether an owner has or had a link to a preview. A revoked or expired link counts: reminders about its preview open the portal. */
export async function hasOwnersLink(trx: Transaction<Tables>, taskId: string, previewNo: number): Promise<boolean> {
  const { rows } = await sql`
    select from review_link where task_id = ${taskId} and preview_number = ${previewNo} and recipient_kind = 'owner' limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Whether an email with a review link to the owner's address bounced in the last 90 days, and the mail relay has accepted no later one. No
 * reminder is sent to such an address.
 */
export async function hasBouncedAddress(db: Kysely<Tables>, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from owner_address
    join review_link as bounced on bounced.recipient_id = owner_id and lower(bounced.email) = lower(owner_address.email)
    where owner_id = ${ownerId} and bounced.bounced_at > now() - interval '90 days' and not exists (
      select from review_link as sent
      where sent.recipient_id = owner_id and lower(sent.email) = lower(owner_address.email) and sent.sent_at > bounced.bounced_at)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Records that an email with the link bounced. Returns false if a bounce is already recorded. */
export async function markBounced(trx: Transaction<Tables>, id: string, bouncedAt: string): Promise<boolean> {
  const marked = await trx
    .updateTable('review_link')
    .set({ bounced_at: bouncedAt })
    .where('id', '=', id)
    .where('bounced_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Returns a link with its preview if an email with the link bounced before `sentAt`. */
export const findBouncedBefore = (
  db: Kysely<Tables>,
  id: string,
  sentAt: string,
): Promise<{ linkId: string; taskId: string; previewNo: number } | undefined> =>
  db
    .selectFrom('review_link')
    .select(['id as linkId', 'task_id as taskId', 'preview_number as previewNo'])
    .where('id', '=', id)
    .where('bounced_at', '<', sentAt)
    .executeTakeFirst()

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { openStates } from '../dispatches/dispatch.repository.ts'
import { ALL, type SuspensionTarget } from './suspension.repository.ts'

/** Suspensions of a company's sending, or of one of its campaigns, which the owner knows of or would have to know of. */
const affects = (scope: SuspensionTarget['scope'], id: string) =>
  scope === 'campaign' ? sql`(scope in ('all', 'company') or scope = 'campaign' and target = ${id})` : sql`scope in ('all', 'company')`

/**
 * Adds a notice for each owner whose emails a suspension stops, and returns the ids of the notices. Owners whose sending is already
 * suspended, and owners who were notified of this suspension, are left out. A suspension of all companies concerns those with emails that
 * are not sent yet.
 */
export async function addNotices(trx: Transaction<Tables>, { scope, id = ALL }: SuspensionTarget): Promise<string[]> {
  const concerned = {
    all: sql`select distinct company_id from dispatch where state = any(${openStates}::text[])`,
    company: sql`select ${id}::uuid as company_id`,
    campaign: sql`select company_id from campaign where id = ${id}`,
  }[scope]
  const { rows } = await sql<{ id: string }>`
    insert into suspension_notice (scope, target, company_id)
    select ${scope}::text, ${id}::uuid, company_id from (${concerned}) as concerned where not exists (
      select from suspension_notice as told
      where told.company_id = concerned.company_id and told.ended_at is null and ${affects(scope, id)})
    on conflict do nothing returning id`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Ends the notices of a deleted suspension, and returns their ids. A notice does not end if another suspension still stops the owner's
 * emails. The notice is then about this suspension, or is deleted if the owner already has a notice of it.
 */
export async function endNotices(trx: Transaction<Tables>, { scope, id = ALL }: SuspensionTarget): Promise<string[]> {
  const { rows: told } = await sql<{ id: string; companyId: string }>`
    delete from suspension_notice where scope = ${scope} and target = ${id} and ended_at is null
    returning id, company_id as "companyId"`.execute(trx)
  const { rows } = await sql<{ id: string; isEnded: boolean }>`
    insert into suspension_notice (id, scope, target, company_id, ended_at)
    select distinct on (told.id) told.id, coalesce(other.scope, ${scope}), coalesce(other.target, ${id}), told.company_id,
      case when other.scope is null then now() end
    from unnest(${told.map((notice) => notice.id)}::uuid[], ${told.map(({ companyId }) => companyId)}::uuid[]) as told (id, company_id)
      left join suspension as other on other.scope = 'all' or other.scope = 'company' and other.target = told.company_id
    order by told.id, other.scope
    on conflict do nothing returning id, ended_at is not null as "isEnded"`.execute(trx)
  return rows.flatMap((notice) => (notice.isEnded ? [notice.id] : []))
}

interface Notice {
  id: string
  companyProfileId: string
  ownerId: string
  /** Null if the suspension is not about one campaign. */
  campaignId: string | null
  name: string | null
}

/** Returns notices with their owners, and the names of the suspended campaigns. */
export async function findNotices(db: Kysely<Tables>, ids: readonly string[]): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select notice.id, company.id as "companyProfileId", company.owner_id as "ownerId", campaign.id as "campaignId", campaign.name
    from suspension_notice as notice
      join company on company.id = notice.company_id
      left join campaign on notice.scope = 'campaign' and campaign.id = notice.target
    where notice.id = any(${ids}::uuid[]) order by company.id`.execute(db)
  return rows
}

/** Deletes notices that ended a month ago. The emails about them were sent long before. */
export async function purgeNotices(db: Kysely<Tables>): Promise<void> {
  await sql`delete from suspension_notice where ended_at < now() - interval '30 days'`.execute(db)
}

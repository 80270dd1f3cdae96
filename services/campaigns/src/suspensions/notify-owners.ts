import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { SendingResumed, SendingSuspended } from '@app/contracts/events/campaigns.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ALL, openStates, type SuspensionTarget } from './suspension.repository.ts'

interface Notice {
  companyProfileId: string
  companyName: string
  ownerId: string
  campaignId: string | null
  name: string | null
}

/** Suspensions of a company's sending, or of one of its campaigns, which the owner knows of or would have to know of. */
const affects = (scope: SuspensionTarget['scope'], id: string) =>
  scope === 'campaign' ? sql`(scope in ('all', 'company') or scope = 'campaign' and target = ${id})` : sql`scope in ('all', 'company')`

async function factsOf(trx: Transaction<Tables>, companyIds: readonly string[], { scope, id = ALL }: SuspensionTarget): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select company.id as "companyProfileId", company.name as "companyName", company.owner_id as "ownerId",
      campaign.id as "campaignId", campaign.name
    from company left join campaign on ${scope}::text = 'campaign' and campaign.id = ${id}::uuid
    where company.id = any(${companyIds}::uuid[]) order by company.id`.execute(trx)
  return rows
}

const dataOf = ({ campaignId, name, ...company }: Notice, { scope }: SuspensionTarget) => ({
  ...company,
  scope,
  ...(campaignId !== null && name !== null && { campaign: { campaignId, name } }),
})

/**
 * Publishes that sending was suspended, for each owner whose emails it stops. Owners whose sending is already suspended, and owners who
 * were notified of this suspension, are left out. A suspension of all companies concerns those with emails that are not sent yet.
 */
export async function notifyOfSuspension(trx: Transaction<Tables>, target: SuspensionTarget, reason: string): Promise<void> {
  const { scope, id = ALL } = target
  const concerned = {
    all: sql`select distinct company_id from dispatch where state = any(${openStates}::text[])`,
    company: sql`select ${id}::uuid as company_id`,
    campaign: sql`select company_id from campaign where id = ${id}`,
  }[scope]
  const { rows } = await sql<{ companyId: string }>`
    insert into suspension_notice (scope, target, company_id)
    select ${scope}::text, ${id}::uuid, company_id from (${concerned}) as concerned where not exists (
      select from suspension_notice as told where told.company_id = concerned.company_id and ${affects(scope, id)})
    on conflict do nothing returning company_id as "companyId"`.execute(trx)
  const told = rows.map(({ companyId }) => companyId)
  for (const notice of await factsOf(trx, told, target))
    await addEvent(trx, SendingSuspended, {
      aggregateId: notice.companyProfileId,
      version: 1,
      data: { ...dataOf(notice, target), reason },
    })
}

/**
 * Publishes that sending resumes, for each owner who was notified of the suspension. If another suspension still stops the owner's emails,
 * the owner is notified when that one ends. Must be called after the suspension was deleted.
 */
export async function notifyOfRelease(trx: Transaction<Tables>, target: SuspensionTarget): Promise<void> {
  const { scope, id = ALL } = target
  const { rows } = await sql<{ companyId: string }>`
    delete from suspension_notice where scope = ${scope} and target = ${id} returning company_id as "companyId"`.execute(trx)
  const told = rows.map(({ companyId }) => companyId)
  const { rows: moved } = await sql<{ companyId: string }>`
    insert into suspension_notice (scope, target, company_id)
    select distinct on (company_id) scope, target, company_id
    from unnest(${told}::uuid[]) as told (company_id) join suspension on scope = 'all' or scope = 'company' and target = company_id
    order by company_id, scope
    on conflict (scope, target, company_id) do update set scope = excluded.scope
    returning company_id as "companyId"`.execute(trx)
  const isSuspended = new Set(moved.map(({ companyId }) => companyId))
  const free = told.filter((companyId) => !isSuspended.has(companyId))
  for (const notice of await factsOf(trx, free, target))
    await addEvent(trx, SendingResumed, { aggregateId: notice.companyProfileId, version: 1, data: dataOf(notice, target) })
}

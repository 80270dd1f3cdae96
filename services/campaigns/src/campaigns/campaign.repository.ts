import type { DispatchState } from '@app/contracts/http/dispatches.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { openStates } from '../dispatches/dispatch.repository.ts'

/** States of a dispatch that will start automatically. */
const comingStates = ['scheduled', 'gathering', 'waiting'] as const satisfies DispatchState[]

const isOneOf = (states: readonly DispatchState[]) => sql<boolean>`dispatch.state = any(${states})`

const IS_OPEN = sql<boolean>`exists (select from dispatch where campaign_id = campaign.id and ${isOneOf(openStates)})`

const columns = [
  'campaign.id as _id',
  'campaign.company_id as companyProfileId',
  'campaign.name',
  'campaign.audience',
  'campaign.category as campaignCategory',
  'campaign.start_date as startDate',
  'campaign.end_date as endDate',
  'campaign.counts_opens as countsOpens',
  'campaign.state',
  'campaign.created_at as createdAt',
  IS_OPEN.as('isOpen'),
  sql<string | null>`(
    select min(sends_at) from dispatch
    where campaign_id = campaign.id and campaign.state = 'active' and ${isOneOf(comingStates)})`.as('nextSendAt'),
  'company.name as companyName',
] as const

/** Whether a step is final: at least one of its dispatches has started, and all others have started or are canceled. */
const IS_SENT = sql<boolean>`
  exists (select from dispatch where step_id = step.id and started_at is not null)
  and not exists (select from dispatch where step_id = step.id and started_at is null and state <> 'cancelled')`

const stepColumns = [
  'step.id as _id',
  'step.campaign_id as campaignId',
  'step.position',
  'step.type',
  'step.date',
  'step.subject',
  'step.body',
  'step.attachment',
  'step.attachment_name as attachmentName',
  'step.attachment_size as attachmentSize',
  IS_SENT.as('isSent'),
  'step.version',
] as const

const campaigns = (db: Kysely<Tables>) =>
  db.selectFrom('campaign').innerJoin('company', 'company.id', 'campaign.company_id').select(columns)

export type CampaignRow = Awaited<ReturnType<ReturnType<typeof campaigns>['executeTakeFirstOrThrow']>>

const steps = (db: Kysely<Tables>) => db.selectFrom('step').select(stepColumns)

export type StepRow = Awaited<ReturnType<ReturnType<typeof steps>['executeTakeFirstOrThrow']>>

export interface CampaignPage {
  limit: number
  /** Cursor: the page contains only campaigns with a smaller id. */
  before: string | undefined
}

export function campaignsOf(db: Kysely<Tables>, companyId: string, { limit, before }: CampaignPage): Promise<CampaignRow[]> {
  const all = campaigns(db).where('campaign.company_id', '=', companyId)
  const page = before === undefined ? all : all.where('campaign.id', '<', before)
  return page.orderBy('campaign.id', 'desc').limit(limit).execute()
}

export function allCampaigns(
  db: Kysely<Tables>,
  { limit, before, search }: CampaignPage & { search: string | undefined },
): Promise<CampaignRow[]> {
  let query = campaigns(db)
  if (before !== undefined) query = query.where('campaign.id', '<', before)
  if (search) query = query.where(sql<boolean>`strpos(lower(campaign.name || chr(10) || company.name), ${search.toLowerCase()}) > 0`)
  return query.orderBy('campaign.id', 'desc').limit(limit).execute()
}

export const stepsOf = (db: Kysely<Tables>, campaignIds: readonly string[]): Promise<StepRow[]> =>
  steps(db).where('step.campaign_id', '=', sql<string>`any(${campaignIds})`).orderBy('step.position').execute()

/** Returns a campaign by its `_id`. With an `ownerId`, returns it only if it belongs to that owner. */
export function findCampaign(db: Kysely<Tables>, id: string, ownerId: string | undefined): Promise<CampaignRow | undefined> {
  const found = campaigns(db).where('campaign.id', '=', id)
  return (ownerId === undefined ? found : found.where('company.owner_id', '=', ownerId)).executeTakeFirst()
}

/** Returns how many campaigns of a company have open dispatches, and how many were submitted in the last 24 hours. */
export const countCampaigns = (db: Kysely<Tables>, companyId: string): Promise<{ open: number; ofToday: number }> =>
  db
    .selectFrom('campaign')
    .select([
      sql<number>`count(*) filter (where ${IS_OPEN})`.as('open'),
      sql<number>`count(*) filter (where created_at > now() - interval '1 day')`.as('ofToday'),
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()

interface NewCampaign {
  campaign: Insertable<Tables['campaign']>
  steps: readonly Insertable<Tables['step']>[]
  dispatches: readonly Insertable<Tables['dispatch']>[]
}

export async function insertCampaign(trx: Transaction<Tables>, { campaign, steps, dispatches }: NewCampaign): Promise<void> {
  await trx.insertInto('campaign').values(campaign).execute()
  await trx.insertInto('step').values(steps).execute()
  await trx.insertInto('dispatch').values(dispatches).execute()
}

export async function lockCampaign(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.selectFrom('campaign').select('id').where('id', '=', id).forUpdate().execute()
}

export async function setCampaignState(trx: Transaction<Tables>, id: string, state: CampaignRow['state']): Promise<void> {
  await trx.updateTable('campaign').set({ state }).where('id', '=', id).execute()
}

export async function updateStep(trx: Transaction<Tables>, id: string, changes: Partial<Insertable<Tables['step']>>): Promise<void> {
  await trx
    .updateTable('step')
    .set(changes)
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

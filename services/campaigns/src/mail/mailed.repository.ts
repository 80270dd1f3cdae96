import type { Suspension } from '@app/contracts/http/suspensions.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

const dispatches = (db: Kysely<Tables>) =>
  db
    .selectFrom('dispatch')
    .innerJoin('campaign', 'campaign.id', 'dispatch.campaign_id')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .innerJoin('step', 'step.id', 'dispatch.step_id')
    .select(['dispatch.id', 'dispatch.date', 'dispatch.state', 'dispatch.sends_at as sendsAt', 'dispatch.tries', 'dispatch.ticket'])
    .select(['dispatch.code', 'dispatch.reason', 'dispatch.late_reported as isLateReported', 'dispatch.audience', 'dispatch.counts'])
    .select(['campaign.id as campaignId', 'campaign.name', 'step.type as stepType', 'company.owner_id as ownerId'])

/** A dispatch with the facts that decide who gets emails about it, and what these emails contain. */
export type MailedDispatchRow = Awaited<ReturnType<ReturnType<typeof dispatches>['executeTakeFirstOrThrow']>>

/** Returns a dispatch of any company. The caller must check the recipient of the email. */
export const findMailedDispatch = (db: Kysely<Tables>, id: string): Promise<MailedDispatchRow | undefined> =>
  dispatches(db).where('dispatch.id', '=', id).executeTakeFirst()

/** A notice of a suspension, with the facts that decide who gets emails about it, and what these emails contain. */
export interface MailedNotice {
  companyName: string
  ownerId: string
  scope: Suspension['scope']
  /** Null if the suspension is not about one campaign. */
  campaignId: string | null
  campaignName: string | null
  /** Null if the suspension has ended. */
  reason: string | null
  isEnded: boolean
  /** Whether any suspension stops the emails of the company or campaign now. */
  isStopped: boolean
}

/** Returns a notice to any owner. The caller must check the recipient of the email. */
export async function findMailedNotice(db: Kysely<Tables>, id: string): Promise<MailedNotice | undefined> {
  const { rows } = await sql<MailedNotice>`
    select company.name as "companyName", company.owner_id as "ownerId", notice.scope,
      campaign.id as "campaignId", campaign.name as "campaignName", suspension.reason, notice.ended_at is not null as "isEnded",
      suspension.scope is not null or exists (
        select from suspension as other where other.scope = 'all' or other.scope = 'company' and other.target = notice.company_id
      ) as "isStopped"
    from suspension_notice as notice
      join company on company.id = notice.company_id
      left join campaign on notice.scope = 'campaign' and campaign.id = notice.target
      left join suspension on suspension.scope = notice.scope and suspension.target = notice.target
    where notice.id = ${id}`.execute(db)
  return rows[0]
}

import type { Kysely } from 'kysely'
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

import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { DispatchDone, DispatchHeld, DispatchLate, DispatchMissed } from '@app/contracts/events/campaigns.ts'
import type { Dispatch } from '@app/contracts/http/dispatches.ts'
import type { Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'

/** The code of a dispatch whose bounces or complaints suspended the company. */
export const REPUTATION = 'reputation'

/** Returns the dispatch's version and the data that all its events contain. Publishes an event about the change of the campaign. */
async function eventPayload(trx: Transaction<Tables>, id: string) {
  const { version, ...data } = await trx
    .selectFrom('dispatch')
    .innerJoin('campaign', 'campaign.id', 'dispatch.campaign_id')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .innerJoin('step', 'step.id', 'dispatch.step_id')
    .select(['dispatch.id as dispatchId', 'dispatch.date', 'dispatch.version', 'step.type as stepType'])
    .select(['campaign.id as campaignId', 'campaign.name', 'company.id as companyProfileId'])
    .select(['company.name as companyName', 'company.owner_id as ownerId'])
    .where('dispatch.id', '=', id)
    .executeTakeFirstOrThrow()
  await publishChanged(trx, data.campaignId)
  return { version, data }
}

export async function publishLate(trx: Transaction<Tables>, id: string, reason: string, until: Date): Promise<void> {
  const { version, data } = await eventPayload(trx, id)
  await addEvent(trx, DispatchLate, { aggregateId: id, version, data: { ...data, reason, until: until.toISOString() } })
}

export async function publishMissed(trx: Transaction<Tables>, id: string, reason: string): Promise<void> {
  const { version, data } = await eventPayload(trx, id)
  await addEvent(trx, DispatchMissed, { aggregateId: id, version, data: { ...data, reason } })
}

export async function publishHeld(trx: Transaction<Tables>, id: string, code: string, reason: string): Promise<void> {
  const { version, data } = await eventPayload(trx, id)
  const isSuspension = code === REPUTATION
  await addEvent(trx, DispatchHeld, { aggregateId: id, version, data: { ...data, code, reason, ...(isSuspension && { isSuspension }) } })
}

export async function publishDone(trx: Transaction<Tables>, id: string, audience: number, counts: Dispatch['counts']): Promise<void> {
  const { version, data } = await eventPayload(trx, id)
  const { accepted, failed, suppressed, maybeTwice } = counts
  await addEvent(trx, DispatchDone, { aggregateId: id, version, data: { ...data, audience, accepted, failed, suppressed, maybeTwice } })
}

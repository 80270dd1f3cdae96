import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import type { AudienceSettled } from '@app/contracts/events/crm-proxy.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'
import { addRecipients } from '../sending/add-recipients.ts'
import type { AddressHash } from '../suppression/erased-suppression.repository.ts'
import { fetchPage, UnusableAudience } from './audience-pages.ts'
import { changeDispatch, dropAudience, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { holdDispatch } from './stop-dispatch.ts'
import { nextTry, nextWakeUp } from './window.ts'

export interface GatherDeps {
  db: Kysely<Tables>
  log: Logger
  crmProxyUrl: string
  hashOf: AddressHash
  now: () => Date
}

/** How long to wait for crm-proxy's event before the recipients are requested again. Reading a spreadsheet takes less time. */
const RESPONSE_TIMEOUT_MS = 2 * 60_000

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const isGathering = (dispatch: WorkingDispatch | undefined): dispatch is WorkingDispatch =>
  dispatch?.state === 'gathering' || dispatch?.state === 'waiting'

/** Requests the recipients of a dispatch from crm-proxy. crm-proxy reads the spreadsheet again for this request. */
export async function requestAudience(trx: Transaction<Tables>, dispatch: WorkingDispatch, now: Date): Promise<void> {
  const { id, companyId, campaignId } = dispatch
  await changeDispatch(trx, id, {
    state: dispatch.state === 'waiting' ? 'waiting' : 'gathering',
    tries: dispatch.tries + 1,
    audience_requested_at: sql<string>`coalesce(audience_requested_at, now())`,
    due_at: nextWakeUp(later(now, RESPONSE_TIMEOUT_MS), dispatch, now).toISOString(),
  })
  const { audience, audience_requested_at, version } = await trx
    .selectFrom('dispatch')
    .innerJoin('campaign', 'campaign.id', 'dispatch.campaign_id')
    .select(['campaign.audience', 'dispatch.audience_requested_at', 'dispatch.version'])
    .where('dispatch.id', '=', id)
    .executeTakeFirstOrThrow()
  const data = { dispatchId: id, companyProfileId: companyId, audience, ...(audience_requested_at && { notBefore: audience_requested_at }) }
  await addEvent(trx, AudienceWanted, { aggregateId: id, version, data })
  if (dispatch.state === 'scheduled') await publishChanged(trx, campaignId)
}

type Settled = EventData<typeof AudienceSettled>

/** Stores the ticket with which the next steps fetch the recipients from crm-proxy. Replaces the ticket of an earlier event. */
async function storeTicket(
  trx: Transaction<Tables>,
  dispatch: WorkingDispatch,
  { ticket, asOf, count, skipped }: NonNullable<Settled['snapshot']>,
  now: Date,
): Promise<void> {
  // The event is too old if the spreadsheet was read before the recipients were requested.
  if (dispatch.audienceRequestedAt !== null && Date.parse(asOf) < Date.parse(dispatch.audienceRequestedAt)) return
  if (dispatch.asOf !== null && Date.parse(dispatch.asOf) !== Date.parse(asOf)) await dropAudience(trx, dispatch)
  await changeDispatch(trx, dispatch.id, {
    state: 'gathering',
    code: null,
    reason: null,
    ticket,
    as_of: asOf,
    audience: count,
    skipped: JSON.stringify(skipped),
    due_at: now.toISOString(),
  })
  await publishChanged(trx, dispatch.campaignId)
}

/** Schedules another request for the recipients (exponential backoff), because the spreadsheet could not be read. */
async function scheduleRequest(
  trx: Transaction<Tables>,
  dispatch: WorkingDispatch,
  { fault, reason }: NonNullable<Settled['failure']>,
  now: Date,
): Promise<void> {
  if (dispatch.ticket) return
  await changeDispatch(trx, dispatch.id, {
    state: 'waiting',
    code: fault,
    reason,
    due_at: nextWakeUp(nextTry(dispatch.tries, now), dispatch, now).toISOString(),
  })
  await publishChanged(trx, dispatch.campaignId)
}

/** Handles crm-proxy's event that the recipients of a dispatch were stored, or that the spreadsheet could not be read. */
export async function recordAudience(
  trx: Transaction<Tables>,
  { data: { dispatchId, snapshot, failure } }: ReceivedEvent<typeof AudienceSettled>,
  now: Date,
): Promise<void> {
  const dispatch = await lockDispatch(trx, dispatchId)
  if (!isGathering(dispatch)) return
  if (snapshot) await storeTicket(trx, dispatch, snapshot, now)
  if (failure) await scheduleRequest(trx, dispatch, failure, now)
}

const NO_AUDIENCE = {
  code: 'no-audience',
  reason: 'Nobody in your spreadsheet gets this email at the moment. Check your spreadsheet, then choose Send now.',
}

/**
 * Starts sending to all recipients in the ledger. Counts the recipients again, because several rows of the spreadsheet with the same email
 * address are one recipient in the ledger.
 */
async function beginSending(trx: Transaction<Tables>, { id, campaignId }: WorkingDispatch): Promise<void> {
  const audience = sql<number>`(select count(*) from delivery where dispatch_id = ${id})`
  await changeDispatch(trx, id, { state: 'sending', due_at: null, audience, started_at: sql<string>`now()` })
  await publishChanged(trx, campaignId)
}

type Page = NonNullable<Awaited<ReturnType<typeof fetchPage>>>

/** Stores the recipients of a page. After the last page, starts sending and returns the new state of the dispatch. */
function storePage({ db, hashOf }: GatherDeps, { id, ticket, pulled }: WorkingDispatch, { people, next }: Page) {
  return inTransaction(db, async (trx): Promise<'sending' | 'held' | undefined> => {
    const dispatch = await lockDispatch(trx, id)
    if (dispatch?.state !== 'gathering' || dispatch.ticket !== ticket || dispatch.pulled !== pulled) return undefined
    await addRecipients(trx, dispatch, people, hashOf)
    const fetched = pulled + people.length
    await changeDispatch(trx, id, { pulled: fetched })
    if (dispatch.audience === null || fetched > dispatch.audience)
      throw new UnusableAudience('crm-proxy returned more recipients than it had announced')
    // If the step changed during the fetch, its compiled email was discarded. The next step compiles the email again, and then requests
    // one more page. This page is empty, because all recipients are already stored. After this page, the sending starts.
    if (next !== null || !dispatch.hasMail) return undefined
    if (fetched !== dispatch.audience) throw new UnusableAudience('crm-proxy returned fewer recipients than it had announced')
    if (fetched > 0) await beginSending(trx, dispatch)
    else await holdDispatch(trx, id, NO_AUDIENCE)
    return fetched > 0 ? 'sending' : 'held'
  })
}

/** Removes a ticket that is no longer valid, so that the recipients are requested again. A newer ticket is kept. */
const dropTicket = ({ db }: GatherDeps, { id, ticket }: WorkingDispatch): Promise<void> =>
  inTransaction(db, async (trx) => {
    const dispatch = await lockDispatch(trx, id)
    if (dispatch?.state === 'gathering' && dispatch.ticket === ticket) await changeDispatch(trx, id, { ticket: null })
  })

/** Fetches and stores the next page of recipients. The dispatch stays due until sending starts. */
export async function gatherPage(deps: GatherDeps, dispatch: WorkingDispatch, ticket: string): Promise<void> {
  const { id, pulled } = dispatch
  const page = await fetchPage({ crmProxyUrl: deps.crmProxyUrl, dispatchId: id, ticket, after: pulled })
  if (!page) return dropTicket(deps, dispatch)
  const state = await storePage(deps, dispatch, page)
  if (state) deps.log.info({ dispatch: id, people: pulled + page.people.length, state }, 'the recipients of a dispatch were stored')
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import type { AudienceRead, AudienceUnread } from '@app/contracts/events/crm-proxy.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'
import { addRecipients } from '../sending/add-recipients.ts'
import { fetchPage, UnusableAudience } from './audience-pages.ts'
import { changeDispatch, dropAudience, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { holdDispatch } from './hold-dispatch.ts'
import { nextTry, nextWakeUp } from './window.ts'

export interface GatherDeps {
  db: Kysely<Tables>
  log: Logger
  /** Where crm-proxy answers. */
  crmProxyUrl: string
  /** The business clock. */
  now: () => Date
}

/** Longer than a spreadsheet takes to be read, and its turn to come: then whoever was asked has lost the question. */
const ANSWER_MS = 2 * 60_000
/** So long nobody else takes up a sending whose pages come in. */
const PAGE_MS = 60_000

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const isGathering = (dispatch: WorkingDispatch | undefined): dispatch is WorkingDispatch =>
  dispatch?.state === 'gathering' || dispatch?.state === 'waiting'

/** Requests the audience of a sending, read from the spreadsheet from now on. */
export async function requestAudience(trx: Transaction<Tables>, dispatch: WorkingDispatch, now: Date): Promise<void> {
  const { id, companyId, campaignId } = dispatch
  await changeDispatch(trx, id, {
    state: dispatch.state === 'waiting' ? 'waiting' : 'gathering',
    tries: dispatch.tries + 1,
    audience_requested_at: sql<string>`coalesce(audience_requested_at, now())`,
    due_at: nextWakeUp(later(now, ANSWER_MS), dispatch, now).toISOString(),
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

/** The people of a sending were read: its pages are fetched next. Another reading takes the place of one that was not taken over. */
export async function recordAudienceRead(trx: Transaction<Tables>, { data }: ReceivedEvent<typeof AudienceRead>, now: Date): Promise<void> {
  const dispatch = await lockDispatch(trx, data.dispatchId)
  if (!isGathering(dispatch)) return
  // An answer to a question of days ago, which came late.
  if (dispatch.askedAt !== null && Date.parse(data.asOf) < Date.parse(dispatch.askedAt)) return
  if (dispatch.asOf !== null && Date.parse(dispatch.asOf) !== Date.parse(data.asOf)) await dropAudience(trx, dispatch)
  await changeDispatch(trx, dispatch.id, {
    state: 'gathering',
    code: null,
    reason: null,
    ticket: data.ticket,
    as_of: data.asOf,
    audience: data.count,
    skipped: JSON.stringify(data.skipped),
    due_at: now.toISOString(),
  })
  await publishChanged(trx, dispatch.campaignId)
}

/** The spreadsheet is away: its people are asked for again, ever later. */
export async function recordAudienceUnread(
  trx: Transaction<Tables>,
  { data }: ReceivedEvent<typeof AudienceUnread>,
  now: Date,
): Promise<void> {
  const dispatch = await lockDispatch(trx, data.dispatchId)
  if (!isGathering(dispatch) || dispatch.ticket) return
  await changeDispatch(trx, dispatch.id, {
    state: 'waiting',
    code: data.fault,
    reason: data.reason,
    due_at: nextWakeUp(nextTry(dispatch.tries, now), dispatch, now).toISOString(),
  })
  await publishChanged(trx, dispatch.campaignId)
}

const NO_AUDIENCE = { code: 'no-audience', reason: 'Nobody in your spreadsheet gets this mail at the moment.' }

/** Begins to send to everybody in the ledger. Two rows whose addresses are the same once they are cleaned are one person. */
async function beginSending(trx: Transaction<Tables>, { id, campaignId }: WorkingDispatch): Promise<void> {
  const audience = sql<number>`(select count(*) from delivery where dispatch_id = ${id})`
  await changeDispatch(trx, id, { state: 'sending', due_at: null, audience, started_at: sql<string>`now()` })
  await publishChanged(trx, campaignId)
}

type Page = NonNullable<Awaited<ReturnType<typeof fetchPage>>>

/** Stores the recipients of a page. Returns the sending after it; undefined when another scheduler has it or it was stopped. */
function takePage({ db, now }: GatherDeps, { id, ticket, pulled }: WorkingDispatch, { people, next }: Page) {
  return inTransaction(db, async (trx): Promise<WorkingDispatch | undefined> => {
    const dispatch = await lockDispatch(trx, id)
    if (dispatch?.state !== 'gathering' || dispatch.ticket !== ticket || dispatch.pulled !== pulled) return undefined
    await addRecipients(trx, dispatch, people)
    const had = pulled + people.length
    // Progress: only crashes from here on count.
    await changeDispatch(trx, id, { pulled: had, due_at: later(now(), PAGE_MS).toISOString(), unfinished: 1 })
    if (dispatch.audience === null || had > dispatch.audience) throw new UnusableAudience('crm-proxy served more people than it had read')
    if (next !== null) return { ...dispatch, pulled: had }
    // Its words were changed meanwhile: they are made first, and an empty page comes last.
    if (!dispatch.hasMail) {
      await changeDispatch(trx, id, { due_at: now().toISOString() })
      return undefined
    }
    if (had !== dispatch.audience) throw new UnusableAudience('crm-proxy served fewer people than it had read')
    if (had > 0) await beginSending(trx, dispatch)
    else await holdDispatch(trx, id, NO_AUDIENCE)
    return { ...dispatch, pulled: had, state: had > 0 ? 'sending' : 'held' }
  })
}

/** A ticket that is over is asked for again, if it still is the last one. */
const dropTicket = ({ db, now }: GatherDeps, { id, ticket }: WorkingDispatch): Promise<void> =>
  inTransaction(db, async (trx) => {
    const dispatch = await lockDispatch(trx, id)
    if (dispatch?.state === 'gathering' && dispatch.ticket === ticket)
      await changeDispatch(trx, id, { ticket: null, due_at: now().toISOString() })
  })

/** Fetches the recipients of a sending page by page, from the page after the last stored one. Then the sending starts. */
export async function gatherRecipients(deps: GatherDeps, dispatch: WorkingDispatch, signal: AbortSignal): Promise<void> {
  let at = dispatch
  while (at.ticket && !signal.aborted) {
    const page = await fetchPage({ crmProxyUrl: deps.crmProxyUrl, dispatchId: at.id, ticket: at.ticket, after: at.pulled })
    if (!page) return dropTicket(deps, at)
    const taken = await takePage(deps, at, page)
    if (!taken) return
    at = taken
    if (at.state === 'gathering') continue
    deps.log.info({ dispatch: at.id, people: at.pulled, state: at.state }, 'the people of a sending were read')
    return
  }
}

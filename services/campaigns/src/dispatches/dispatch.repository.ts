import type { Queue } from '@app/chassis/work/queue.ts'
import type { Dispatch, DispatchState } from '@app/contracts/http/dispatches.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Steps in the processing of dispatches. The key is the dispatch's id, so at most one step of a dispatch runs at a time. */
export const dispatchSteps: Queue<null> = { name: 'dispatches' }

/** States of a dispatch that has not ended and may still send emails. */
export const openStates = ['scheduled', 'gathering', 'waiting', 'sending', 'held', 'paused'] as const satisfies DispatchState[]

const columns = [
  'id as _id',
  'step_id as stepId',
  'date',
  'sends_at as sendsAt',
  'state',
  'code',
  'reason',
  'as_of as asOf',
  'audience',
  'skipped',
  'counts',
  'started_at as startedAt',
  'finished_at as finishedAt',
] as const

/** Columns of a dispatch for a response. `counts` is null until the dispatch is done. */
export type DispatchRow = Omit<Dispatch, 'counts'> & { counts: Dispatch['counts'] | null }

export const dispatchesOf = (db: Kysely<Tables>, campaignId: string, until: CalendarDate): Promise<DispatchRow[]> =>
  db
    .selectFrom('dispatch')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .where('date', '<=', until)
    .orderBy('date')
    .orderBy('id')
    .execute()

const working = [
  'dispatch.id',
  'dispatch.campaign_id as campaignId',
  'dispatch.step_id as stepId',
  'dispatch.company_id as companyId',
  'dispatch.sends_at as sendsAt',
  'dispatch.state',
  'dispatch.tries',
  'dispatch.failures',
  'dispatch.failure',
  'dispatch.late_reported as isLateReported',
  'dispatch.audience_requested_at as audienceRequestedAt',
  'dispatch.ticket',
  'dispatch.pulled',
  'dispatch.as_of as asOf',
  'dispatch.audience',
  'dispatch.started_at as startedAt',
  'dispatch.version',
  sql<boolean>`dispatch.mail is not null`.as('hasMail'),
] as const

const dispatches = (db: Kysely<Tables>) => db.selectFrom('dispatch').select(working)

export type WorkingDispatch = Awaited<ReturnType<ReturnType<typeof dispatches>['executeTakeFirstOrThrow']>>

/** Locks a campaign, then one of its dispatches. All transactions use this order, which prevents deadlocks. */
export async function lockDispatch(trx: Transaction<Tables>, id: string): Promise<WorkingDispatch | undefined> {
  const campaign = trx.selectFrom('dispatch').select('campaign_id').where('id', '=', id)
  await trx.selectFrom('campaign').select('id').where('id', '=', campaign).forUpdate().execute()
  return dispatches(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export const lockInState = (trx: Transaction<Tables>, campaignId: string, state: DispatchState): Promise<WorkingDispatch[]> =>
  dispatches(trx).where('campaign_id', '=', campaignId).where('state', '=', state).orderBy('date').forUpdate().execute()

/** Locks the dispatches of a step that have not started. */
export const lockUnsent = (trx: Transaction<Tables>, stepId: string): Promise<WorkingDispatch[]> =>
  dispatches(trx).where('step_id', '=', stepId).where('started_at', 'is', null).orderBy('date').forUpdate().execute()

export async function campaignOf(db: Kysely<Tables>, id: string, ownerId: string | undefined): Promise<string | undefined> {
  const found = db
    .selectFrom('dispatch')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .select('dispatch.campaign_id')
    .where('dispatch.id', '=', id)
  const row = await (ownerId === undefined ? found : found.where('company.owner_id', '=', ownerId)).executeTakeFirst()
  return row?.campaign_id
}

export const findDispatchOf = (db: Kysely<Tables>, id: string, ownerId: string) =>
  db
    .selectFrom('dispatch')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .select(['dispatch.campaign_id as campaignId', 'dispatch.step_id as stepId', 'dispatch.state', 'dispatch.started_at as startedAt'])
    .where('dispatch.id', '=', id)
    .where('company.owner_id', '=', ownerId)
    .executeTakeFirst()

type Changes = UpdateObject<Tables, 'dispatch'>

/**
 * Updates a locked dispatch, resets its failures and increments its version. A step that read the dispatch before this update compares the
 * versions, and skips its own change (`ifUnchanged` in `advance-dispatch.ts`).
 */
export async function changeDispatch(trx: Transaction<Tables>, id: string, changes: Changes): Promise<void> {
  await trx
    .updateTable('dispatch')
    .set({ failures: 0, failure: null, ...changes })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes the fetched recipients of a dispatch, unless sending has started. The recipients are requested again before sending starts. */
export async function dropAudience(trx: Transaction<Tables>, { id, startedAt }: WorkingDispatch): Promise<void> {
  if (startedAt) return
  await trx.deleteFrom('delivery').where('dispatch_id', '=', id).execute()
  await changeDispatch(trx, id, {
    ticket: null,
    pulled: 0,
    as_of: null,
    audience: null,
    skipped: null,
    audience_requested_at: null,
    tries: 0,
  })
}

/** Notifies the sender of each replica (`sending/sender.ts`) to abort the emails of one dispatch or, without an id, of all dispatches. */
export async function stopMails(trx: Transaction<Tables>, id = ''): Promise<void> {
  await sql`select pg_notify('campaigns_stop', ${id})`.execute(trx)
}

export const IS_NOT_SUSPENDED = sql<boolean>`not exists (
  select from suspension
  where scope = 'all' or (scope = 'company' and target = dispatch.company_id) or (scope = 'campaign' and target = dispatch.campaign_id))`

const dueDispatches = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('dispatch')
    .innerJoin('campaign', 'campaign.id', 'dispatch.campaign_id')
    .where('dispatch.due_at', '<=', now.toISOString())
    .where('campaign.state', '=', 'active')
    .where(IS_NOT_SUSPENDED)

/** Returns a dispatch if it is due, and neither paused nor suspended. */
export const findDueDispatch = (db: Kysely<Tables>, id: string, now: Date): Promise<WorkingDispatch | undefined> =>
  dueDispatches(db, now).select(working).where('dispatch.id', '=', id).executeTakeFirst()

/** Returns the ids of due dispatches of which no step waits or runs. Dispatches that have been due for longer come first. */
export async function findDueIds(db: Kysely<Tables>, now: Date, limit: number): Promise<string[]> {
  const hasStep = sql<boolean>`exists (
    select from work where queue = ${dispatchSteps.name} and key = dispatch.id::text and settled_at is null)`
  const rows = await dueDispatches(db, now)
    .select('dispatch.id')
    .where(({ not }) => not(hasStep))
    .orderBy('dispatch.due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Postpones a dispatch until `dueAt`, unless it has changed in the meantime. */
export async function postponeDispatch(db: Kysely<Tables>, { id, version }: WorkingDispatch, dueAt: Date): Promise<void> {
  await db.updateTable('dispatch').set({ due_at: dueAt.toISOString() }).where('id', '=', id).where('version', '=', version).execute()
}

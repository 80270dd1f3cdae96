import type { Dispatch } from '@app/contracts/http/campaigns.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

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

/** A sending as it is kept: counted once it is done. */
export type DispatchRow = Omit<Dispatch, 'counts'> & { counts: Dispatch['counts'] | null }

/** All sendings of a campaign up to a date, in the order of their dates. */
export const dispatchesOf = (db: Kysely<Tables>, campaignId: string, until: CalendarDate): Promise<DispatchRow[]> =>
  db
    .selectFrom('dispatch')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .where('date', '<=', until)
    .orderBy('date')
    .orderBy('id')
    .execute()

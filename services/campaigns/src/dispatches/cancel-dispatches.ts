import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { openStates, stopMails } from './dispatch.repository.ts'

/** Cancels the open dispatches of a campaign permanently. The caller must have locked the campaign. */
export async function cancelDispatches(trx: Transaction<Tables>, campaignId: string): Promise<void> {
  const canceled = await trx
    .updateTable('dispatch')
    .set({ state: 'cancelled', due_at: null, version: sql<number>`version + 1` })
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', openStates)
    .returning(['id', 'started_at'])
    .execute()
  for (const { id, started_at } of canceled) if (started_at) await stopMails(trx, id)
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { stopMails } from './dispatch.repository.ts'

/** Pauses the scheduled and started dispatches of a campaign. The caller must have locked the campaign. */
export async function pauseDispatches(trx: Transaction<Tables>, campaignId: string): Promise<void> {
  const paused = await trx
    .updateTable('dispatch')
    .set({ state: 'paused', due_at: null, version: sql<number>`version + 1` })
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['scheduled', 'gathering', 'waiting', 'sending'])
    .returning(['id', 'started_at'])
    .execute()
  for (const { id, started_at } of paused) if (started_at) await stopMails(trx, id)
}

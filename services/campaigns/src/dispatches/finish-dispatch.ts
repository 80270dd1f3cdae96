import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { countsOf } from '../sending/counts.ts'

/** A sending is done when everybody of it got the mail or stands in the report with the reason; not before the sums agree. */
export async function finishDispatch(trx: Transaction<Tables>, id: string): Promise<void> {
  const dispatch = await trx.selectFrom('dispatch').select(['audience', 'state']).where('id', '=', id).forUpdate().executeTakeFirst()
  const counts = (await countsOf(trx, [id])).get(id)
  if (!counts || dispatch?.state !== 'sending') return
  if (counts.accepted + counts.failed + counts.suppressed !== dispatch.audience) return
  await trx
    .updateTable('dispatch')
    .set({ state: 'done', counts: JSON.stringify(counts), finished_at: sql`now()`, code: null, reason: null })
    .where('id', '=', id)
    .execute()
}

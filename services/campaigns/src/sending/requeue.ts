import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const QUEUED_ANEW = sql`state = 'queued', due_at = now(), attempts = 0, first_claimed_at = null, settled_at = null`

/**
 * Queues the mails of a dispatch again for those whom it did not get to: never whom it may have got to, nor whose address was
 * refused, nor anybody once what it was made of is gone. Answers how many they are. The dispatch is to be set sending again in the same transaction.
 */
export async function requeueFailed(trx: Transaction<Tables>, dispatchId: string): Promise<number> {
  const { rows } = await sql`
    update delivery set ${QUEUED_ANEW}
    where dispatch_id = ${dispatchId} and state = 'failed' and code <> 'unknown' and code not like 'address-%' and merge is not null
    returning id`.execute(trx)
  return rows.length
}

/** And those who refused us, once that was mended: they would count against what is sent next. */
export async function requeueRefused(trx: Transaction<Tables>, dispatchId: string): Promise<void> {
  await sql`
    update delivery set ${QUEUED_ANEW}
    where dispatch_id = ${dispatchId} and state = 'failed' and code like 'sender-refused%'`.execute(trx)
}

/** Settles what nobody knows by somebody's word. Answers whether it was unknown, and could be sent again if that was the word. */
export async function resolveUnknown(trx: Transaction<Tables>, deliveryId: string, as: 'delivered' | 'send-again'): Promise<boolean> {
  const isUnknown = sql`id = ${deliveryId} and (state = 'unknown' or (state = 'failed' and code = 'unknown'))`
  const { rows } =
    as === 'delivered'
      ? await sql`update delivery set state = 'accepted', code = 'by hand', settled_at = now(), merge = null where ${isUnknown} returning id`.execute(
          trx,
        )
      : await sql`
          update delivery set ${QUEUED_ANEW}, may_be_duplicate = true
          where ${isUnknown} and merge is not null returning id`.execute(trx)
  return rows.length > 0
}

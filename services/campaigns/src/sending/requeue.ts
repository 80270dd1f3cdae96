import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const QUEUED_ANEW = sql`state = 'queued', due_at = now(), attempts = 0, first_claimed_at = null, settled_at = null`

/**
 * Queues the failed emails of a dispatch again and returns their number. Leaves out emails that may have been delivered (`unknown`), and
 * emails to refused addresses. Also leaves out emails whose merge values (the recipient's values for the text) were deleted. The caller
 * sets the dispatch to `sending` in this transaction.
 */
export async function requeueFailed(trx: Transaction<Tables>, dispatchId: string): Promise<number> {
  const { rows } = await sql`
    update delivery set ${QUEUED_ANEW}
    where dispatch_id = ${dispatchId} and state = 'failed' and code <> 'unknown' and code not like 'address-%' and merge is not null
    returning id`.execute(trx)
  return rows.length
}

/** Requeues the emails for which our domain or IP address was refused. Otherwise the old refusals would put the dispatch on hold again. */
export async function requeueRefused(trx: Transaction<Tables>, dispatchId: string): Promise<void> {
  await sql`
    update delivery set ${QUEUED_ANEW}
    where dispatch_id = ${dispatchId} and state = 'failed' and code like 'sender-refused%'`.execute(trx)
}

/** Applies the owner's decision about an unknown outcome. Returns false if the outcome is known or the email cannot be sent again. */
export async function resolveUnknown(trx: Transaction<Tables>, deliveryId: string, as: 'delivered' | 'send-again'): Promise<boolean> {
  const isUnknown = sql`id = ${deliveryId} and (state = 'unknown' or (state = 'failed' and code = 'unknown'))`
  const change =
    as === 'delivered'
      ? sql`state = 'accepted', code = 'by hand', settled_at = now(), merge = null where ${isUnknown}`
      : sql`${QUEUED_ANEW}, may_be_duplicate = true where ${isUnknown} and merge is not null`
  const { rows } = await sql`update delivery set ${change} returning id`.execute(trx)
  return rows.length > 0
}

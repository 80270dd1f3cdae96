import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Bounce {
  address: string
  /** Status code of RFC 3463, for example `5.1.1`. */
  reason: string
}

/** Records that an email address does not exist. A repeated call replaces the time and the reason. */
export async function markBounced(trx: Transaction<Tables>, { address, reason }: Bounce): Promise<void> {
  await trx
    .insertInto('bounced_address')
    .values({ address: normalizeEmail(address), reason })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ reason, bounced_at: sql`now()` }))
    .execute()
}

/** Whether a hard bounce of an email to this address was reported. The case of the address is ignored. */
export async function hasBounced(db: Kysely<Tables>, address: string): Promise<boolean> {
  const row = await db.selectFrom('bounced_address').select('address').where('address', '=', normalizeEmail(address)).executeTakeFirst()
  return row !== undefined
}

/** Removes the mark of an address after the mail relay accepted a later email to it. If that email bounces, too, the mark comes back. */
export async function clearBounced(trx: Transaction<Tables>, address: string, sentAt: string): Promise<void> {
  await trx.deleteFrom('bounced_address').where('address', '=', normalizeEmail(address)).where('bounced_at', '<', sentAt).execute()
}

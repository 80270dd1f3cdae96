import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Tables } from './db/tables.ts'
import { suspendSending } from './suspensions/suspend-sending.ts'

/**
 * Stops all sending in a database that was brought back, by an administrator's address: nobody is sent twice what went out after the
 * backup was made, unless somebody who knows what that was lets sending go on.
 */
export async function holdSending(adminUrl: string, reason: string): Promise<void> {
  const db = connect<Tables>({ url: adminUrl, schema: 'campaigns', max: 1, onIdleError: () => {} })
  try {
    await inTransaction(db, (trx) => suspendSending(trx, { scope: 'all' }, reason))
  } finally {
    await db.destroy()
  }
}

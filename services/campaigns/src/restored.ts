import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Tables } from './db/tables.ts'
import { suspendSending } from './suspensions/suspend-sending.ts'

/**
 * Suspends all sending in a database that was restored from a backup. Emails that were sent after the backup are missing in the
 * ledger, so sending would repeat them. An admin releases the suspension. `adminUrl` is the URL of the database for an administrator.
 */
export async function holdSending(adminUrl: string, reason: string): Promise<void> {
  const db = connect<Tables>({ url: adminUrl, schema: 'campaigns', max: 1, onIdleError: () => {} })
  try {
    await inTransaction(db, (trx) => suspendSending(trx, { scope: 'all' }, reason))
  } finally {
    await db.destroy()
  }
}

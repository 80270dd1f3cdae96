import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Tables } from './db/tables.ts'
import { suspendSending } from './suspensions/suspend-sending.ts'

/** Suspends all sending after a restore, because emails sent after the backup would be sent again. An admin releases the suspension. */
export async function holdSending(adminUrl: string, reason: string): Promise<void> {
  const db = connect<Tables>({ url: adminUrl, schema: 'campaigns', max: 1, onIdleError: () => {} })
  try {
    await inTransaction(db, (trx) => suspendSending(trx, { scope: 'all' }, reason))
  } finally {
    await db.destroy()
  }
}

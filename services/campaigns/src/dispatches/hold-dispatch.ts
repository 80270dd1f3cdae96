import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Stops a sending until somebody mended something. */
export async function holdDispatch(
  trx: Transaction<Tables>,
  id: string,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await trx.updateTable('dispatch').set({ state: 'held', code, reason }).where('id', '=', id).where('state', '=', 'sending').execute()
  await sql`select pg_notify('campaigns_stop', ${id})`.execute(trx)
}

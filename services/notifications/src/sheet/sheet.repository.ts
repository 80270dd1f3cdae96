import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Ledger, NEVER } from '../ledger.ts'

/** Contact forms on their way to the spreadsheet; the key is the form's id. */
export const sheetRows: Queue<null> = { name: 'sheet' }

export const sheetLedger: Ledger = { table: 'sheet_row', key: 'contact_id', queue: sheetRows, urgent: sql<boolean>`false` }

/** Queues a stored contact form for the spreadsheet. */
export async function queueSheetRow(trx: Transaction<Tables>, contactId: string): Promise<void> {
  await trx.insertInto('sheet_row').values({ contact_id: contactId, next_attempt_at: NEVER }).execute()
  await enqueue(trx, sheetRows, [{ key: contactId, payload: null }])
}

/** A contact form, by its own id. */
export type SheetRow = Omit<Selectable<Tables['contact']>, 'client'>

export const findRow = (db: Kysely<Tables>, id: string): Promise<SheetRow | undefined> =>
  db
    .selectFrom('contact')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'message', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()

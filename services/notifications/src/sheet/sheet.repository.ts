import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The queue of spreadsheet rows. Its keys are the ids of contact forms. */
export const sheetRows: Queue<null> = { name: 'sheet' }

export async function queueSheetRow(trx: Transaction<Tables>, contactId: string): Promise<void> {
  await trx.insertInto('sheet_row').values({ contact_id: contactId }).execute()
  await enqueue(trx, sheetRows, [{ key: contactId, payload: null }])
}

export type SheetRow = Omit<Selectable<Tables['contact']>, 'client'>

export const findRow = (db: Kysely<Tables>, id: string): Promise<SheetRow | undefined> =>
  db
    .selectFrom('contact')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'message', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
